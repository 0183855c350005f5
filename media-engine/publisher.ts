import { limits } from "#engine/limits.ts";
import { extensionUris, findExtension } from "#engine/rtp/extensions.ts";
import { beginsKeyframe, type VideoCodec, vp8BeginsKeyframe } from "#engine/rtp/keyframe.ts";
import { isRtcp, type RtpHeader, readRtpHeader } from "#engine/rtp/packet.ts";
import { type PictureSize, pictureSize } from "#engine/rtp/picture-size.ts";
import { type ReceivedMedia, ReceiveStream } from "#engine/rtp/receive-stream.ts";
import { restoreOriginal } from "#engine/rtp/retransmission.ts";
import { readSenderReport, rtcpParts, rtcpTypes } from "#engine/rtp/rtcp-read.ts";
import { buildGoodbye, buildNack, buildPli, buildReceiverReport } from "#engine/rtp/rtcp-write.ts";
import { TransportFeedback } from "#engine/rtp/transport-feedback.ts";
import { readVp8Descriptor } from "#engine/rtp/vp8-descriptor.ts";
import type { ChosenCodec } from "#engine/sdp/codecs.ts";
import type { OfferedMedia } from "#engine/sdp/offer.ts";
import type { VideoLayer } from "#engine/video-layer.ts";
import { VideoLayers } from "#engine/video-layers.ts";

/** A publisher's media as the offer settled them; `audio` is null where no sound is sent. */
export type PublishedMedia = {
  audio: { codec: ChosenCodec<"OPUS">; offered: OfferedMedia } | null;
  video: { codec: ChosenCodec<VideoCodec>; offered: OfferedMedia };
};

type PublisherNeeds = {
  sessionId: string;
  media: PublishedMedia;
  /** The source that viewers see its picture come from. */
  videoSsrc: number;
  /** Sends RTCP to the publisher. */
  send: (packet: Buffer) => void;
  /** `layer` is null for sound. */
  onMedia: (media: ReceivedMedia, layer: VideoLayer | null, nowMs: number) => void;
};

/** The receiving side of one publisher's session: order, repair, feedback, the layers of the picture. */
export class Publisher {
  readonly sessionId: string;
  readonly media: PublishedMedia;
  readonly layers: VideoLayers;
  packetsReceived = 0;
  bytesReceived = 0;
  /** When the last media packet came; null before the first. */
  lastPacketAtMs: number | null = null;
  /** Size of the last picture that decodes by itself, of any layer; null before the first. */
  picture: PictureSize | null = null;
  readonly #needs: PublisherNeeds;
  readonly #streams = new Map<number, ReceiveStream>();
  readonly #rtxPrimaries: Map<number, number>;
  readonly #feedback = new TransportFeedback();
  readonly #transportSequenceId: number | null;

  constructor(needs: PublisherNeeds) {
    this.sessionId = needs.sessionId;
    this.media = needs.media;
    this.#needs = needs;
    const { offered } = needs.media.video;
    this.#transportSequenceId = offered.extensionIds.get(extensionUris.transportSequence) ?? null;
    this.#rtxPrimaries = new Map(offered.retransmissionPairs.map((pair) => [pair.rtxSsrc, pair.primarySsrc]));
    this.layers = new VideoLayers(needs.videoSsrc, offered);
  }

  /** Takes in whatever the publisher sent; anything malformed is dropped. */
  receive(packet: Buffer, nowMs: number): void {
    if (isRtcp(packet)) this.#receiveRtcp(packet, nowMs);
    else this.#receiveRtp(packet, nowMs);
  }

  /** True while packets have come within the watchdog's time. */
  isSending(nowMs: number): boolean {
    return this.lastPacketAtMs !== null && nowMs - this.lastPacketAtMs < limits.silenceMs;
  }

  /** Asks for a keyframe, of one layer or of all, now or as soon as the last request is old enough. */
  requestKeyframe(nowMs: number, layer: VideoLayer | null = null): void {
    const ranked = this.layers.ranked;
    for (const wanted of layer === null ? ranked : ranked.filter((known) => known === layer)) {
      wanted.wantKeyframe();
      this.#askForDueKeyframe(wanted, nowMs);
    }
  }

  /** Every few milliseconds: asks for lost packets and for a keyframe that had to wait. */
  repair(nowMs: number): void {
    for (const layer of this.layers.ranked) this.#askForDueKeyframe(layer, nowMs);
    for (const stream of this.#streams.values()) {
      const due = stream.missing.due(nowMs);
      // Lost audio is concealed by the decoder sooner than it could be repeated.
      if (due.length > 0 && stream.kind === "video") this.#needs.send(buildNack(stream.ssrc, due));
    }
  }

