import { expect, test } from "vitest";
import { fakeEngine } from "#testing/web/media/watching-engine.ts";

const first = { url: "http://media.test/whep/luna", token: "first" };

async function playing() {
  const engine = fakeEngine();
  engine.session.start(first);
  await engine.pass(1_000, { frames: true });
  expect(engine.session.get().phase).toBe("playing");
  return engine;
}

test("R-OPEN-60: the offer is posted with the bearer token and the first decoded frame means playing", async () => {
  const engine = fakeEngine();
  expect(engine.session.get().phase).toBe("idle");
  engine.session.start(first);
  expect(engine.session.get().phase).toBe("connecting");
  await engine.pass(500);
  expect(engine.session.get().phase).toBe("connecting");
  expect(engine.requests).toEqual([{ method: "POST", url: first.url, token: "first" }]);
  await engine.pass(500, { frames: true });
  expect(engine.session.get()).toMatchObject({ phase: "playing", attempt: 0, hasPlayed: true });
  expect(engine.peers[0]?.answer).toBe("answer");
});

test("R-LIVE-23: the latency shown is the time in buffer and decoder plus half a round trip, in tenths of a second", async () => {
  const engine = await playing();
  expect(engine.session.get()).toMatchObject({ moving: true, latency: { ms: 800, from: "server" } });
});

test("R-LIVE-23: a picture that stands is not called live, and has no latency, before it counts as a stall", async () => {
  const engine = await playing();
  await engine.pass(750);
  expect(engine.session.get()).toMatchObject({ phase: "playing", moving: false, latency: null });
  await engine.pass(500, { frames: true });
  expect(engine.session.get()).toMatchObject({ phase: "playing", moving: true, latency: { ms: 800 } });
  engine.session.paused();
  expect(engine.session.get()).toMatchObject({ phase: "waiting", moving: false, latency: null });
});

test("Decoded frames are counted over all sessions", async () => {
  const engine = await playing();
  const before = engine.framesTotal;
  engine.session.networkChanged();
  await engine.pass(1_000, { frames: true });
  expect(engine.framesTotal).toBeGreaterThan(before);
});

test("Two seconds without a frame are a stall, answered by a new session with a fresh token", async () => {
  const engine = await playing();
  await engine.pass(1_500);
  expect(engine.session.get().phase).toBe("playing");
  await engine.pass(750);
  expect(engine.session.get()).toMatchObject({ phase: "stalled", attempt: 1 });
  expect(engine.requests.filter(({ method }) => method === "POST").at(-1)?.token).toBe("fresh");
  await engine.pass(1_000, { frames: true });
  expect(engine.session.get()).toMatchObject({ phase: "playing", attempt: 0 });
  expect(engine.deletes()).toEqual(["http://media.test/whep/session/1"]);
  expect(engine.peers[0]?.closed).toBe(true);
});

test("A picture that stands because the page is hidden is no stall", async () => {
  const engine = await playing();
  engine.session.setHidden(true);
  await engine.pass(10_000);
  expect(engine.session.get().phase).toBe("playing");
  engine.session.setHidden(false);
  await engine.pass(1_000);
  expect(engine.session.get().phase).toBe("playing");
  await engine.pass(1_500);
  expect(engine.session.get().phase).toBe("stalled");
});

test("An unreachable engine is asked again with growing, bounded waits", async () => {
  const engine = await playing();
  engine.status = 503;
  engine.session.networkChanged();
  await engine.pass(0);
  expect(engine.session.get()).toMatchObject({ phase: "recovering", attempt: 2 });
  const soon = engine.posts();
  await engine.pass(1_000);
  expect(engine.posts()).toBeGreaterThanOrEqual(soon + 1);
  await engine.pass(60_000);
  const before = engine.posts();
  await engine.pass(8_000);
  expect(engine.posts() - before).toBeLessThanOrEqual(2);
  engine.status = 201;
  await engine.pass(9_000, { frames: true });
  expect(engine.session.get().phase).toBe("playing");
});

