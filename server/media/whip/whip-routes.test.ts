import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rtcpParts, rtcpTypes } from "#engine/rtp/rtcp-read.ts";
import { createSeatAllocator } from "#server/media/playback-seats.ts";
import { type AccessRefusal, whipRoutes } from "#server/media/whip/whip-routes.ts";
import { broadcast } from "#testing/media-engine/broadcast.ts";
import { browserOffer } from "#testing/media-engine/browser-offer.ts";
import { connectPeer, makeOffer } from "#testing/media-engine/peer.ts";
import { type MediaRig, startTestMedia } from "#testing/media/media-rig.ts";
import { freeze } from "#testing/processes/server-process.ts";
import { until } from "#testing/until.ts";

let rig: MediaRig;
let app: FastifyInstance;
let origin: string;
const published: string[] = [];
/** Bearers that lose their right once a publisher is ended. */
const lost = new Set<string>();

beforeAll(async () => {
  rig = await startTestMedia();
  app = Fastify();
  const refusals: Record<string, AccessRefusal> = { stranger: "forbidden", eager: "rate_limited" };
  const access = (slug: string, bearer: string | null) => {
    if (bearer === null) return { ok: false as const, refusal: "unauthorized" as const };
    if (lost.has(bearer)) return { ok: false as const, refusal: "forbidden" as const };
    if (slug === "unknown") return { ok: false as const, refusal: "not_found" as const };
    const refusal = refusals[bearer];
    return refusal
      ? { ok: false as const, refusal }
      : { ok: true as const, room: `room-${slug}`, tag: `${bearer}|public` };
  };
  app.register(
    whipRoutes({
      media: {
        ...rig.media,
        async publish(room, ...of) {
          if (room !== "room-ended") return rig.media.publish(room, ...of);
          lost.add("suspended");
          // The engine stands still until both are with it: it reads the end before its answer to the offer is made.
          const engine = rig.media.processId() ?? 0;
          await freeze(engine);
          const asked = Promise.all([rig.media.publish(room, ...of), rig.media.endPublisher(room)]);
          process.kill(engine, "SIGCONT");
          return (await asked)[0];
        },
      },
      authorizePublish: async (slug, bearer) => access(slug, bearer),
      authorizePlay: async (slug, bearer) => access(slug, bearer),
      onPublished: ({ slug, room }) => void published.push(`${slug} in ${room}`),
    }),
  );
  origin = await app.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(async () => {
  await app.close();
  await rig.stop();
});

const fragmentType = "application/trickle-ice-sdpfrag";
const sdpHeaders = (bearer: string) => ({
  "content-type": "application/sdp",
  authorization: `Bearer ${bearer}`,
});
const post = (path: string, body: string, headers: Record<string, string>) =>
  fetch(`${origin}${path}`, { method: "POST", body, headers });

/** Connects a peer by HTTP alone, as any WHIP or WHEP client would. */
async function connectByHttp(role: "publisher" | "viewer", path: string, bearer: string) {
  let location = "";
  const peer = await connectPeer(
    async (offerSdp) => {
      const answer = await post(path, offerSdp, sdpHeaders(bearer));
      expect(answer.status).toBe(201);
      expect(answer.headers.get("content-type")).toContain("application/sdp");
      location = answer.headers.get("location") ?? "";
      return answer.text();
    },
    { role },
  );
  return { peer, location };
}

describe("WHIP and WHEP", () => {
  test("carry media from a publisher to a viewer, who stops by deleting its session", async () => {
    const publisher = await connectByHttp("publisher", "/whip/luna", "key");
    broadcast(publisher.peer);
    const viewer = await connectByHttp("viewer", "/whep/luna", "token");
    expect(published).toContain("luna in room-luna");
    expect(viewer.location).toMatch(/^\/whep\/luna\/[0-9a-f-]{36}$/);
    await until(() => viewer.peer.rtp.length > 20, "pictures");
    const remove = (bearer?: string, path = viewer.location) =>
      fetch(`${origin}${path}`, {
        method: "DELETE",
        headers: bearer ? { authorization: `Bearer ${bearer}` } : {},
      });
    expect((await remove()).status).toBe(401);
    expect((await remove("thief")).status).toBe(403);
    expect((await remove("token", viewer.location.replace("/whep/luna", "/whep/mia"))).status).toBe(404);
    expect((await remove("token", viewer.location.replace("/whep/", "/whip/"))).status).toBe(404);
    expect((await remove("token")).status).toBe(200);
    expect((await remove("token")).status).toBe(200);
    expect((await remove("key", publisher.location)).status).toBe(200);
    publisher.peer.close();
    viewer.peer.close();
  });

  test("keep a person to so many playback sessions: the newest wins, also when many are opened at once", async () => {
    const bounded = Fastify();
    const replaced: string[] = [];
    const seating = createSeatAllocator({
      media: rig.media,
      limits: { perPersonMax: 2, perAddressMax: 50, perRoomMax: 50, max: 50 },
      kindOf: () => "room",
      onReplaced: ({ sessionId }) => void replaced.push(sessionId),
      log: { error() {} },
    });
    const access = async (_slug: string, bearer: string | null) => ({
      ok: true as const,
      room: "room-seats",
      tag: `${bearer}|public`,
      person: String(bearer),
    });
    bounded.register(
      whipRoutes({ media: rig.media, seats: seating, authorizePublish: access, authorizePlay: access }),
    );
    const offers: (() => void)[] = [];
    const open = async (role: "publisher" | "viewer", bearer: string) => {
      const { offerSdp, close } = await makeOffer({ role });
      offers.push(close);
      const path = role === "viewer" ? "/whep/seats" : "/whip/seats";
      const answer = await bounded.inject({
        method: "POST",
        url: path,
        headers: sdpHeaders(bearer),
        payload: offerSdp,
      });
      return {
        status: answer.statusCode,
        id:
          String(answer.headers.location ?? "")
            .split("/")
            .at(-1) ?? "",
      };
    };
    const sessionsOf = (person: string) => rig.media.viewers().filter((viewer) => viewer.person === person);
    await open("publisher", "key");
    const [first, second] = [await open("viewer", "nico"), await open("viewer", "nico")];
    const other = await open("viewer", "sofia");
    const third = await open("viewer", "nico");
    await until(() => replaced.length === 1, "the oldest session to be replaced");
    expect(replaced).toEqual([first.id]);
    const idsOf = (person: string) => sessionsOf(person).map(({ sessionId }) => sessionId);
    await until(() => idsOf("nico").length === 2, "the oldest session to end");
    expect(idsOf("nico")).toEqual([second.id, third.id]);
    expect(idsOf("sofia")).toEqual([other.id]);
    const burst = await Promise.all(Array.from({ length: 20 }, () => open("viewer", "nico")));
    expect(new Set(burst.map(({ status }) => status))).toEqual(new Set([201, 429]));
    await until(() => idsOf("nico").length <= 2, "the burst to be kept within the bound");
    expect(burst.filter(({ status }) => status === 201).map(({ id }) => id)).toEqual(
      expect.arrayContaining(idsOf("nico")),
    );
    for (const close of offers) close();
    await bounded.close();
  });

  test("end a session whose access cannot be checked, and keep the one before in its seat", async () => {
    const unsure = Fastify();
    const replaced: string[] = [];
    const seats = createSeatAllocator({
      media: rig.media,
      limits: { perPersonMax: 1, perAddressMax: 50, perRoomMax: 50, max: 50 },
      kindOf: () => "room",
      onReplaced: ({ sessionId }) => void replaced.push(sessionId),
      log: { error() {} },
    });
    const access = async () => ({ ok: true as const, room: "room-unsure", tag: "ada|public", person: "ada" });
    let untilAway = Number.POSITIVE_INFINITY;
    const authorizePlay = () =>
      untilAway-- > 0 ? access() : Promise.reject(new Error("the database is away"));
    unsure.register(whipRoutes({ media: rig.media, seats, authorizePublish: access, authorizePlay }));
    const open = async (role: "publisher" | "viewer") => {
      const { offerSdp, close } = await makeOffer({ role });
      const url = role === "viewer" ? "/whep/unsure" : "/whip/unsure";
      const answer = await unsure.inject({
        method: "POST",
        url,
        headers: sdpHeaders("ada"),
        payload: offerSdp,
      });
      close();
      return { status: answer.statusCode, id: String(answer.headers.location).split("/").at(-1) };
    };
    const present = () =>
      rig.media.viewers().flatMap(({ room, sessionId }) => (room === "room-unsure" ? [sessionId] : []));
    await open("publisher");
    const first = await open("viewer");
    untilAway = 1;
    expect((await open("viewer")).status).toBe(500);
    expect(present()).toEqual([first.id]);
    untilAway = Number.POSITIVE_INFINITY;
    const last = await open("viewer");
    await until(() => replaced.length > 0, "the seat to be taken over");
    expect(replaced).toEqual([first.id]);
    expect(present()).toEqual([last.id]);
    await unsure.close();
  });

  test("answer 200 to the end of a session that ends by itself in that moment", async () => {
    const other = Fastify();
    // The end of the transport itself comes first, reported before the answer that nothing was left to end.
    const media = { ...rig.media, endSession: async (id: string) => !(await rig.media.endSession(id)) };
    const access = async () => ({ ok: true as const, room: "room-race", tag: "fan" });
    other.register(whipRoutes({ media, authorizePublish: access, authorizePlay: access }));
    const { offerSdp, close } = await makeOffer({ role: "publisher" });
    const headers = sdpHeaders("key");
    const opened = await other.inject({ method: "POST", url: "/whip/race", headers, payload: offerSdp });
    const { authorization } = headers;
    const url = String(opened.headers.location);
    expect((await other.inject({ method: "DELETE", url, headers: { authorization } })).statusCode).toBe(200);
    await other.close();
    close();
  });

  test("answer what RFC 9725 wants: location, entity tag, open to other origins", async () => {
    const { offerSdp, close } = await makeOffer({ role: "publisher" });
    const answer = await post("/whip/rfc", offerSdp, {
      ...sdpHeaders("key"),
      origin: "https://elsewhere.example",
    });
    const location = answer.headers.get("location") ?? "";
    expect(answer.headers.get("etag")).toBe(`"${location.split("/").at(-1)}"`);
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(answer.headers.get("access-control-expose-headers")).toBe(
      "location, etag, link, accept-post, accept-patch",
    );
    const options = await fetch(`${origin}/whip/rfc`, { method: "OPTIONS" });
    expect([options.status, options.headers.get("accept-post")]).toEqual([200, "application/sdp"]);
    expect(options.headers.get("access-control-allow-headers")).toContain("if-match");
    const session = await fetch(`${origin}${location}`, { method: "OPTIONS" });
    expect([session.status, session.headers.get("accept-patch")]).toEqual([200, fragmentType]);
    close();
  });

  test("take candidates under the session's entity tag alone, and answer that ICE restarts are not supported", async () => {
    const { offerSdp, close } = await makeOffer({ role: "publisher" });
    const answer = await post("/whip/trickle", offerSdp, sdpHeaders("key"));
    const etag = answer.headers.get("etag") ?? "";
    const location = answer.headers.get("location") ?? "";
    const ufrag = /a=ice-ufrag:(\S+)/.exec(offerSdp)?.[1];
    const candidates = `a=ice-ufrag:${ufrag}\r\na=end-of-candidates\r\n`;
    const patch = async (body: string, headers: Record<string, string>) => {
      const sent = await fetch(`${origin}${location}`, {
        method: "PATCH",
        headers: { "content-type": fragmentType, authorization: "Bearer key", ...headers },
        body,
      });
      const { code = null } = sent.status === 204 ? {} : ((await sent.json()) as { code?: string });
      return [sent.status, code];
    };
    expect(await patch(candidates, { "if-match": etag })).toEqual([204, null]);
    expect(await patch("a=end-of-candidates", { etag }), "as some clients do").toEqual([204, null]);
    expect(await patch(candidates, {})).toEqual([428, "precondition_required"]);
    expect(await patch(candidates, { "if-match": '"another"' })).toEqual([412, "other_ice_session"]);
    expect(await patch(candidates, { "if-match": `W/${etag}` })).toEqual([412, "other_ice_session"]);
    expect(await patch("hello", { "if-match": etag })).toEqual([400, "bad_fragment"]);
    expect(await patch("{}", { "if-match": etag, "content-type": "application/json" })).toEqual([
      415,
      "unsupported_type",
    ]);
    const restart = "a=ice-ufrag:another\r\na=ice-pwd:asecretofatleasttwentytwo\r\n";
    expect(await patch(restart, { "if-match": "*" })).toEqual([422, "ice_restart_unsupported"]);
    await fetch(`${origin}${location}`, { method: "DELETE", headers: { authorization: "Bearer key" } });
    expect(await patch(candidates, { "if-match": etag })).toEqual([410, "session_ended"]);
    close();
  });

  test("let a publisher come back without pushing anybody out who has taken the place", async () => {
    const { offerSdp, close } = await makeOffer({ role: "publisher" });
    const publish = async (headers: Record<string, string> = {}) => {
      const answer = await post("/whip/place", offerSdp, { ...sdpHeaders("key"), ...headers });
      return { status: answer.status, etag: answer.headers.get("etag") ?? "" };
    };
    const mine = await publish({ "if-none-match": "*" });
    expect(mine.status).toBe(201);
    expect((await publish({ "if-none-match": "*" })).status).toBe(412);
    const again = await publish({ "if-match": mine.etag });
    expect(again.status, "a publisher follows itself").toBe(201);
    expect((await publish({ "if-match": mine.etag })).status, "its first session is over").toBe(412);
    const other = await publish();
    expect(other.status, "who asks for nothing takes the place").toBe(201);
    expect((await publish({ "if-match": again.etag })).status).toBe(412);
    expect((await publish({ "if-match": "*" })).status).toBe(201);
    close();
  });

  test.each([
    ["to ask again, where the right is still there", "key", 503, "interrupted"],
    ["why, where the right is gone", "suspended", 403, "forbidden"],
  ])("answer a publisher who is ended while being set up %s", async (_what, bearer, status, code) => {
    const { offerSdp, close } = await makeOffer({ role: "publisher" });
    const answer = await post("/whip/ended", offerSdp, sdpHeaders(bearer));
    expect([answer.status, await answer.json()]).toEqual([status, expect.objectContaining({ code })]);
    close();
  });

  test("notify a replaced publisher at once, and answer 410 to what it still asks", async () => {
    const first = await connectByHttp("publisher", "/whip/taken", "key");
    // The show reads the engine's messages while it goes on.
    const show = broadcast(first.peer);
    await until(() => show.keyframeRequests() > 0, "the engine to receive the first publisher");
    show.pause();
    const second = await connectByHttp("publisher", "/whip/taken", "key");
    const isGoodbye = (packet: Buffer) =>
      [...rtcpParts(packet)].some(({ type }) => type === rtcpTypes.goodbye);
    await until(() => first.peer.rtcp.some(isGoodbye), "the first publisher to be notified");
    const answer = await fetch(`${origin}${first.location}`, {
      method: "PATCH",
      headers: { "content-type": fragmentType, authorization: "Bearer key", "if-match": "*" },
      body: "a=end-of-candidates",
    });
    expect(answer.status).toBe(410);
    for (const { peer } of [first, second]) peer.close();
  });

  test.each([
    ["no bearer", "/whip/luna", browserOffer("sendonly"), { "content-type": "application/sdp" }, 401],
    ["a bearer without the right", "/whip/luna", browserOffer("sendonly"), sdpHeaders("stranger"), 403],
    ["an unknown name", "/whip/unknown", browserOffer("sendonly"), sdpHeaders("key"), 404],
    ["a room without a publisher", "/whep/empty", browserOffer("recvonly"), sdpHeaders("token"), 409],
    ["too long an offer", "/whip/luna", `v=0\r\n${"a=x\r\n".repeat(20_000)}`, sdpHeaders("key"), 413],
    [
      "another content type",
      "/whip/luna",
      "{}",
      { ...sdpHeaders("key"), "content-type": "application/json" },
      415,
    ],
    ["no offer", "/whip/luna", "", sdpHeaders("key"), 400],
    ["a broken offer", "/whip/luna", "v=0\r\nhello", sdpHeaders("key"), 400],
    ["a codec nobody plays", "/whip/luna", browserOffer("sendonly", "102"), sdpHeaders("key"), 422],
    ["too many requests", "/whep/luna", browserOffer("recvonly"), sdpHeaders("eager"), 429],
  ])("refuse %s", async (_what, path, body, headers, status) => {
    const answer = await post(path, body, headers as Record<string, string>);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ code: expect.any(String), message: expect.any(String) });
    if (status === 401) expect(answer.headers.get("www-authenticate")).toBe("Bearer");
    if (status === 429) expect(answer.headers.get("retry-after")).toBe("1");
  });

  test("allow no other methods", async () => {
    const answer = await fetch(`${origin}/whip/luna`);
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
    expect(await answer.json()).toMatchObject({ code: "method_not_allowed" });
    const session = await fetch(`${origin}/whep/luna/any`, { method: "POST" });
    expect([session.status, session.headers.get("allow")]).toEqual([405, "DELETE, PATCH, OPTIONS"]);
  });
});
