import { describe, expect, test } from "vitest";
import { Publisher } from "#engine/publisher.ts";
import { extensionUris } from "#engine/rtp/extensions.ts";
import type { ReceivedMedia } from "#engine/rtp/receive-stream.ts";
import { wrapRetransmission } from "#engine/rtp/retransmission.ts";
import { asksForKeyframe, feedbackSource, readNack, rtcpParts, rtcpTypes } from "#engine/rtp/rtcp-read.ts";
import type { OfferedMedia } from "#engine/sdp/offer.ts";
import { createVp8Source } from "#testing/media-engine/vp8-source.ts";

const ridExtension = 4;
const repairedExtension = 5;

function publisherWith(offered: Partial<OfferedMedia> = {}) {
  const sent: Buffer[] = [];
  const media: ReceivedMedia[] = [];
  const section: OfferedMedia = {
    kind: "video",
    protocol: "UDP/TLS/RTP/SAVPF",
    payloads: "96 97",
    mid: "0",
    direction: "sendonly",
    codecs: [],
    extensionIds: new Map([
      [extensionUris.rid, ridExtension],
      [extensionUris.repairedRid, repairedExtension],
    ]),
    supportsRemb: false,
    sendRids: [],
    retransmissionPairs: [{ primarySsrc: 1111, rtxSsrc: 1112 }],
    ...offered,
  };
  const codec = { payloadType: 96, rtxPayloadType: 97, clockHz: 90_000, channels: null, parameters: "" };
  const publisher = new Publisher({
    sessionId: "p",
    media: { audio: null, video: { codec: { name: "VP8", ...codec }, offered: section } },
    videoSsrc: 5555,
    send: (packet) => void sent.push(packet),
    onMedia: (received) => void media.push(received),
  });
  const requests = () => sent.flatMap((packet) => [...rtcpParts(packet)]);
  return {
    publisher,
    media,
    keyframeRequests: () => requests().filter(({ type, format }) => asksForKeyframe(type, format)).length,
    keyframesOf: (ssrc: number) =>
      requests().filter(
        ({ type, format, part }) => asksForKeyframe(type, format) && feedbackSource(part) === ssrc,
      ).length,
    nacks: () =>
      requests()
        .filter(({ type, format }) => type === rtcpTypes.transportFeedback && format === 1)
        .flatMap(({ part }) => readNack(part)),
  };
}

describe("a publisher", () => {
  test("is asked for a keyframe when its video begins, and then at most every 400 ms", () => {
    const { publisher, keyframeRequests } = publisherWith();
    for (const packet of createVp8Source().nextFrame()) publisher.receive(packet, 0);
    expect(keyframeRequests()).toBe(1);
    for (const nowMs of [10, 20, 30]) publisher.requestKeyframe(nowMs);
    publisher.repair(399);
    expect(keyframeRequests()).toBe(1);
    publisher.repair(400);
    publisher.repair(900);
    expect(keyframeRequests()).toBe(2);
  });

  test("is asked for lost packets, and a retransmission takes the lost one's place once", () => {
    const { publisher, media, nacks } = publisherWith();
    const [a, lost, c] = createVp8Source({ firstSequence: 10 }).nextFrame() as [Buffer, Buffer, Buffer];
    publisher.receive(a, 0);
    publisher.receive(c, 0);
    publisher.repair(10);
    expect(nacks()).toEqual([11]);
    const repeated = wrapRetransmission(lost, { ssrc: 1112, payloadType: 97, sequence: 1 }, 11);
    publisher.receive(repeated, 20);
    publisher.receive(repeated, 21);
    const [first, , third] = media;
    expect(media.length).toBe(3);
    expect((third?.full ?? 0) - (first?.full ?? 0)).toBe(1);
    publisher.repair(200);
    expect(nacks()).toEqual([11]);
  });

  test("counts as sending until it has been silent for two seconds", () => {
    const { publisher } = publisherWith();
    expect(publisher.isSending(0)).toBe(false);
    publisher.receive(createVp8Source().nextFrame()[0] as Buffer, 0);
    expect(publisher.isSending(1999)).toBe(true);
    expect(publisher.isSending(2000)).toBe(false);
  });

  test("cannot fill the engine with sources", () => {
    const { publisher, media } = publisherWith();
    for (let ssrc = 1; ssrc <= 50; ssrc++) {
      publisher.receive(createVp8Source({ ssrc }).nextFrame()[0] as Buffer, 0);
    }
    expect(media.length).toBe(12);
  });

  test("of simulcast is asked for a keyframe of one layer alone, and repeats find their layer by its name", () => {
    const { publisher, media, keyframesOf } = publisherWith({
      sendRids: ["h", "l"],
      retransmissionPairs: [],
    });
    const name = (rid: string) => ({ extensionId: ridExtension, name: rid });
    const low = createVp8Source({ ssrc: 1, rid: name("l"), packetBytes: 100 });
    const high = createVp8Source({ ssrc: 2, rid: name("h"), packetBytes: 900 });
    for (const packet of low.nextFrame()) publisher.receive(packet, 0);
    for (const packet of high.nextFrame()) publisher.receive(packet, 0);
    expect([keyframesOf(1), keyframesOf(2)]).toEqual([1, 1]);
    const layers = publisher.layers.ranked;
    publisher.report(0);
    for (const packet of [...low.nextFrame(), ...high.nextFrame()]) publisher.receive(packet, 500);
    publisher.report(1000);
    expect(publisher.layers.ranked.map((layer) => layer.source?.ssrc)).toEqual([1, 2]);
    publisher.requestKeyframe(1000, layers.find((layer) => layer.source?.ssrc === 2) ?? null);
    publisher.requestKeyframe(1010, layers.find((layer) => layer.source?.ssrc === 2) ?? null);
    expect([keyframesOf(1), keyframesOf(2)]).toEqual([1, 2]);
    const before = media.length;
    const [, , , next] = high.nextFrame() as [Buffer, Buffer, Buffer, Buffer];
    publisher.receive(next, 1020);
    expect(media.length).toBe(before + 1);
    const missed = Buffer.from(next);
    const number = (next.readUInt16BE(2) - 1) & 0xffff;
    missed[16] = repairedExtension << 4;
    const repeat = { ssrc: 22, payloadType: 97, sequence: 5 };
    publisher.receive(repeatWithExtension(missed, repeat, number), 1030);
    expect(media.at(-1)?.stream.ssrc).toBe(2);
    expect(media.length).toBe(before + 2);
  });
});

/** An RTX packet whose header extension, of eight bytes, stays where it was. */
function repeatWithExtension(
  packet: Buffer,
  rtx: { ssrc: number; payloadType: number; sequence: number },
  number: number,
): Buffer {
  const plain = Buffer.concat([packet.subarray(0, 12), packet.subarray(20)]);
  const wrapped = wrapRetransmission(plain, rtx, number);
  const extended = Buffer.concat([wrapped.subarray(0, 12), packet.subarray(12, 20), wrapped.subarray(12)]);
  extended[0] = 0x90;
  return extended;
}
