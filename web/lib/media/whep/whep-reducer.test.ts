import { expect, test } from "vitest";
import type { WhepConnection } from "./whep-connection.ts";
import { playbackAfter } from "./whep-reducer.ts";
import { idlePlayback, type Playback, type PlaybackAttempt, type PlaybackEvent } from "./whep-state.ts";

const connection = (sessionId: string) => ({ sessionId, stream: {} }) as WhepConnection;
const asked = (attempt: number, change: Partial<PlaybackAttempt> = {}): PlaybackAttempt => ({
  attempt,
  given: undefined,
  layer: "auto",
  rung: "webrtc",
  insist: false,
  ...change,
});
const started: PlaybackEvent = { kind: "started", address: undefined };
const frames: PlaybackEvent = { kind: "frames_decoded", added: 6, latency: null };
const first = connection("1");
const connected: PlaybackEvent = { kind: "connected", asked: asked(1), connection: first };

/** A player after these events, and what its last one asks to be done. */
function after(...events: readonly PlaybackEvent[]) {
  let step = { state: idlePlayback as Playback, effects: [] } as ReturnType<typeof playbackAfter>;
  for (const event of events) step = playbackAfter(step.state, event);
  return { ...step, kinds: step.effects.map(({ kind }) => kind) };
}

test("R-OPEN-60: a player connects, adopts its session and plays with the first decoded frame", () => {
  expect(after(started)).toMatchObject({
    state: { view: { phase: "connecting" }, isConnecting: true },
    kinds: ["cancel_retry", "connect"],
  });
  expect(after(started, connected).kinds).toEqual(["watch_frames"]);
  expect(after(started, connected, frames).state.view).toMatchObject({ phase: "playing", hasPlayed: true });
});

test("When the picture returns before its replacement, the replacement is dropped", () => {
  const second = connection("2");
  const { state, effects } = after(started, connected, frames, { kind: "network_changed" }, frames, {
    kind: "connected",
    asked: asked(2),
    connection: second,
  });
  expect(effects).toEqual([{ kind: "close", connection: second }]);
  expect(state).toMatchObject({ connection: first, isConnecting: false, view: { phase: "playing" } });
});

test("R-LIVE-10: a session by the room's new address replaces the one that plays", () => {
  const second = connection("2");
  const { state, kinds } = after(
    started,
    connected,
    frames,
    { kind: "switched", address: { url: "http://media.test/whep/other", token: "second" } },
    frames,
    { kind: "connected", asked: asked(2, { insist: true }), connection: second },
  );
  expect(kinds).toEqual(["close", "watch_frames"]);
  expect(state.connection).toBe(second);
});

test("The answer of an overtaken attempt is closed, and its refusal is thrown away", () => {
  const late = after(started, { kind: "network_changed" }, connected);
  expect(late.kinds).toEqual(["close"]);
  expect(late.state.connection).toBeNull();
  const refused = after(
    started,
    { kind: "network_changed" },
    { kind: "refused", asked: asked(1), refusal: "refused" },
  );
  expect(refused.state.view.phase).toBe("connecting");
});

test("Leaving while the answer is on its way releases what it brings", () => {
  expect(after(started, { kind: "left" }, connected)).toMatchObject({
    state: { view: { phase: "idle", stream: null } },
    effects: [{ kind: "close", connection: first }],
  });
});

test("A page that replaces its own old session by a new one goes on", () => {
  const replaced: PlaybackEvent = { kind: "replaced", sessionId: "1" };
  expect(after(started, connected, frames, replaced).state.view.phase).toBe("elsewhere");
  const own = after(started, connected, frames, { kind: "network_changed" }, replaced);
  expect(own.state.view.phase).toBe("recovering");
});

test("The loss of a session that was already replaced changes nothing", () => {
  const { state, kinds } = after(
    started,
    connected,
    frames,
    { kind: "network_changed" },
    { kind: "connected", asked: asked(2), connection: connection("2") },
    frames,
    { kind: "connection_lost", attempt: 1, why: undefined },
  );
  expect(state.view.phase).toBe("playing");
  expect(kinds).toEqual([]);
});

test("A size that is chosen while a session is on its way is asked of it once it is there", () => {
  const { effects } = after(started, { kind: "layer_preferred", layer: "low" }, connected);
  expect(effects[0]).toEqual({ kind: "prefer_layer", connection: first, layer: "low" });
});
