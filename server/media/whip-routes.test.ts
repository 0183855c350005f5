import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { broadcast } from "#engine/testing/broadcast.ts";
import { browserOffer } from "#engine/testing/browser-offer.ts";
import { connectPeer, makeOffer } from "#engine/testing/peer.ts";
import { type MediaRig, startTestMedia } from "#server/media/media-rig.ts";
import { type AccessRefusal, whipRoutes } from "#server/media/whip-routes.ts";
import { until } from "#testing/until.ts";

let rig: MediaRig;
let app: FastifyInstance;
let origin: string;
const published: string[] = [];

beforeAll(async () => {
  rig = await startTestMedia();
  app = Fastify();
  const refusals: Record<string, AccessRefusal> = { stranger: "forbidden", eager: "rate_limited" };
  const access = (slug: string, bearer: string | null) => {
    if (bearer === null) return { ok: false as const, refusal: "unauthorized" as const };
    if (slug === "unknown") return { ok: false as const, refusal: "not_found" as const };
    const refusal = refusals[bearer];
    return refusal
      ? { ok: false as const, refusal }
      : { ok: true as const, room: `room-${slug}`, tag: `${bearer}|public` };
  };
  app.register(
    whipRoutes({
      media: rig.media,
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

  test("answer what RFC 9725 wants: location, entity tag, open to other origins, candidates accepted", async () => {
    const { offerSdp, close } = await makeOffer({ role: "publisher" });
    const answer = await post("/whip/rfc", offerSdp, {
      ...sdpHeaders("key"),
      origin: "https://elsewhere.example",
    });
    const location = answer.headers.get("location") ?? "";
    expect(answer.headers.get("etag")).toBe(`"${location.split("/").at(-1)}"`);
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(answer.headers.get("access-control-expose-headers")).toBe("location, etag, link, accept-post");
    const headers = { "content-type": "application/trickle-ice-sdpfrag", authorization: "Bearer key" };
    const patch = await fetch(`${origin}${location}`, {
      method: "PATCH",
      headers,
      body: "a=end-of-candidates",
    });
    expect(patch.status).toBe(204);
    const options = await fetch(`${origin}/whip/rfc`, { method: "OPTIONS" });
    expect([options.status, options.headers.get("accept-post")]).toEqual([204, "application/sdp"]);
    expect(options.headers.get("access-control-allow-headers")).toContain("authorization");
    close();
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
    if (status === 401) expect(answer.headers.get("www-authenticate")).toBe("Bearer");
    if (status === 429) expect(answer.headers.get("retry-after")).toBe("1");
  });

  test("allow no other methods", async () => {
    const answer = await fetch(`${origin}/whip/luna`);
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
  });
});