  /** Some ten times a second: reports to the sender's bandwidth estimator what arrived when. */
  sendFeedback(): void {
    const anyStream = this.#streams.values().next().value;
    if (!anyStream || this.#transportSequenceId === null) return;
    for (let sent = 0; sent < 4; sent++) {
      const feedback = this.#feedback.build(anyStream.ssrc);
      if (!feedback) return;
      this.#needs.send(feedback);
    }
  }

  /** Each second: a receiver report, and another look at the layers. */
  report(nowMs: number): void {
    const reports = [...this.#streams.values()].map((stream) => stream.report(nowMs));
    if (reports.length > 0) this.#needs.send(buildReceiverReport(reports));
    this.layers.review(nowMs);
  }

  /**
   * Notifies the publisher that it is no longer wanted. The end of its transport is often lost on the way, and then it
   * would find out by our silence only.
   */
  dismiss(nowMs: number): void {
    this.#needs.send(buildGoodbye([...this.#streams.values()].map((stream) => stream.report(nowMs))));
  }

  #askForDueKeyframe(layer: VideoLayer, nowMs: number): void {
    const ssrc = layer.takeKeyframeRequest(nowMs);
    if (ssrc !== null) this.#needs.send(buildPli(ssrc));
  }

  #receiveRtcp(packet: Buffer, nowMs: number): void {
    for (const { type, part } of rtcpParts(packet)) {
      const report = type === rtcpTypes.senderReport ? readSenderReport(part) : null;
      const stream = report ? this.#streams.get(report.ssrc) : undefined;
      if (report && stream) stream.senderReport = { report, atMs: nowMs };
    }
  }

  #receiveRtp(packet: Buffer, nowMs: number): void {
    const header = readRtpHeader(packet);
    if (!header) return;
    this.#noteArrival(packet, header, nowMs);
    const { audio, video } = this.media;
    if (header.payloadType === audio?.codec.payloadType) {
      this.#receiveMedia("audio", audio.codec.clockHz, packet, header, nowMs);
    } else if (header.payloadType === video.codec.payloadType) {
      this.#receiveMedia("video", video.codec.clockHz, packet, header, nowMs);
    } else if (header.payloadType === video.codec.rtxPayloadType) {
      this.#receiveRetransmission(video.codec, packet, header, nowMs);
    }
  }

  #noteArrival(packet: Buffer, header: RtpHeader, nowMs: number): void {
    if (this.#transportSequenceId === null) return;
    const value = findExtension(packet, header, this.#transportSequenceId);
    if (value && value.length >= 2) this.#feedback.arrived(value.readUInt16BE(0), nowMs);
  }

  #receiveRetransmission(codec: ChosenCodec, packet: Buffer, header: RtpHeader, nowMs: number): void {
    const ssrc = this.#rtxPrimaries.get(header.ssrc) ?? this.#learnPrimary(packet, header);
    if (ssrc === null) return;
    const restored = restoreOriginal(packet, header, { ssrc, payloadType: codec.payloadType });
    if (restored) this.#receiveMedia("video", codec.clockHz, restored.packet, restored.header, nowMs);
  }

  /** Without a pair in the offer. */
  #learnPrimary(packet: Buffer, header: RtpHeader): number | null {
    const stream = this.layers.repairedStream(packet, header);
    if (!stream || this.#rtxPrimaries.size >= limits.sourcesPerPublisher) return null;
    this.#rtxPrimaries.set(header.ssrc, stream.ssrc);
    return stream.ssrc;
  }

  #receiveMedia(
    kind: "audio" | "video",
    clockHz: number,
    packet: Buffer,
    header: RtpHeader,
    nowMs: number,
  ): void {
    const stream = this.#streamOf(header.ssrc, kind, clockHz);
    if (!stream || stream.kind !== kind) return;
    this.packetsReceived += 1;
    this.bytesReceived += packet.length;
    this.lastPacketAtMs = nowMs;
    const layer = kind === "video" ? this.layers.of(stream, packet, header) : null;
    const full = stream.receive(header.sequence, header.timestamp, nowMs);
    if (full === null || (kind === "video" && layer === null)) return;
    const media: ReceivedMedia = { stream, packet, header, full, beginsKeyframe: false, vp8: null };
    if (layer) {
      this.#askForDueKeyframe(layer, nowMs);
      this.#readPicture(media);
      layer.note(media, nowMs);
      if (media.beginsKeyframe) this.layers.rank();
    }
    this.#needs.onMedia(media, layer, nowMs);
  }

  #readPicture(media: ReceivedMedia): void {
    const { packet, header } = media;
    const codec = this.media.video.codec.name;
    if (codec === "VP8") {
      media.vp8 = readVp8Descriptor(packet, header.payloadStart, header.payloadEnd);
      media.beginsKeyframe = media.vp8 !== null && vp8BeginsKeyframe(packet, header, media.vp8);
    } else media.beginsKeyframe = beginsKeyframe("H264", packet, header);
    if (media.beginsKeyframe) this.picture = pictureSize(codec, packet, header, media.vp8) ?? this.picture;
  }

  #streamOf(ssrc: number, kind: "audio" | "video", clockHz: number): ReceiveStream | null {
    const known = this.#streams.get(ssrc);
    if (known) return known;
    if (this.#streams.size >= limits.sourcesPerPublisher) return null;
    const stream = new ReceiveStream(ssrc, kind, clockHz);
    this.#streams.set(ssrc, stream);
    return stream;
  }
}
