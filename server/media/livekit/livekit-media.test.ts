import http, { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type LivekitRig, startTestLivekit } from "#testing/livekit/livekit-rig.ts";
import { livekitServer } from "#testing/livekit/livekit-server.ts";
import { makeOffer } from "#testing/media-engine/peer.ts";
import { until } from "#testing/until.ts";
import { livekitApi } from "./livekit-api.ts";
import { connectLivekit, openLivekit } from "./livekit-media.ts";

/** LiveKit at another address, where the first `times` calls of `method` answer that nobody is there. */
async function withoutAnswers(url: string, method: string, times: number) {
  let asked = 0;
  const server = createServer(async (request, response) => {
    const { method: verb = "GET", headers } = request;
    if (request.url?.endsWith(`/${method}`) && ++asked <= times) {
      response.writeHead(503, { "content-type": "application/json" });
      response.end(JSON.stringify({ code: "unknown", msg: "no response from servers" }));
      return;
    }
    const forwarded = http.request(new URL(request.url ?? "/", url), { method: verb, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    request.pipe(forwarded);
  });
  server.on("upgrade", (request, wire) => {
    const { hostname, port } = new URL(url);
    const onward = connect(Number(port), hostname);
    const lines = request.rawHeaders.flatMap((name, at, all) => (at % 2 ? [] : `${name}: ${all[at + 1]}`));
    onward.write(`${[`GET ${request.url} HTTP/1.1`, ...lines].join("\r\n")}\r\n\r\n`);
    wire.pipe(onward).pipe(wire);
    wire.on("error", () => onward.destroy());
    onward.on("error", () => wire.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked: () => asked };
}

/** LiveKit at another address, which sends the first who listens there to where nobody answers. */
async function deafAtFirst(url: string) {
  let listeners = 0;
  const server = createServer(async (request, response) => {
    const { method = "GET", headers } = request;
    const forwarded = http.request(new URL(request.url ?? "/", url), { method, headers }, async (answer) => {
      const isFirst = headers["x-livekit-clientinfo"] !== undefined && ++listeners === 1;
      const body = await text(answer);
      const { "content-length": _, ...answered } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, answered);
      response.end(isFirst ? body.replaceAll(/^(a=candidate:(?:\S+ ){5})\d+/gm, "$19") : body);
    });
    request.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, listeners: () => listeners };
}

const log = { info() {}, warn() {}, error() {} };

/** LiveKit as far as its API shows that somebody publishes to `room`, without sending anything. */
async function publishedOnPaper(room: string) {
  const answers: Record<string, object> = {
    ListRooms: { rooms: [{ name: room }] },
    ListParticipants: { participants: [] },
    GetParticipant: { sid: "PA_1", identity: "publisher", state: "ACTIVE" },
  };
  const server = createServer((request, response) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(answers[request.url?.split("/").at(-1) ?? ""] ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, apiKey: "test", apiSecret: "a secret of the tests, long enough" };
}

test("R-OPEN-71: a room that was held in an earlier term of this node is not held in the next", async () => {
  const livekit = openLivekit(await publishedOnPaper("luna"), log);
  await livekit.begin();
  await livekit.hold("luna", true);
  expect(livekit.rooms().get("luna")?.held).toBe(true);
  await livekit.end();
  await livekit.begin();
  expect(livekit.rooms().get("luna")?.held).toBe(false);
  await livekit.end();
});

describe.skipIf(livekitServer === null)("LiveKit", () => {
  let rig: LivekitRig;
  beforeAll(async () => {
    rig = await startTestLivekit();
  });
  afterAll(() => rig.stop());
  const kinds = () => rig.events.map(({ kind }) => kind);

  test("that cannot be reached, or does not take our key, is reported at the start", async () => {
    const { settings } = rig.server;
    await expect(connectLivekit({ ...settings, url: "http://127.0.0.1:9" }, log)).rejects.toThrow();
    await expect(connectLivekit({ ...settings, apiSecret: "another secret" }, log)).rejects.toThrow();
  });

  test("of which nothing is heard of a publisher at first is listened to again", async () => {
    const { url, listeners } = await deafAtFirst(rig.server.settings.url);
    const other = await connectLivekit({ ...rig.server.settings, url }, log);
    const { sessionId } = await rig.live("deaf");
    await until(() => other.rooms().get("deaf")?.mediaReceiving, "their media to be seen");
    expect(other.rooms().get("deaf")?.publisherSessionId).toBe(sessionId);
    expect(listeners()).toBeGreaterThan(1);
    await other.stop();
  });

  test("R-OPEN-60: cuts viewers whom an earlier process let in", async () => {
    await rig.live("earlier");
    const viewer = await rig.viewer("earlier", "fan:1|public");
    await until(() => viewer.rtp.length > 20, "pictures");
    const later = await connectLivekit(rig.server.settings, log);
    expect(later.viewers()).toEqual([]);
    await later.endViewers("earlier", (tag) => tag !== "fan:1|public");
    await until(() => !viewer.isOpen(), "the viewer to be cut");
    await later.stop();
  });

  test("R-OPEN-60: ends those for whom none of its parts answers, and no longer has them in its list", async () => {
    await rig.live("unanswered");
    const viewer = await rig.viewer("unanswered", "fan:1|public");
    await until(() => viewer.rtp.length > 20, "pictures");
    const { url, asked } = await withoutAnswers(rig.server.settings.url, "RemoveParticipant", 3);
    const api = livekitApi({ ...rig.server.settings, url });
    const viewers = async () =>
      (await api.participants("unanswered")).flatMap(({ identity }) =>
        identity.startsWith("viewer ") ? identity : [],
      );
    const [identity = ""] = await viewers();
    await Promise.all([api.remove("unanswered", identity), api.remove("unanswered", identity)]);
    expect(asked()).toBeGreaterThan(3);
    expect(await viewers()).toEqual([]);
    await until(() => !viewer.isOpen(), "the viewer to be cut");
  });

  test("R-OPEN-60: that is killed loses everybody, a cut meanwhile fails, and everybody may join again", async () => {
    await rig.live("killed");
    const viewer = await rig.viewer("killed", "fan:1|public");
    await until(() => viewer.rtp.length > 20, "pictures");
    await rig.server.kill();
    // A caller who cannot be sure that viewers are cut must not go on as if they were.
    await expect(rig.media.endViewers("killed")).rejects.toThrow();
    await until(() => kinds().includes("engine-down"), "the end");
    expect(rig.media.healthy()).toBe(false);
    expect(rig.media.rooms().size).toBe(0);
    const { offerSdp, close } = await makeOffer({ role: "publisher" });
    expect(await rig.media.publish("killed", offerSdp)).toEqual({ ok: false, refusal: "engine_down" });
    close();
    await rig.server.start();
    await until(() => kinds().includes("engine-restarted"), "the return");
    expect(rig.media.healthy()).toBe(true);
    await rig.live("killed");
    const again = await rig.viewer("killed", "fan:1|public");
    await until(() => again.rtp.length > 20, "pictures again");
  });
});
