import { expect, test } from "vitest";
import { address, stream, streamOf, studio, track } from "#testing/web/media/publishing-engine.ts";

async function live() {
  const s = studio();
  s.session.start(address, stream);
  await s.pass(0);
  s.last().become("connected");
  expect(s.session.get().phase).toBe("live");
  return s;
}

test("The offer is posted with the stream key, and a connected transport means live", async () => {
  const s = await live();
  expect(s.requests[0]).toEqual({ method: "POST", url: address.url, bearer: "secret" });
  expect(s.last().senders.map((sender) => sender.track.kind)).toEqual(["audio", "video"]);
});

test("Resolution, frame rate and bit rate are read every second", async () => {
  const s = await live();
  await s.pass(1_000);
  expect(s.session.get().uplink).toMatchObject({
    width: 720,
    height: 1280,
    framesPerSecond: 30,
    kilobitsPerSecond: null,
  });
  s.last().bytesSent = 312_500;
  await s.pass(1_000);
  expect(s.session.get().uplink?.kilobitsPerSecond).toBe(2_500);
});

test("A transport that is shaky for a moment keeps its session", async () => {
  const s = await live();
  s.last().become("disconnected");
  await s.pass(1_500);
  s.last().become("connected");
  await s.pass(10_000);
  expect(s.session.get().phase).toBe("live");
  expect(s.posts()).toBe(1);
});

test.each(["disconnected", "failed"] as const)(
  "A transport that is %s and stays so is replaced by itself",
  async (state) => {
    const s = await live();
    s.last().become(state);
    await s.pass(2_000);
    expect(s.session.get()).toMatchObject({ phase: "reconnecting", uplink: null });
    expect(s.peers[0]?.closed).toBe(true);
    await s.pass(500);
    expect(s.posts()).toBe(2);
    s.last().become("connected");
    expect(s.session.get()).toMatchObject({ phase: "live", attempt: 0 });
    expect(s.deletes()).toEqual([]);
  },
);

test("A receiver that reports nothing for four seconds is lost, although ICE has not noticed yet", async () => {
  const s = await live();
  for (let second = 0; second < 10; second += 1) await s.pass(1_000);
  expect(s.session.get().phase).toBe("live");
  s.last().reports = false;
  for (let second = 0; second < 3; second += 1) await s.pass(1_000);
  expect(s.session.get().phase).toBe("live");
  await s.pass(1_000);
  await s.pass(500);
  expect(s.session.get().phase).toBe("reconnecting");
  expect(s.posts()).toBe(2);
});

test("While the engine restarts it is asked again with growing, bounded waits, and found again", async () => {
  const s = await live();
  s.engine.status = 503;
  s.last().become("failed");
  for (let second = 0; second < 60; second += 1) await s.pass(1_000);
  expect(s.session.get().phase).toBe("reconnecting");
  const asked = s.posts();
  for (let second = 0; second < 10; second += 1) await s.pass(1_000);
  expect(s.posts() - asked).toBeGreaterThanOrEqual(2);
  expect(s.posts() - asked).toBeLessThanOrEqual(5);
  s.engine.status = 201;
  await s.pass(5_000);
  s.last().become("connected");
  expect(s.session.get().phase).toBe("live");
});

test("Coming back online does not wait for the next try", async () => {
  const s = await live();
  s.engine.status = 0;
  s.last().become("failed");
  for (let second = 0; second < 30; second += 1) await s.pass(1_000);
  s.engine.status = 201;
  const before = s.posts();
  s.session.networkChanged();
  await s.pass(0);
  expect(s.posts()).toBe(before + 1);
});

test("A refused key is said at once and not tried again", async () => {
  const s = studio();
  s.engine.status = 401;
  s.session.start(address, stream);
  await s.pass(60_000);
  expect(s.session.get()).toMatchObject({ phase: "refused", refusal: "key_refused" });
  expect(s.posts()).toBe(1);
});

test("When another encoder takes the room over, this one steps back instead of fighting", async () => {
  const s = await live();
  s.engine.elsewhere = true;
  s.last().become("failed");
  await s.pass(60_000);
  expect(s.session.get().phase).toBe("taken");
  expect(s.posts(), "it asked for its own place and for an empty one").toBe(3);
  await s.pass(60_000);
  expect(s.posts()).toBe(3);
  s.session.start(address, stream);
  await s.pass(0);
  expect(s.session.get().phase, "going live on purpose takes the room back").toBe("connecting");
  s.last().become("connected");
  expect(s.session.get().phase).toBe("live");
});

/** A studio whose second session the engine has opened, while its answer was lost. */
async function withLostAnswer() {
  const s = await live();
  s.engine.status = 0;
  s.last().become("failed");
  await s.pass(500);
  expect(s.posts()).toBe(2);
  s.engine.status = 201;
  s.engine.elsewhere = true;
  return s;
}

test("A session of our own whose answer was lost is waited for, and is no other encoder", async () => {
  const s = await withLostAnswer();
  for (let second = 0; second < 15; second += 1) await s.pass(1_000);
  expect(s.session.get().phase).toBe("reconnecting");
  s.engine.elsewhere = false;
  await s.pass(5_000);
  s.last().become("connected");
  expect(s.session.get().phase).toBe("live");
});

test("Another encoder that took the room while an answer was lost is believed after twenty seconds", async () => {
  const s = await withLostAnswer();
  for (let second = 0; second < 25; second += 1) await s.pass(1_000);
  expect(s.session.get().phase).toBe("taken");
  const asked = s.posts();
  await s.pass(60_000);
  expect(s.posts()).toBe(asked);
});

