import { expect, test } from "vitest";
import { OutStream } from "#engine/rtp/out-stream.ts";
import { readRtpHeader } from "#engine/rtp/packet.ts";
import { type ReceivedMedia, ReceiveStream } from "#engine/rtp/receive-stream.ts";
import { readSenderReport } from "#engine/rtp/rtcp-read.ts";
import { createVp8Source } from "#testing/media-engine/vp8-source.ts";

type Feed = { out: OutStream; source: ReceiveStream };

const feed = (out = new OutStream(90_000, 77), ssrc = 1): Feed => ({
  out,
  source: new ReceiveStream(ssrc, "video", 90_000),
});

function push({ out, source }: Feed, packet: Buffer, nowMs = 0, beginsKeyframe = false) {
  const header = readRtpHeader(packet);
  if (!header) throw new Error("unreadable");
  const full = source.receive(header.sequence, header.timestamp, nowMs);
  return full === null ? null : out.push({ ...mediaOf(source, packet, full), beginsKeyframe }, nowMs);
}

function mediaOf(stream: ReceiveStream, packet: Buffer, full: number): ReceivedMedia {
  const header = readRtpHeader(packet);
  if (!header) throw new Error("unreadable");
  return { stream, packet, header, full, beginsKeyframe: false, vp8: null };
}

test("a new source goes on where the last one stopped: same source, next number, later timestamp", () => {
  const first = feed();
  const before = createVp8Source({ firstSequence: 500 })
    .nextFrame()
    .map((packet) => push(first, packet, 0));
  const second = feed(first.out, 2);
  const after = createVp8Source({ ssrc: 9, firstSequence: 40_000, ticksPerFrame: 777 })
    .nextFrame()
    .map((packet) => push(second, packet, 2000));
  const all = [...before, ...after];
  expect(all.map((packet) => (packet?.sequence ?? 0) - (before[0]?.sequence ?? 0))).toEqual([
    0, 1, 2, 3, 4, 5, 6, 7,
  ]);
  expect(new Set(all.map((packet) => packet?.bytes.readUInt32BE(8)))).toEqual(new Set([first.out.ssrc]));
  expect((after[0]?.timestamp ?? 0) - (before[0]?.timestamp ?? 0)).toBe(2 * 90_000);
});

test("a late packet keeps its place, and one from before the publisher's turn is left out", () => {
  const first = feed();
  const [a, b, c] = createVp8Source().nextFrame() as [Buffer, Buffer, Buffer];
  const [early, late] = [push(first, a), push(first, c)];
  expect((late?.sequence ?? 0) - (early?.sequence ?? 0)).toBe(2);
  expect(push(first, b)?.sequence).toBe((early?.sequence ?? 0) + 1);

  const source = new ReceiveStream(5, "video", 90_000);
  expect(first.out.push(mediaOf(source, a, 1000), 0)).not.toBeNull();
  expect(first.out.push(mediaOf(source, a, 999), 0)).toBeNull();
});

test("a joiner is given everything since a keyframe of the last second, and nothing older", () => {
  const room = feed();
  const source = createVp8Source();
  source.nextFrame({ keyframe: false }).forEach((packet) => {
    push(room, packet);
  });
  expect(room.out.sinceKeyframe(0)).toBeNull();
  for (const [index, packet] of source.nextFrame({ keyframe: true }).entries())
    push(room, packet, 100, index === 0);
  for (const packet of source.nextFrame()) push(room, packet, 140);
  const burst = room.out.sinceKeyframe(1000);
  expect(burst?.length).toBe(8);
  expect(burst?.[0]?.beginsKeyframe).toBe(true);
  expect(room.out.sinceKeyframe(1101)).toBeNull();
});

test("nobody begins with what came before a seal, and what comes late of it is left out", () => {
  const sealed = feed();
  const source = createVp8Source();
  const [a, b, ...rest] = source.nextFrame({ keyframe: true }) as [Buffer, Buffer, ...Buffer[]];
  const first = push(sealed, a, 0, true);
  for (const packet of rest) push(sealed, packet);
  expect(sealed.out.sinceKeyframe(0)?.length).toBe(rest.length + 1);
  sealed.out.seal();
  expect([sealed.out.sinceKeyframe(0), sealed.out.keyframeAgeMs(0)]).toEqual([null, Infinity]);
  expect(push(sealed, b, 0, true), "a repeat of what was lost").toBeNull();
  const [next] = source.nextFrame({ keyframe: true }).map((packet) => push(sealed, packet, 0, true));
  expect((next?.sequence ?? 0) - (first?.sequence ?? 0), "numbered as if nothing had happened").toBe(
    rest.length + 2,
  );
  expect(sealed.out.sinceKeyframe(0)?.[0]).toBe(next);
});

test("a keyframe that is followed by too many packets is no gift to a joiner", () => {
  const room = feed();
  const source = createVp8Source({ packetsPerFrame: 401 });
  for (const [index, packet] of source.nextFrame().entries()) push(room, packet, 0, index === 0);
  expect(room.out.sinceKeyframe(0)).toBeNull();
});

test("packets are kept for repeats until the ring comes round", () => {
  const room = feed();
  const source = createVp8Source({ packetsPerFrame: 1 });
  const first = push(room, source.nextFrame()[0] as Buffer);
  expect(room.out.find(first?.sequence ?? 0)).toBe(first);
  for (let index = 0; index < 1024; index++) push(room, source.nextFrame()[0] as Buffer);
  expect(room.out.find(first?.sequence ?? 0)).toBeNull();
});

test("a sender report speaks of the room's timestamps and of this moment", () => {
  const room = feed();
  const packet = push(room, createVp8Source().nextFrame()[0] as Buffer, 1000);
  expect(room.out.senderReport(1000)).toBeNull();
  const rtpTimestamp = readRtpHeader(createVp8Source().nextFrame()[0] as Buffer)?.timestamp ?? 0;
  room.source.senderReport = {
    report: { ssrc: 1, ntpSeconds: 5000, compactNtp: 0, rtpTimestamp },
    atMs: 1000,
  };
  const report = readSenderReport(room.out.senderReport(1500) ?? Buffer.alloc(0));
  expect(report?.ntpSeconds).toBeCloseTo(5000.5, 3);
  expect(report?.rtpTimestamp).toBe((packet?.timestamp ?? 0) + 45_000);
});
