import { expect, test } from "vitest";
import type { WhipConnection, WhipOutcome } from "./whip-connection.ts";
import { publicationAfter } from "./whip-reducer.ts";
import { noPublication, type Publication, type PublicationEvent } from "./whip-state.ts";

const connection = (id: string) =>
  ({ session: { url: null, etag: `"${id}"` }, isRelayRefused: () => false }) as WhipConnection;
const first = connection("1");
const started: PublicationEvent = {
  kind: "started",
  address: { url: "http://media.test/whip/luna", key: "secret" },
  stream: {} as MediaStream,
  hasWebRtc: true,
};
const answered = (attempt: number, outcome: WhipOutcome): PublicationEvent => ({
  kind: "offer_answered",
  attempt,
  outcome,
});
const accepted = answered(1, { ok: true, connection: first });
const up: PublicationEvent = { kind: "transport_changed", attempt: 1, change: "up" };

/** A publisher after these events, which all happen at `nowMs`, and what the last one asks to be done. */
function after(events: readonly PublicationEvent[], nowMs = 0, from: Publication = noPublication) {
  let step = { state: from, effects: [] } as ReturnType<typeof publicationAfter>;
  for (const event of events) step = publicationAfter(step.state, event, nowMs);
  return { ...step, kinds: step.effects.map(({ kind }) => kind) };
}

test("Starting twice publishes once", () => {
  expect(after([started]).kinds).toContain("offer");
  expect(after([started, started]).kinds).toEqual([]);
});

test("An accepted offer is waited for until its transport is up, which means live", () => {
  expect(after([started, accepted])).toMatchObject({
    state: { connection: first, lastTag: '"1"', view: { phase: "connecting" } },
    kinds: ["find_cause", "send_tracks", "await_transport"],
  });
  expect(after([started, accepted, up])).toMatchObject({
    state: { view: { phase: "live", attempt: 0 } },
    kinds: ["cancel_timer", "start_stats"],
  });
});

test("Stopping while the answer is on its way ends the session that it brings", () => {
  const { state, effects } = after([started, { kind: "stopped" }, accepted]);
  expect(effects).toEqual([{ kind: "end", connection: first }]);
  expect(state.view.phase).toBe("idle");
});

test("The event that another session publishes is handled at once; our own session is not another one", () => {
  const published = (sessionId: string): PublicationEvent => ({ kind: "session_published", sessionId });
  expect(after([started, accepted, up, published("1")]).state.view.phase).toBe("live");
  const taken = after([started, accepted, up, published("2")]);
  expect(taken.state.view.phase).toBe("taken");
  expect(taken.effects).toContainEqual({ kind: "drop", connection: first });
});

test("Another publisher may be ourselves for twenty seconds after an offer whose answer was lost", () => {
  const lost = answered(1, { ok: false, refusal: "unreachable" });
  const { state } = after([started, lost, { kind: "retry_due" }], 1_000);
  const other = answered(2, { ok: false, refusal: "other_publisher" });
  expect(after([other], 20_999, state).kinds).toEqual(["retry"]);
  expect(after([other], 21_000, state).state.view.phase).toBe("taken");
});

test("A receiver that reports nothing for four seconds is lost", () => {
  const sample = (silentSamples: number): PublicationEvent => ({
    kind: "sampled",
    attempt: 1,
    uplink: null,
    count: { silentSamples } as Extract<PublicationEvent, { kind: "sampled" }>["count"],
  });
  expect(after([started, accepted, up, sample(3)]).state.view.phase).toBe("live");
  expect(after([started, accepted, up, sample(4)])).toMatchObject({
    state: { view: { phase: "reconnecting", attempt: 1 } },
    kinds: ["cancel_timer", "stop_stats", "drop", "retry"],
  });
});
