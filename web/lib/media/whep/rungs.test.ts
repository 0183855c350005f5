import { expect, test } from "vitest";
import type { Finding } from "../no-picture.ts";
import type { WhepConnection, WhepRefusal } from "./whep-connection.ts";
import { playbackAfter } from "./whep-reducer.ts";
import {
  idlePlayback,
  type Playback,
  type PlaybackAttempt,
  type PlaybackEffect,
  type Rung,
} from "./whep-state.ts";

const connection = { sessionId: "1", stream: {} } as WhepConnection;

/** A player whose sessions are asked for and answered as the test says. */
function player() {
  let state: Playback = idlePlayback;
  let effects: readonly PlaybackEffect[] = [];
  let attempt: PlaybackAttempt | null = null;
  function send(event: Parameters<typeof playbackAfter>[1]) {
    ({ state, effects } = playbackAfter(state, event));
    const asking = effects.find((effect) => effect.kind === "connect");
    if (asking) attempt = asking;
    return player;
  }
  const asked = () => {
    if (!attempt) throw new Error("no session was asked for");
    return attempt;
  };
  const player = {
    start: (rung?: Rung) => send({ kind: "started", address: undefined, ...(rung && { rung }) }),
    refuse: (refusal: WhepRefusal) => send({ kind: "refused", asked: asked(), refusal }),
    unsupported: () => send({ kind: "unsupported", asked: asked() }),
    connect: () => send({ kind: "connected", asked: asked(), connection }),
    still: (found: Finding) => send({ kind: "stalled", found }),
    lose: () => send({ kind: "connection_lost", attempt: asked().attempt, why: undefined }),
    play: () => send({ kind: "frames_decoded", added: 1, latency: null }),
    retry: () => send({ kind: "retry_due" }),
    /** By what a session is asked for right now, or in a while. */
    next: () => (effects.some(({ kind }) => kind === "connect") ? asked().rung : `later ${state.rung}`),
    cause: () => {
      const found = effects.find((effect) => effect.kind === "find_cause");
      return found && [found.cause, found.isCertain ? "certain" : "concluded"];
    },
    remembered: () => effects.find((effect) => effect.kind === "rung_worked")?.rung,
    phase: () => state.view.phase,
  };
  return player;
}

test("R-OPEN-60: WebRTC is tried first, and what worked is remembered", () => {
  const webrtc = player().start();
  expect(webrtc.next()).toBe("webrtc");
  expect(webrtc.connect().play().remembered()).toBe("webrtc");
  const https = player().start("https");
  expect(https.next()).toBe("https");
  expect(https.connect().play().remembered()).toBe("https");
});

test("a browser without WebRTC asks over HTTPS at once, and one that has neither is told so", () => {
  const without = player().start().unsupported();
  expect([without.next(), without.phase()]).toEqual(["https", "connecting"]);
  expect(without.connect().play().phase()).toBe("playing");
  expect(player().start().unsupported().unsupported().phase()).toBe("unable");
});

test("no common codec leads to HTTPS at once, and nobody is told of it while that may play", () => {
  const one = player().start().refuse("format");
  expect(one.next()).toBe("https");
  expect(one.cause()).toEqual(["format", "concluded"]);
});

test("a transport that was never made, or was lost before a picture came, leads to HTTPS at once", () => {
  expect(player().start().connect().still("network").next()).toBe("https");
  expect(player().start().connect().lose().next()).toBe("https");
});

test("what had played is first asked for in the same way, and then over HTTPS", () => {
  const one = player().start().connect().play().lose();
  expect(one.next()).toBe("webrtc");
  expect(one.connect().still("network").next()).toBe("https");
});

test.each(["full", "server_away", "unreachable"] as const)(
  "that WebRTC finds us %s leads nowhere else",
  (refusal) => {
    expect(player().start().refuse(refusal).next()).toBe("later webrtc");
  },
);

test("where neither plays, the cause is that of WebRTC, both are tried in turn, and never without a wait", () => {
  const one = player().start().connect().still("network").refuse("network");
  expect(one.cause()).toEqual(["network", "concluded"]);
  expect(one.next()).toBe("later webrtc");
  expect(one.retry().connect().still("network").next()).toBe("https");
  const other = player().start().refuse("format").refuse("format");
  expect(other.cause()).toEqual(["format", "certain"]);
  expect(other.next()).toBe("later webrtc");
  const blocked = player().start().refuse("format").refuse("network");
  expect(blocked.cause()).toEqual(["format", "concluded"]);
});

test("a TURN server that refuses us is our side's fault; HTTPS is tried all the same", () => {
  const one = player().start().connect().still("relay_refused");
  expect([one.next(), one.cause()]).toEqual(["https", ["server_away", "concluded"]]);
  expect(one.refuse("network").cause()).toEqual(["server_away", "concluded"]);
  expect(one.next()).toBe("later webrtc");
});

test("what HTTPS finds on our side is what is said", () => {
  const one = player().start().connect().still("network").refuse("full");
  expect(one.cause()).toEqual(["full", "certain"]);
  expect(one.next()).toBe("later https");
});

test("a browser without WebRTC stays with HTTPS, whatever goes wrong", () => {
  const one = player().start().unsupported().refuse("network");
  expect(one.cause()).toEqual(["network", "concluded"]);
  expect(one.next()).toBe("later https");
});

test("a server without this way is asked by WebRTC again", () => {
  expect(player().start().connect().still("network").unsupported().next()).toBe("webrtc");
});
