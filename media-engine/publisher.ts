import { limits } from "#engine/limits.ts";
import { extensionUris, findExtension } from "#engine/rtp/extensions.ts";
import { beginsKeyframe, type VideoCodec } from "#engine/rtp/keyframe.ts";
import { isRtcp, type RtpHeader, readRtpHeader } from "#engine/rtp/packet.ts";
import { ReceiveStream } from "#engine/rtp/receive-stream.ts";
import { restoreOriginal } from "#engine/rtp/retransmission.ts";
import { readSenderReport, rtcpParts, rtcpTypes } from "#engine/rtp/rtcp-read.ts";
import { buildGoodbye, buildNack, buildPli, buildReceiverReport } from "#engine/rtp/rtcp-write.ts";
import { TransportFeedback } from "#engine/rtp/transport-feedback.ts";
import type { ChosenCodec } from "#engine/sdp/codecs.ts";
import type { OfferedMedia } from "#engine/sdp/offer.ts";
import { Simulcast } from "#engine/simulcast.ts";

/** What the offer settled about a publisher's media; null = not sent. */
export type PublishedMedia = {
  audio: { codec: ChosenCodec<"OPUS">; offered: OfferedMedia } | null;
  video: { codec: ChosenCodec<VideoCodec>; offered: OfferedMedia } | null;
};

/** One received packet that is to go on to the viewers. */
export type ReceivedMedia = {
  stream: ReceiveStream;
  packet: Buffer;
  header: RtpHeader;
  /** Full sequence number at its source. */
  full: number;
  beginsKeyframe: boolean;
};

type PublisherNeeds = {
  sessionId: string;
  media: PublishedMedia;
  /** Sends RTCP to the publisher. */
  send: (packet: Buffer) => void;
  onMedia: (media: ReceivedMedia, nowMs: number) => void;
};

/** The receiving side of one publisher's session: order, repair, feedback, choice of layer. */
export class Publisher {
  readonly sessionId: string;
  readonly media: PublishedMedia;
  packetsReceived = 0;
  bytesReceived = 0;
  /** When the last media packet came; null before the first. */
  lastPacketAtMs: number | null = null;
  readonly #needs: PublisherNeeds;
  readonly #streams = new Map<number, ReceiveStream>();
  readonly #rtxPrimaries: Map<number, number>;
  readonly #feedback = new TransportFeedback();
  readonly #transportSequenceId: number | null;
  readonly #simulcast: Simulcast | null;
  #keyframeAskedMs = Number.NEGATIVE_INFINITY;
  #isKeyframeDue = false;

  constructor(needs: PublisherNeeds) {
    this.sessionId = needs.sessionId;
    this.media = needs.media;
    this.#needs = needs;
    const offered = needs.media.video?.offered;
    const bundled = offered ?? needs.media.audio?.offered;
    this.#transportSequenceId = bundled?.extensionIds.get(extensionUris.transportSequence) ?? null;
    this.#rtxPrimaries = new Map(
      offered?.retransmissionPairs.map((pair) => [pair.rtxSsrc, pair.primarySsrc]),
    );
    this.#simulcast = offered?.sendRids.length ? new Simulcast(offered.sendRids, offered.extensionIds) : null;
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

  /** Asks for a keyframe, now or as soon as the last request is old enough; `force` skips the wait. */
  requestKeyframe(nowMs: number, force = false): void {
    this.#isKeyframeDue = true;
    this.#askForDueKeyframe(nowMs, force);
  }

  /** Every few milliseconds: asks for lost packets and for a keyframe that had to wait. */
  repair(nowMs: number): void {
    this.#askForDueKeyframe(nowMs, false);
    for (const stream of this.#streams.values()) {
      const due = stream.missing.due(nowMs);
      // Lost audio is concealed by the decoder sooner than it could be repeated.
      if (due.length > 0 && stream.kind === "video") this.#needs.send(buildNack(stream.ssrc, due));
    }
  }

  /** Some ten times a second: tells the sender's bandwidth estimator what arrived when. */
  sendFeedback(): void {
    const anyStream = this.#streams.values().next().value;
    if (!anyStream || this.#transportSequenceId === null) return;
    for (let sent = 0; sent < 4; sent++) {
      const feedback = this.#feedback.build(anyStream.ssrc);
      if (!feedback) return;
      this.#needs.send(feedback);
    }
  }

  /** Each second: a receiver report, and another look at which simulcast layer is best. */
  report(nowMs: number): void {
    const reports = [...this.#streams.values()].map((stream) => stream.report(nowMs));
    if (reports.length > 0) this.#needs.send(buildReceiverReport(reports));
    if (this.#simulcast?.review()) this.requestKeyframe(nowMs);
  }

  /**
   * Tells the publisher that it is no longer wanted. The end of its transport is often lost on the way, and then it would
   * find out by our silence only.
   */
  dismiss(nowMs: number): void {
    this.#needs.send(buildGoodbye([...this.#streams.values()].map((stream) => stream.report(nowMs))));
  }

  #askForDueKeyframe(nowMs: number, force: boolean): void {
    if (!this.#isKeyframeDue) return;
    if (!force && nowMs - this.#keyframeAskedMs < limits.keyframeIntervalMs) return;
    const target = this.#simulcast?.target ?? this.#firstVideo();
    if (!target) return;
    this.#isKeyframeDue = false;
    this.#keyframeAskedMs = nowMs;
    this.#needs.send(buildPli(target.ssrc));
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
    } else if (header.payloadType === video?.codec.payloadType) {
      this.#receiveMedia("video", video.codec.clockHz, packet, header, nowMs);
    } else if (video && header.payloadType === video.codec.rtxPayloadType) {
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

  /** Without a pair in the offer, the packet names its layer, or there is only one source it can belong to. */
  #learnPrimary(packet: Buffer, header: RtpHeader): number | null {
    const stream = this.#simulcast ? this.#simulcast.repairedStream(packet, header) : this.#firstVideo();
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
    const stream = this.#streamOf(header.ssrc, kind, clockHz, nowMs);
    if (!stream || stream.kind !== kind) return;
    this.packetsReceived += 1;
    this.bytesReceived += packet.length;
    this.lastPacketAtMs = nowMs;
    stream.bytes += packet.length;
    if (kind === "video") this.#simulcast?.learn(stream, packet, header);
    const full = stream.receive(header.sequence, header.timestamp, nowMs);
    if (full === null) return;
    const isKeyframe = this.#isKeyframe(kind, packet, header);
    if (kind === "video" && this.#simulcast && !this.#simulcast.forwards(stream, isKeyframe)) return;
    this.#needs.onMedia({ stream, packet, header, full, beginsKeyframe: isKeyframe }, nowMs);
  }

  #isKeyframe(kind: "audio" | "video", packet: Buffer, header: RtpHeader): boolean {
    const codec = this.media.video?.codec.name;
    return kind === "video" && codec !== undefined && beginsKeyframe(codec, packet, header);
  }

  #streamOf(ssrc: number, kind: "audio" | "video", clockHz: number, nowMs: number): ReceiveStream | null {
    const known = this.#streams.get(ssrc);
    if (known) return known;
    if (this.#streams.size >= limits.sourcesPerPublisher) return null;
    const stream = new ReceiveStream(ssrc, kind, clockHz);
    this.#streams.set(ssrc, stream);
    if (kind === "video") this.requestKeyframe(nowMs, true);
    return stream;
  }

  #firstVideo(): ReceiveStream | null {
    for (const stream of this.#streams.values()) if (stream.kind === "video") return stream;
    return null;
  }
}
