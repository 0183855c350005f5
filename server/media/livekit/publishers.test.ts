import { ParticipantInfo } from "@livekit/protocol";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { MediaEvent } from "../media-engine.ts";
import type { LivekitApi } from "./livekit-api.ts";
import { followPublishers } from "./publishers.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

/** Publishers of a LiveKit that names `named` as the publisher of every room. */
function follow() {
  const events: MediaEvent[] = [];
  const livekit = { named: null as string | null };
  const api = {
    rooms: async () => ["luna"],
    publisher: async () => (livekit.named === null ? null : new ParticipantInfo({ sid: livekit.named })),
  };
  const publishers = followPublishers({
    api: api as unknown as LivekitApi,
    log: { warn() {} },
    emit: (event) => void events.push(event),
  });
  const connect = (participantId: string) =>
    publishers.connect("luna", async () => ({ ok: true, participantId, sdp: "" }));
  /** So many seconds, in each of which LiveKit is asked. */
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      await publishers.refreshAll();
      vi.advanceTimersByTime(1_000);
    }
    await publishers.refreshAll();
  };
  return { livekit, publishers, connect, pass, kinds: () => events.map(({ kind }) => kind) };
}

test("who is let in slowly is no publisher that has ended", async () => {
  const { livekit, publishers, connect, pass, kinds } = follow();
  await connect("PA_1");
  await pass(5);
  expect(kinds()).toEqual([]);
  livekit.named = "PA_1";
  await pass(1);
  expect(publishers.of("luna")?.sessionId).toBe("PA_1");
  expect(kinds()).toEqual([]);
});

test("who was let in and never comes has ended, and is there again once LiveKit names them", async () => {
  const { livekit, publishers, connect, pass, kinds } = follow();
  await connect("PA_1");
  await pass(11);
  expect([publishers.of("luna"), kinds()]).toEqual([null, ["publisher-ended", "session-closed"]]);
  livekit.named = "PA_1";
  await pass(1);
  expect(publishers.of("luna")?.sessionId).toBe("PA_1");
});

test("whom LiveKit names no more has ended within seconds; whom another replaced is not taken up again", async () => {
  const { livekit, publishers, connect, pass, kinds } = follow();
  await connect("PA_1");
  livekit.named = "PA_1";
  await pass(1);
  await connect("PA_2");
  await pass(1);
  expect([publishers.of("luna")?.sessionId, kinds()]).toEqual(["PA_2", ["session-closed"]]);
  livekit.named = "PA_2";
  await pass(1);
  livekit.named = null;
  await pass(1);
  expect(publishers.of("luna")).toBeNull();
  expect(kinds()).toEqual(["session-closed", "publisher-ended", "session-closed"]);
});