test.each(["failed", "disconnected"] as const)(
  "A transport that is %s is replaced at once",
  async (state) => {
    const engine = await playing();
    engine.peers[0]?.lose(state);
    expect(engine.session.get()).toMatchObject({ phase: "recovering", attempt: 1 });
    await engine.pass(0);
    expect(engine.posts()).toBe(2);
  },
);

test("Without a publisher the player waits, and plays by itself when the room says that the stream began", async () => {
  const engine = fakeEngine();
  engine.status = 409;
  engine.session.start(first);
  await engine.pass(0);
  expect(engine.session.get().phase).toBe("waiting");
  engine.status = 201;
  engine.session.began();
  await engine.pass(1_000, { frames: true });
  expect(engine.session.get().phase).toBe("playing");
});

test("A waiting player also tries by itself, in case the word of the room is lost", async () => {
  const engine = fakeEngine();
  engine.status = 404;
  engine.session.start(first);
  await engine.pass(60_000);
  expect(engine.session.get().phase).toBe("waiting");
  expect(engine.posts()).toBeLessThan(15);
  engine.status = 201;
  await engine.pass(11_000, { frames: true });
  expect(engine.session.get().phase).toBe("playing");
});

test("R-LIVE-09: a pause keeps the session, and frames that return mean playing without a new one", async () => {
  const engine = await playing();
  engine.status = 409;
  engine.session.paused();
  expect(engine.session.get().phase).toBe("waiting");
  await engine.pass(500);
  expect(engine.session.get().phase).toBe("waiting");
  expect(engine.peers[0]?.closed).toBe(false);
  if (engine.peers[0]) engine.peers[0].framesDecoded += 30;
  await engine.pass(500);
  expect(engine.session.get().phase).toBe("playing");
});

test("R-LIVE-09: while the model takes a break, frames that still come are not shown until the room goes on", async () => {
  const engine = await playing();
  engine.session.paused(true);
  await engine.pass(2_000, { frames: true });
  engine.session.pictured();
  expect(engine.session.get()).toMatchObject({ phase: "waiting", moving: false });
  expect(engine.posts()).toBe(1);
  engine.session.began();
  await engine.pass(1_000, { frames: true });
  expect(engine.session.get()).toMatchObject({ phase: "playing", moving: true });
});

test("R-LIVE-27: a room that is paused on entering is not asked for a picture until it goes on", async () => {
  const engine = fakeEngine();
  engine.session.paused();
  engine.session.start(first);
  expect(engine.session.get().phase).toBe("waiting");
  await engine.pass(60_000);
  engine.session.networkChanged();
  await engine.pass(60_000);
  expect(engine.posts()).toBe(0);
  engine.session.began();
  await engine.pass(1_000, { frames: true });
  expect(engine.session.get().phase).toBe("playing");
  expect(engine.posts()).toBe(1);
});

test("R-LIVE-27: a pause that outlasts the session asks for another one only when the room goes on", async () => {
  const engine = await playing();
  engine.session.paused();
  engine.peers[0]?.lose("disconnected");
  await engine.pass(60_000);
  expect(engine.session.get().phase).toBe("waiting");
  expect(engine.posts()).toBe(1);
  engine.session.began();
  await engine.pass(1_000, { frames: true });
  expect(engine.session.get().phase).toBe("playing");
});

test("R-LIVE-10: another stream and token replace the session even while it plays", async () => {
  const engine = await playing();
  engine.session.switchTo({ url: "http://media.test/whep/other", token: "second" });
  await engine.pass(1_000, { frames: true });
  const posts = engine.requests.filter(({ method }) => method === "POST");
  expect(posts.at(-1)).toEqual({ method: "POST", url: "http://media.test/whep/other", token: "second" });
  expect(engine.peers[0]?.closed).toBe(true);
  expect(engine.session.get().phase).toBe("playing");
});

