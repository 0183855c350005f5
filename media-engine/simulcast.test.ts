import { describe, expect, test } from "vitest";
import type { LayerPreference } from "#engine/layer-choice.ts";
import { Publisher } from "#engine/publisher.ts";
import { Room } from "#engine/room.ts";
import { extensionUris } from "#engine/rtp/extensions.ts";
import { readRtpHeader } from "#engine/rtp/packet.ts";
import { asksForKeyframe, feedbackSource, rtcpParts } from "#engine/rtp/rtcp-read.ts";
import { buildFeedback, buildNack, buildReceiverReport } from "#engine/rtp/rtcp-write.ts";
import { readVp8Descriptor } from "#engine/rtp/vp8-descriptor.ts";
import { Session } from "#engine/session.ts";
import { Viewer } from "#engine/viewer.ts";
import {
  createH264LayerSources,
  createLayerSources,
  type Rid,
  ridExtensionId,
  ridOf,
} from "#testing/media-engine/simulcast.ts";

const common = { rtxPayloadType: 97, clockHz: 90_000, channels: null, parameters: "" };
const codecs = {
  VP8: { name: "VP8", payloadType: 96, ...common },
  H264: { name: "H264", payloadType: 106, ...common },
} as const;
const frameMs = 40;

/** A room whose publisher sends three layers, 25 frames a second, and answers requests with keyframes. */
function simulcastRoom(name: keyof typeof codecs = "VP8") {
  const codec = codecs[name];
  const room = new Room(
    "r",
    () => {},
    (task) => task(),
  );
  const keyframesDue = new Set<number>();
  const asked: number[] = [];
  const offered = {
    kind: "video",
    protocol: "UDP/TLS/RTP/SAVPF",
    payloads: "96 97",
    mid: "0",
    direction: "sendonly" as const,
    codecs: [],
    extensionIds: new Map([[extensionUris.rid, ridExtensionId]]),
    supportsRemb: false,
    sendRids: ["h", "m", "l"],
    retransmissionPairs: [],
  };
  let nowMs = 0;
  const publisher = new Publisher({
    sessionId: "p",
    media: { audio: null, video: { codec, offered } },
    videoSsrc: room.video.ssrc,
    send(packet) {
      for (const { type, format, part } of rtcpParts(packet)) {
        const ssrc = asksForKeyframe(type, format) ? feedbackSource(part) : null;
        if (ssrc === null) continue;
        asked.push(ssrc);
        keyframesDue.add(ssrc);
      }
    },
    onMedia: (media, layer, atMs) => room.forward(publisher, media, layer, atMs),
  });
  room.takePublisher(publisher);
  const sources = (name === "VP8" ? createLayerSources : createH264LayerSources)(90 * frameMs);
  const stopped = new Set<Rid>();
  let everySecond = 1000;
  const pass = (ms: number, eachFrame = () => {}) => {
    for (const untilMs = nowMs + ms; nowMs < untilMs;) {
      nowMs += frameMs;
      for (const { ssrc, rid, source } of sources) {
        if (stopped.has(rid)) continue;
        const keyframe = keyframesDue.delete(ssrc);
        for (const packet of source.nextFrame({ keyframe })) publisher.receive(packet, nowMs);
      }
      publisher.repair(nowMs);
      room.watch(nowMs);
      if (nowMs >= everySecond) {
        everySecond += 1000;
        room.sendReports(nowMs);
      }
      eachFrame();
    }
  };
  const enter = (id: string, layer: LayerPreference = "auto") => {
    const sent: Buffer[] = [];
    const session = new Session(id, "viewer", "fan:1|public", nowMs);
    const viewer = new Viewer({
      sessionId: id,
      tag: session.tag,
      media: { audio: null, video: [codec] },
      audio: room.audio,
      video: room.video,
      loss: { expected: 0, lost: 0 },
      layer,
      send: (packet) => sent.push(Buffer.from(packet)) > 0,
      onKeyframeWanted: (wanted) => publisher.requestKeyframe(nowMs, wanted),
    });
    Object.defineProperty(session, "isOpen", { value: true });
    room.sessions.set(id, session);
    room.addViewer(viewer);
    room.admit(viewer, nowMs);
    return {
      viewer,
      sent,
      pictures: () =>
        sent.filter((packet) => (packet.readUInt8(1) & 0x7f) === codec.payloadType).map(pictureOf),
      sees: () => pictureOf(sent.findLast((packet) => (packet.readUInt8(1) & 0x7f) === 96) as Buffer).rid,
      lose: (lossRatio: number) => viewer.receive(lossReport(room.video.ssrc, lossRatio), nowMs),
      estimate: (bitsPerSecond: number) => viewer.receive(remb(bitsPerSecond), nowMs),
      prefer: (wanted: LayerPreference) => room.prefer(id, wanted, nowMs),
      ask: (sequence: number) => viewer.receive(buildNack(room.video.ssrc, [sequence]), nowMs),
    };
  };
  return {
    pass,
    enter,
    room,
    asked,
    stop: (rid: Rid) => stopped.add(rid),
    resume: (rid: Rid) => stopped.delete(rid),
  };
}

