import { describe, expect, test } from "vitest";
import { Publisher, type ReceivedMedia } from "#engine/publisher.ts";
import { readRtpHeader } from "#engine/rtp/packet.ts";
import { wrapRetransmission } from "#engine/rtp/retransmission.ts";
import { asksForKeyframe, readNack, rtcpParts, rtcpTypes } from "#engine/rtp/rtcp-read.ts";
import type { OfferedMedia } from "#engine/sdp/offer.ts";
import { createVp8Source } from "#engine/testing/vp8-source.ts";

const ridExtension = 4;

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
    extensionIds: new Map([["urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id", ridExtension]]),
    sendRids: [],
    retransmissionPairs: [{ primarySsrc: 1111, rtxSsrc: 1112 }],
    ...offered,
  };
  const codec = { payloadType: 96, rtxPayloadType: 97, clockHz: 90_000, channels: null, parameters: "" };
  const publisher = new Publisher({
    sessionId: "p",
    media: { audio: null, video: { codec: { name: "VP8", ...codec }, offered: section } },
    send: (packet) => void sent.push(packet),
    onMedia: (received) => void media.push(received),
  });
  const requests = () => sent.flatMap((packet) => [...rtcpParts(packet)]);
  return {
    publisher,
    media,
    keyframeRequests: () => requests().filter(({ type, format }) => asksForKeyframe(type, format)).length,
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

  test("of simulcast forwards the layer with most bytes, from its next keyframe on", () => {
    const { publisher, media, keyframeRequests } = publisherWith({
      sendRids: ["l", "h"],
      retransmissionPairs: [],
    });
    const low = createVp8Source({ ssrc: 1, packetBytes: 100 });
    const high = createVp8Source({ ssrc: 2, packetBytes: 900 });
    const sendFrame = (nowMs: number, highIsKeyframe = false) => {
      for (const packet of low.nextFrame()) publisher.receive(withRid(packet, "l"), nowMs);
      for (const packet of high.nextFrame({ keyframe: highIsKeyframe }))
        publisher.receive(withRid(packet, "h"), nowMs);
    };
    const layers = () => [...new Set(media.splice(0).map((received) => received.stream.ssrc))];
    sendFrame(0);
    sendFrame(40);
    expect(layers()).toEqual([1]);
    const before = keyframeRequests();
    publisher.report(1000);
    expect(keyframeRequests()).toBe(before + 1);
    sendFrame(1040);
    expect(layers()).toEqual([1]);
    sendFrame(1080, true);
    sendFrame(1120);
    expect(media.at(-1)?.stream.ssrc).toBe(2);
  });
});

/** Puts a one-byte header extension with the layer's name into a plain packet. */
function withRid(packet: Buffer, rid: string): Buffer {
  const header = readRtpHeader(packet);
  if (!header) throw new Error("unreadable");
  const extension = Buffer.from([0xbe, 0xde, 0, 1, ridExtension << 4, rid.charCodeAt(0), 0, 0]);
  const extended = Buffer.concat([packet.subarray(0, 12), extension, packet.subarray(12)]);
  extended[0] = 0x90;
  return extended;
}