test.each([
  ["a break", true],
  ["a pause", false],
])(
  "R-LIVE-10, R-LIVE-27: a show that begins in %s ends the session before, and is asked for when the room goes on",
  async (_what, unseen) => {
    const engine = await playing();
    engine.session.paused(unseen);
    engine.session.switchTo({ url: "http://media.test/whep/other", token: "second" });
    expect(engine.peers[0]?.closed).toBe(true);
    await engine.pass(60_000);
    engine.session.networkChanged();
    await engine.pass(60_000);
    expect(engine.session.get()).toMatchObject({ phase: "waiting", missingSeconds: 0, stream: null });
    expect(engine.posts()).toBe(1);
    engine.session.began();
    await engine.pass(1_000, { frames: true });
    expect(engine.session.get().phase).toBe("playing");
    expect(engine.requests.filter(({ method }) => method === "POST").at(-1)?.token).toBe("fresh");
  },
);

test("An expired first token is replaced at once", async () => {
  const engine = fakeEngine();
  engine.status = 401;
  engine.session.start(first);
  await engine.pass(0);
  expect(engine.requests.map(({ token }) => token)).toEqual(["first", "fresh"]);
});

test("Someone who may not watch is refused and nothing is tried again", async () => {
  const engine = await playing();
  engine.fresh = { ok: false, refusal: "refused" };
  engine.session.networkChanged();
  await engine.pass(0);
  expect(engine.session.get().phase).toBe("refused");
  const before = engine.posts();
  await engine.pass(30_000);
  expect(engine.posts()).toBe(before);
});

test("Leaving deletes the session at the engine and closes the connection", async () => {
  const engine = await playing();
  engine.session.leave();
  expect(engine.deletes()).toEqual(["http://media.test/whep/session/1"]);
  expect(engine.requests.at(-1)?.token).toBe("first");
  expect(engine.peers[0]?.closed).toBe(true);
  expect(engine.session.get()).toMatchObject({ phase: "idle", stream: null });
  await engine.pass(10_000);
  expect(engine.posts()).toBe(1);
});

test("Leaving while the answer is on its way releases what it brings", async () => {
  const engine = fakeEngine();
  engine.session.start(first);
  engine.session.leave();
  await engine.pass(0);
  expect(engine.peers.every(({ closed }) => closed)).toBe(true);
  expect(engine.deletes()).toHaveLength(1);
});

test("R-LIVE-06: an ended stream stays ended until it begins again", async () => {
  const engine = await playing();
  engine.session.ended();
  await engine.pass(20_000);
  expect(engine.session.get().phase).toBe("ended");
  expect(engine.posts()).toBe(1);
  engine.session.began();
  await engine.pass(1_000, { frames: true });
  expect(engine.session.get().phase).toBe("playing");
});

test("An answer that the browser cannot read is given back and tried again", async () => {
  const engine = fakeEngine();
  engine.sdp = "broken";
  engine.session.start(first);
  await engine.pass(0);
  expect(engine.deletes()).toHaveLength(1);
  expect(engine.session.get()).toMatchObject({ phase: "connecting", attempt: 1 });
  engine.sdp = "answer";
  await engine.pass(1_500, { frames: true });
  expect(engine.session.get().phase).toBe("playing");
});

test("A frame seen by the video element means playing before the next sample of the statistics", async () => {
  const engine = fakeEngine();
  engine.session.pictured();
  expect(engine.session.get().phase).toBe("idle");
  engine.session.start(first);
  await engine.pass(0);
  engine.session.pictured();
  expect(engine.session.get().phase).toBe("playing");
});

test("A session that ends for a newer one of the same person rests, says so, and plays again when asked", async () => {
  const engine = await playing();
  engine.session.replaced("another");
  expect(engine.session.get().phase).toBe("playing");
  engine.session.replaced("1");
  expect(engine.session.get()).toMatchObject({ phase: "elsewhere", stream: null });
  const before = engine.posts();
  engine.session.networkChanged();
  engine.session.began();
  await engine.pass(30_000);
  expect(engine.posts()).toBe(before);
  engine.session.resume();
  await engine.pass(1_000, { frames: true });
  expect(engine.session.get().phase).toBe("playing");
});