function lossReport(ssrc: number, lossRatio: number): Buffer {
  const rest = {
    lostPackets: 0,
    highestSequence: 1,
    jitter: 0,
    lastSenderReport: 0,
    delaySinceSenderReport: 0,
  };
  return buildReceiverReport([{ ssrc, lossRatio, ...rest }]);
}

function remb(bitsPerSecond: number): Buffer {
  const body = Buffer.alloc(8);
  body.write("REMB");
  const exponent = Math.max(0, Math.ceil(Math.log2(bitsPerSecond / 0x3ffff)));
  body.writeUInt8(1, 4);
  body.writeUIntBE((exponent << 18) | Math.floor(bitsPerSecond / 2 ** exponent), 5, 3);
  return buildFeedback(206, 15, 0, body);
}

function pictureOf(packet: Buffer) {
  const header = readRtpHeader(packet);
  const vp8 = header && readVp8Descriptor(packet, header.payloadStart, header.payloadEnd);
  if (!header || !vp8) throw new Error("unreadable");
  const isKeyframe = vp8.startsFrame && (packet.readUInt8(header.payloadStart + vp8.bytes) & 1) === 0;
  return { ...header, vp8, isKeyframe, rid: ridOf(packet) };
}

type Picture = ReturnType<typeof pictureOf>;

/**
 * Expects a stream that a decoder can play: one source, numbers without a gap, later times and next ids with each
 * frame, keyframes first.
 */
function expectSeamless(pictures: Picture[]): void {
  expect(new Set(pictures.map(({ ssrc }) => ssrc)).size).toBe(1);
  for (const [index, picture] of pictures.entries()) {
    const before = pictures[index - 1];
    if (!before) continue;
    expect((picture.sequence - before.sequence) & 0xffff).toBe(1);
    const isSameFrame = !picture.vp8.startsFrame;
    expect((picture.vp8.pictureId - before.vp8.pictureId) & 0x7fff).toBe(isSameFrame ? 0 : 1);
    const ticks = (picture.timestamp - before.timestamp) | 0;
    if (isSameFrame) expect(ticks).toBe(0);
    else expect(ticks).toBeGreaterThan(0);
    expect(ticks).toBeLessThanOrEqual(3 * 90 * frameMs);
    if (picture.rid !== before.rid) expect(picture.isKeyframe, `${before.rid} to ${picture.rid}`).toBe(true);
  }
}

const ridsOf = (pictures: Picture[]) =>
  pictures.map(({ rid }) => rid).filter((rid, index, all) => rid !== all[index - 1]);

