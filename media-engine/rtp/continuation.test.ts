import { expect, test } from "vitest";
import { Continuation } from "#engine/rtp/continuation.ts";
import { OutStream } from "#engine/rtp/out-stream.ts";
import { readRtpHeader } from "#engine/rtp/packet.ts";
import { ReceiveStream } from "#engine/rtp/receive-stream.ts";

/** A layer whose clock showed `timestamp` at the publisher's second 100; `push` takes its packet of so many ms later. */
function layerOf(timestamp: number, hasReported = true) {
  const out = new OutStream(90_000, 7);
  const stream = new ReceiveStream(timestamp, "video", 90_000);
  const report = { ssrc: 1, ntpSeconds: 100, compactNtp: 0, rtpTimestamp: timestamp };
  if (hasReported) stream.senderReport = { report, atMs: 0 };
  return {
    push(capturedMs: number, atMs: number) {
      const packet = Buffer.alloc(20);
      packet[0] = 0x80;
      packet.writeUInt32BE((timestamp + capturedMs * 90) >>> 0, 4);
      const header = readRtpHeader(packet);
      const media = header && { stream, packet, header, full: 5, beginsKeyframe: true, vp8: null };
      const pushed = media && out.push(media, atMs);
      if (!pushed) throw new Error("not taken");
      return pushed;
    },
  };
}

/** Milliseconds between the last picture of one layer and the first of another, by the viewer's timestamps. */
function distanceMs(from: ReturnType<typeof layerOf>, to: ReturnType<typeof layerOf>, captured: number[]) {
  const [fromMs = 0, toMs = 0] = captured;
  const last = from.push(fromMs, fromMs);
  const by = new Continuation(last, null);
  const first = to.push(toMs, toMs + 30);
  const after = new Continuation(first, { packet: last, by });
  expect(after.ownSequence(first) - by.ownSequence(last)).toBe(1);
  return ((after.ownTimestamp(first.timestamp) - by.ownTimestamp(last.timestamp)) | 0) / 90;
}

test("pictures of two layers are as far apart as they were captured, by their sender reports, also over a wrap", () => {
  expect(distanceMs(layerOf(1000), layerOf(2 ** 32 - 100), [100, 200])).toBe(100);
});

test("without sender reports, or with ones of unlike clocks, they are as far apart as they arrived", () => {
  expect(distanceMs(layerOf(1000), layerOf(500_000, false), [100, 200])).toBe(130);
  const other = layerOf(500_000);
  expect(distanceMs(layerOf(1000), { push: (ms, atMs) => other.push(ms + 9000, atMs) }, [100, 200])).toBe(
    130,
  );
});

test("a picture that was captured before the last one is shown just after it", () => {
  expect(distanceMs(layerOf(1000), layerOf(500_000), [100, 95])).toBeCloseTo(1 / 90);
});