test("R-OPEN-60: where the browser plays nothing before a press, nothing is asked for or kept until then", async () => {
  const engine = await playing();
  engine.session.blocked();
  expect(engine.session.get()).toMatchObject({ phase: "blocked", stream: null, missingSeconds: 0 });
  expect(engine.deletes()).toHaveLength(1);
  const before = engine.posts();
  engine.session.networkChanged();
  engine.session.began();
  await engine.pass(30_000);
  expect([engine.posts(), engine.session.get().noPicture]).toEqual([before, null]);
  engine.session.resume();
  await engine.pass(1_000, { frames: true });
  expect(engine.session.get().phase).toBe("playing");
});

type Engine = ReturnType<typeof fakeEngine>;
const serverRefuses =
  (status: number, code = "") =>
  (engine: Engine) =>
    Object.assign(engine, { status, code });

test.each([
  ["a browser without WebRTC", (engine) => (engine.hasWebRtc = false), "no_webrtc", 0],
  ["no common codec", serverRefuses(422, "unsupported_codec"), "format", 0],
  [
    "an answer that refuses the picture",
    (engine) => (engine.sdp = "v=0\r\nm=video 0 UDP/TLS 96\r\n"),
    "format",
    0,
  ],
  ["a full server", serverRefuses(503, "too_many"), "full", 0],
  ["an address with too many", serverRefuses(429, "too_many_from_address"), "full", 0],
  ["an engine that is down", serverRefuses(503, "engine_down"), "server_away", 6_000],
  ["a transport that is never made", (engine) => (engine.transport = "connecting"), "network", 6_000],
  [
    "a TURN server that takes none of what we named",
    (engine) => Object.assign(engine, { transport: "connecting", relayError: 401 }),
    "server_away",
    6_000,
  ],
  [
    "a TURN server that is not reached",
    (engine) => Object.assign(engine, { transport: "connecting", relayError: 701 }),
    "network",
    6_000,
  ],
  ["a transport over which nothing comes", () => {}, "server_away", 6_000],
  ["packets that nothing decodes", (engine) => (engine.packets = 300), "format", 6_000],
  ["nobody who publishes", serverRefuses(409, "no_publisher"), "publisher_away", 0],
] as const satisfies [string, (engine: Engine) => unknown, string, number][])(
  "R-OPEN-60: %s is the cause that is said, at once or after six seconds",
  async (_what, arrange, cause, afterMs) => {
    const engine = fakeEngine();
    arrange(engine);
    engine.session.start(first);
    await engine.pass(Math.max(0, afterMs - 250));
    expect(engine.session.get().noPicture).toBe(afterMs === 0 ? cause : null);
    await engine.pass(250);
    expect(engine.session.get().noPicture).toBe(cause);
    expect(engine.session.get().phase === "unable").toBe(cause === "no_webrtc");
  },
);

test("That no answer comes at all has no cause: it may be the device's network or our side", async () => {
  const engine = fakeEngine();
  engine.status = 0;
  engine.session.start(first);
  await engine.pass(9_000);
  expect(engine.session.get()).toMatchObject({ phase: "connecting", missingSeconds: 8, noPicture: null });
});

test("A cause that has passed is not said any more, and that of a stall counts from when the picture stopped", async () => {
  const engine = await playing();
  engine.transport = "connecting";
  engine.peers[0]?.lose("failed");
  await engine.pass(6_000);
  expect(engine.session.get()).toMatchObject({ noPicture: "network", missingSeconds: 2 });
  engine.transport = "connected";
  await engine.pass(10_000, { frames: true });
  expect(engine.session.get()).toMatchObject({ phase: "playing", noPicture: null });
  engine.session.ended();
  expect(engine.session.get().noPicture).toBeNull();
});

test("A picture that was there and is lost in packets fails by the network, not by its format", async () => {
  const engine = await playing();
  Object.assign(engine, { packets: 6, lost: 4 });
  await engine.pass(8_000);
  expect(engine.session.get().noPicture).toBe("network");
});