describe("simulcast", () => {
  test("two viewers of one room are sent different layers at once, each whole", () => {
    const { pass, enter } = simulcastRoom();
    pass(3000);
    const [high, low] = [enter("a"), enter("b", "low")];
    pass(1000);
    for (const [viewer, rid] of [
      [high, "h"],
      [low, "l"],
    ] as const) {
      expect(ridsOf(viewer.pictures())).toEqual([rid]);
      expectSeamless(viewer.pictures());
    }
    expect(high.sent.length).toBeGreaterThan(3 * low.sent.length);
  });

  test("layers of H264, whose keyframes show no size here, are ranked by their bitrate, and change at parameter sets", () => {
    const { pass, enter } = simulcastRoom("H264");
    pass(3000);
    const [high, low] = [enter("a"), enter("b", "low")];
    pass(1000);
    const picturesOf = ({ sent }: { sent: Buffer[] }) =>
      sent
        .filter((packet) => (packet.readUInt8(1) & 0x7f) === codecs.H264.payloadType)
        .map((packet) => ({
          sequence: packet.readUInt16BE(2),
          isParameters: (packet.readUInt8(12) & 0x1f) === 7,
          // Parameter sets are the same in all layers: they belong to the picture behind them.
          rid: ridOf(packet),
        }));
    const sees = (viewer: { sent: Buffer[] }) => picturesOf(viewer).findLast(({ rid }) => rid)?.rid;
    expect([sees(high), sees(low)]).toEqual(["h", "l"]);
    high.lose(0.15);
    pass(400);
    expect([sees(high), sees(low)]).toEqual(["m", "l"]);
    high.lose(0);
    pass(1200);
    high.lose(0.4);
    pass(400);
    expect(sees(high)).toBe("l");
    const pictures = picturesOf(high);
    expect(pictures[0]?.isParameters).toBe(true);
    for (const [index, { sequence, rid }] of pictures.entries()) {
      if (index === 0) continue;
      expect((sequence - (pictures[index - 1]?.sequence ?? 0)) & 0xffff).toBe(1);
      const before = pictures.slice(0, index).findLast((each) => each.rid)?.rid;
      if (rid && before && rid !== before)
        expect(pictures[index - 2]?.isParameters, `${before} to ${rid}`).toBe(true);
    }
  });

  test("loss takes a viewer down within two seconds, at a keyframe and without a gap, and nobody else", () => {
    const { pass, enter, asked } = simulcastRoom();
    pass(3000);
    const [lossy, other] = [enter("a"), enter("b")];
    pass(1000);
    asked.length = 0;
    lossy.lose(0.15);
    pass(400);
    expect(lossy.sees()).toBe("m");
    expect(new Set(asked)).toEqual(new Set([2]));
    pass(1200);
    lossy.lose(0.4);
    pass(400);
    expect(lossy.sees()).toBe("l");
    expect(ridsOf(lossy.pictures())).toEqual(["h", "m", "l"]);
    expect(ridsOf(other.pictures())).toEqual(["h"]);
    for (const viewer of [lossy, other]) expectSeamless(viewer.pictures());
  });

  test("a viewer goes up one layer at a time after calm, later and later when the higher one does not fit", () => {
    const { pass, enter } = simulcastRoom();
    pass(3000);
    const viewer = enter("a");
    pass(1000);
    viewer.lose(0.5);
    pass(7000, () => viewer.lose(0));
    expect(viewer.sees()).toBe("l");
    pass(2000, () => viewer.lose(0));
    expect(viewer.sees()).toBe("m");
    pass(2000);
    viewer.lose(0.2);
    pass(14_000);
    expect(viewer.sees(), "twice the time").toBe("l");
    pass(3000);
    expect(viewer.sees()).toBe("m");
    pass(17_000);
    expect(viewer.sees()).toBe("h");
    expectSeamless(viewer.pictures());
  });

  test("an estimate of the bandwidth that falls twice takes a viewer down, one that is merely low does not", () => {
    const { pass, enter } = simulcastRoom();
    pass(3000);
    const [steady, falling] = [enter("a"), enter("b")];
    pass(2000);
    for (let attempt = 0; attempt < 5; attempt++) {
      steady.estimate(50_000);
      falling.estimate(160_000 * 0.8 ** attempt);
      pass(400);
    }
    expect(steady.sees()).toBe("h");
    expect(falling.sees()).not.toBe("h");
  });

  test("when a layer stops its viewers move to the next, and come back once it is steady again", () => {
    const { pass, enter, stop, resume } = simulcastRoom();
    pass(3000);
    const viewer = enter("a");
    pass(1000);
    stop("h");
    pass(900);
    expect(viewer.sees()).toBe("m");
    stop("m");
    pass(900);
    expect(viewer.sees()).toBe("l");
    resume("m");
    resume("h");
    pass(1500);
    expect(viewer.sees()).toBe("l");
    pass(1000);
    expect(viewer.sees()).toBe("h");
    const gaps = viewer
      .pictures()
      .map(({ sequence }, index, all) => sequence - (all[index - 1]?.sequence ?? sequence - 1));
    expect(new Set(gaps)).toEqual(new Set([1]));
  });

  test("who chooses a layer is sent it, whatever their connection, until they choose again", () => {
    const { pass, enter, room } = simulcastRoom();
    pass(3000);
    const viewer = enter("a");
    pass(1000);
    viewer.prefer("low");
    pass(400);
    expect(viewer.sees()).toBe("l");
    pass(30_000);
    expect(viewer.sees()).toBe("l");
    viewer.prefer("high");
    pass(400);
    expect(viewer.sees()).toBe("h");
    for (let report = 0; report < 5; report++) {
      viewer.lose(0.5);
      pass(1000);
    }
    expect(viewer.sees()).toBe("h");
    expectSeamless(viewer.pictures());
    expect(room.prefer("nobody", "low", 0)).toBe(false);
  });

  test("a lost packet from before the change of layers comes again as the viewer knew it", () => {
    const { pass, enter, room } = simulcastRoom();
    pass(3000);
    const viewer = enter("a");
    pass(1000);
    const lost = viewer.sent.at(-2) as Buffer;
    viewer.prefer("low");
    pass(400);
    const after = viewer.sent.at(-2) as Buffer;
    for (const packet of [lost, after]) {
      viewer.ask(packet.readUInt16BE(2));
      const repeat = viewer.sent.at(-1) as Buffer;
      expect(repeat.readUInt32BE(8)).toBe(room.video.rtxSsrc);
      expect(repeat.readUInt16BE(12)).toBe(packet.readUInt16BE(2));
      expect(repeat.readUInt32BE(4)).toBe(packet.readUInt32BE(4));
      expect(repeat.subarray(14)).toEqual(packet.subarray(12));
    }
  });
});