test("An offer that a change of network has overtaken is no other encoder", async () => {
  const s = await live();
  s.session.networkChanged();
  s.engine.elsewhere = true;
  s.session.networkChanged();
  await s.pass(0);
  expect(s.session.get().phase).toBe("reconnecting");
  s.engine.elsewhere = false;
  await s.pass(500);
  s.last().become("connected");
  for (const late of ["1", "2"]) s.session.publishes(late);
  expect(s.session.get().phase, "the word of the sessions before comes late").toBe("live");
});

test("An engine that has forgotten our session, as after its restart, is published to again", async () => {
  const s = await live();
  s.engine.restarted = true;
  s.last().become("failed");
  await s.pass(500);
  s.last().become("connected");
  expect(s.session.get().phase).toBe("live");
  expect(s.posts()).toBe(3);
});

test("An answered offer without a transport is tried again", async () => {
  const s = studio();
  s.session.start(address, stream);
  await s.pass(10_000);
  await s.pass(1_000);
  expect(s.posts()).toBe(2);
  expect(s.session.get().phase).toBe("connecting");
});

test("An answer that the browser cannot read is given back and tried again", async () => {
  const s = studio();
  s.engine.sdp = "broken";
  s.session.start(address, stream);
  await s.pass(0);
  expect(s.deletes()).toHaveLength(1);
  s.engine.sdp = "answer";
  await s.pass(500);
  s.last().become("connected");
  expect(s.session.get().phase).toBe("live");
});

test("Another camera replaces the first without a new session", async () => {
  const s = await live();
  const second = track("video", "second");
  s.session.send(streamOf(track("audio"), second));
  await s.pass(0);
  expect(s.last().senders.at(-1)?.track).toBe(second);
  expect(s.posts()).toBe(1);
});

test("A track that the running session cannot take is sent by a new one", async () => {
  const s = await live();
  s.last().replaces = false;
  const second = track("video", "second");
  s.session.send(streamOf(track("audio"), second));
  await s.pass(0);
  expect(s.session.get().phase).toBe("reconnecting");
  await s.pass(500);
  expect(s.posts()).toBe(2);
  expect(s.last().senders.at(-1)?.track).toBe(second);
});

test.each(["first", "second"])(
  "A camera that is exchanged while the %s session is set up is what it sends",
  async (which) => {
    const s = which === "first" ? studio() : await live();
    if (which === "first") s.session.start(address, stream);
    else s.session.networkChanged();
    const next = track("video", "second");
    s.session.send(streamOf(track("audio"), next));
    await s.pass(0);
    expect(s.last().senders.at(-1)?.track).toBe(next);
  },
);

test("A stream in place of a lost one is sent at once, and by every later session", async () => {
  const s = await live();
  const tracks = [track("audio", "second"), track("video", "second")];
  s.session.send(streamOf(...tracks));
  await s.pass(0);
  expect(s.last().senders.map((sender) => sender.track)).toEqual(tracks);
  s.last().become("failed");
  await s.pass(500);
  expect(s.posts()).toBe(2);
  expect(s.last().senders.map((sender) => sender.track)).toEqual(tracks);
});

test("Stopping deletes the session at the engine; nothing is tried afterwards", async () => {
  const s = await live();
  await s.session.stop();
  expect(s.deletes()).toEqual(["http://media.test/whip/session/1"]);
  expect(s.requests.at(-1)?.bearer).toBe("secret");
  expect(s.session.get()).toEqual({
    phase: "idle",
    attempt: 0,
    refusal: null,
    noPicture: null,
    uplink: null,
  });
  await s.pass(60_000);
  expect(s.posts()).toBe(1);
});

test("Stopping while the answer is on its way releases what it brings", async () => {
  const s = studio();
  s.session.start(address, stream);
  void s.session.stop();
  await s.pass(0);
  expect(s.deletes()).toHaveLength(1);
  expect(s.peers.every((peer) => peer.closed)).toBe(true);
  expect(s.session.get().phase).toBe("idle");
});

test.each([
  ["a server without a place", { status: 503, code: "too_many" }, "full", 0],
  ["an engine that is down", { status: 503, code: "engine_down" }, "server_away", 6_000],
  ["a server that does not answer", { status: 0 }, "server_away", 6_000],
  ["a transport that is never made", {}, "network", 6_000],
  ["a TURN server that takes none of what we named", { relayError: 401 }, "server_away", 6_000],
  ["a TURN server that is not reached", { relayError: 701 }, "network", 6_000],
] as const)(
  "%s is the cause that the studio says, at once or after six seconds",
  async (_what, engine, cause, ms) => {
    const s = studio();
    Object.assign(s.engine, engine);
    s.session.start(address, stream);
    for (let passed = 0; passed < ms - 500; passed += 500) await s.pass(500);
    await s.pass(0);
    expect(s.session.get().noPicture).toBe(ms === 0 ? cause : null);
    await s.pass(500);
    expect(s.session.get()).toMatchObject({ phase: "connecting", noPicture: cause });
    s.engine.status = 201;
    await s.pass(5_000);
    s.last().become("connected");
    expect(s.session.get()).toMatchObject({ phase: "live", noPicture: null });
  },
);

test.each([
  ["without WebRTC", { hasWebRtc: false }, "no_webrtc"],
  ["without a common codec", { status: 422 }, "format"],
] as const)("A browser %s cannot publish, which is said at once", async (_what, engine, refusal) => {
  const s = studio();
  Object.assign(s.engine, engine);
  s.session.start(address, stream);
  await s.pass(0);
  expect(s.session.get()).toMatchObject({ phase: "refused", refusal });
});
