import { DisconnectReason } from "@livekit/protocol";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type LivekitRig, startTestLivekit } from "#testing/livekit/livekit-rig.ts";
import { livekitServer } from "#testing/livekit/livekit-server.ts";
import { until } from "#testing/until.ts";
import { createSeatAllocator, type Replaced } from "../playback-seats.ts";
import { sessionKindOf } from "../viewer-tag.ts";

describe.skipIf(livekitServer === null)("a page that watches by LiveKit", () => {
  let rig: LivekitRig;
  const replaced: Replaced[] = [];
  beforeAll(async () => {
    rig = await startTestLivekit((media) =>
      createSeatAllocator({
        media,
        limits: { perPersonMax: 1, perAddressMax: 100, perRoomMax: 100, max: 100 },
        kindOf: sessionKindOf,
        onReplaced: (one) => void replaced.push(one),
        log: { error() {} },
      }),
    );
  });
  afterAll(() => rig.stop());

  test("R-OPEN-60: learns by the end of its connection itself that a newer page of the same person took its place", async () => {
    await rig.live("two-tabs");
    const older = await rig.viewer("two-tabs", "fan:1|public");
    const newer = await rig.viewer("two-tabs", "fan:1|public");
    await until(() => !older.isOpen(), "the older one to be ended");
    expect(older.endedFor).toBe(DisconnectReason.DUPLICATE_IDENTITY);
    await until(() => replaced.length > 0, "the event");
    expect(replaced.map(({ sessionId }) => sessionId)).toEqual([older.sessionId]);
    await until(() => newer.rtp.length > 20, "pictures");
    expect([newer.isOpen(), newer.endedFor]).toEqual([true, null]);
  });

  test("R-OPEN-60: is given no such reason when it loses the right to watch, nor is a preview that makes room", async () => {
    await rig.live("cut");
    const preview = await rig.viewer("cut", "fan:2|preview");
    await rig.viewer("cut", "fan:2|preview");
    await until(() => !preview.isOpen(), "the preview's end");
    const viewer = await rig.viewer("cut", "fan:2|public");
    await rig.media.endViewers("cut");
    await until(() => !viewer.isOpen(), "the end");
    expect([preview.endedFor, viewer.endedFor]).toEqual([null, null]);
  });
});
