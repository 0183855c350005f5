import { randomInt } from "node:crypto";
import { limits } from "#engine/limits.ts";
import type { VideoCodec } from "#engine/rtp/keyframe.ts";
import type { OutPacket, OutStream } from "#engine/rtp/out-stream.ts";
import { isRtcp } from "#engine/rtp/packet.ts";
import { wrapRetransmission } from "#engine/rtp/retransmission.ts";
import {
  asksForKeyframe,
  feedbackSource,
  type ReportBlock,
  readNack,
  readReportBlocks,
  rtcpParts,
  rtcpTypes,
} from "#engine/rtp/rtcp-read.ts";
import type { ChosenCodec } from "#engine/sdp/codecs.ts";
import { type SendPacket, ViewerLane } from "#engine/viewer-lane.ts";

/** What the offer settled about a viewer: the codecs it can be sent. */
export type ViewableMedia = { audio: ChosenCodec<"OPUS"> | null; video: ChosenCodec<VideoCodec>[] };

type ViewerNeeds = {
  sessionId: string;
  /** The parent's opaque mark for this session. */
  tag: string;
  media: ViewableMedia;
  audio: OutStream;
  video: OutStream;
  send: SendPacket;
  onKeyframeWanted: () => void;
};

/** A timestamp this many times closer: a joiner's decoder catches up with the past second in a blink. */
const burstTimeShift = 5;

/** The sending side of one viewer's session. */
export class Viewer {
  readonly sessionId: string;
  readonly tag: string;
  /** Share of video packets lost, 0..1, by the viewer's last report. */
  lossRatio = 0;
  readonly #needs: ViewerNeeds;
  readonly #audio: ViewerLane;
  readonly #video: ViewerLane;
  #rtxPayloadType: number | null = null;
  #rtxSequence = randomInt(0, 0x4000);
  #joinedAtMs = 0;
  #burst: { first: number; last: number; newestTimestamp: number } | null = null;
  #heardAtMs: number | null = null;
  #resendsLeft: number = limits.resendsPerSecond;
  #flowedMs = 0;
  #confirmedMs = 0;
  #flowedAtMs = 0;
  #countedPackets = 0;
  /** The last report about the video, and whether what was sent since is in doubt. */
  #reported: ReportBlock | null = null;
  #isDoubtful = false;

  constructor(needs: ViewerNeeds) {
    this.sessionId = needs.sessionId;
    this.tag = needs.tag;
    this.#needs = needs;
    this.#audio = new ViewerLane(needs.send, needs.media.audio?.payloadType ?? null);
    this.#video = new ViewerLane(needs.send, null);
  }

  get packetsSent(): number {
    return this.#audio.packetsSent + this.#video.packetsSent;
  }

  /**
   * For how long media has flowed to this viewer, ms, as far as the viewer's own reports confirm it; a viewer that sends
   * none is believed. A gap of more than `limits.flowGapMs` is no flow.
   */
  get flowedMs(): number {
    return Math.round(this.#heardAtMs === null ? this.#flowedMs : this.#confirmedMs);
  }

  canPlay(codec: VideoCodec): boolean {
    return this.#needs.media.video.some((offered) => offered.name === codec);
  }

  /** False once a viewer that used to send reports has stopped: its page was killed or its network is gone. */
  isListening(nowMs: number): boolean {
    return this.#heardAtMs === null || nowMs - this.#heardAtMs < limits.viewerSilenceMs;
  }

  /** Sets the codec that video packets are in from now on. */
  sendVideoAs(codec: VideoCodec): void {
    const chosen = this.#needs.media.video.find((offered) => offered.name === codec);
    this.#video.payloadType = chosen?.payloadType ?? null;
    this.#rtxPayloadType = chosen?.rtxPayloadType ?? null;
  }

  /** Begins sending: with the cached picture when there is a fresh one, else from the next keyframe on. */
  start(nowMs: number): void {
    this.#joinedAtMs = nowMs;
    const cached = this.#needs.video.sinceKeyframe(nowMs);
    if (cached) this.#sendBurst(cached);
    else this.#needs.onKeyframeWanted();
    this.sendReports(nowMs);
  }

  /** Forwards one audio packet. On the hot path: no allocation, one header rewrite, one send. */
  forwardAudio(packet: OutPacket): void {
    if (!this.#audio.isStarted) this.#audio.start(packet.sequence);
    this.#audio.forward(packet);
  }

  /** Forwards one video packet, like {@link forwardAudio}; before the first keyframe nothing is sent. */
  forwardVideo(packet: OutPacket): void {
    if (!this.#video.isStarted) {
      if (!packet.beginsKeyframe && packet.atMs - this.#joinedAtMs < limits.keyframeWaitMs) return;
      this.#video.start(packet.sequence);
    }
    this.#video.forward(packet);
  }

  /** Counts the time since the last packets that were sent; called after packets of `atMs` were forwarded. */
  countFlow(atMs: number): void {
    const sent = this.packetsSent;
    if (sent === this.#countedPackets) return;
    const gapMs = atMs - this.#flowedAtMs;
    if (this.#countedPackets > 0 && gapMs <= limits.flowGapMs) this.#flowedMs += gapMs;
    this.#countedPackets = sent;
    this.#flowedAtMs = atMs;
  }

  /** Takes in the viewer's RTCP; anything else it sends is dropped. */
  receive(packet: Buffer, nowMs: number): void {
    if (!isRtcp(packet)) return;
    if (this.#heardAtMs !== null && nowMs - this.#heardAtMs > limits.reportGapMs) this.#isDoubtful = true;
    this.#heardAtMs = nowMs;
    for (const { type, format, part } of rtcpParts(packet)) {
      if (asksForKeyframe(type, format)) this.#needs.onKeyframeWanted();
      else if (type === rtcpTypes.transportFeedback && format === 1) this.#answerNack(part);
      else if (type === rtcpTypes.receiverReport || type === rtcpTypes.senderReport) {
        this.#readReports(type, format, part);
      }
    }
    if (!this.#isDoubtful) this.#confirmedMs = this.#flowedMs;
  }

  /** Each second: sender reports, which keep sound and picture together, and a new allowance of repeats. */
  sendReports(nowMs: number): void {
    this.#resendsLeft = limits.resendsPerSecond;
    this.#audio.sendReport(this.#needs.audio.senderReport(nowMs));
    this.#video.sendReport(this.#needs.video.senderReport(nowMs));
  }

  #sendBurst(packets: OutPacket[]): void {
    const first = packets[0];
    const last = packets.at(-1);
    if (!first || !last) return;
    this.#video.start(first.sequence);
    this.#burst = { first: first.sequence, last: last.sequence, newestTimestamp: last.timestamp };
    for (const packet of packets) this.#video.forward(this.#asSentInBurst(packet));
  }

  /** Packets of the burst keep their order but move close to the present, when repeated too. */
  #asSentInBurst(packet: OutPacket): OutPacket {
    const burst = this.#burst;
    if (!burst || packet.sequence < burst.first || packet.sequence > burst.last) return packet;
    const ageTicks = (burst.newestTimestamp - packet.timestamp) >>> 0;
    const timestamp = (burst.newestTimestamp - (ageTicks >>> burstTimeShift)) >>> 0;
    const bytes = Buffer.from(packet.bytes);
    bytes.writeUInt32BE(timestamp, 4);
    return { ...packet, bytes, timestamp };
  }

  #answerNack(part: Buffer): void {
    if (feedbackSource(part) !== this.#needs.video.ssrc || !this.#video.isStarted) return;
    for (const sequence of readNack(part)) {
      if (this.#resendsLeft <= 0) return;
      this.#resend(sequence);
    }
  }

  #resend(sequence: number): void {
    const kept = this.#needs.video.find(this.#video.roomSequence16(sequence));
    if (!kept || kept.sequence < this.#video.firstSequence) return;
    this.#resendsLeft -= 1;
    const packet = this.#asSentInBurst(kept);
    if (this.#rtxPayloadType === null) {
      this.#video.forward(packet);
      return;
    }
    this.#rtxSequence = (this.#rtxSequence + 1) & 0xffff;
    const rtx = {
      ssrc: this.#needs.video.rtxSsrc,
      payloadType: this.#rtxPayloadType,
      sequence: this.#rtxSequence,
    };
    this.#needs.send(wrapRetransmission(packet.bytes, rtx, sequence));
  }

  #readReports(type: number, count: number, part: Buffer): void {
    const blocks = readReportBlocks(type, count, part);
    const ofVideo = blocks.find(({ ssrc }) => ssrc === this.#needs.video.ssrc);
    if (this.#isDoubtful && (ofVideo || blocks.length === 0)) this.#settle(ofVideo);
    if (!ofVideo) return;
    this.lossRatio = ofVideo.lossRatio;
    this.#reported = ofVideo;
  }

  /** After a gap in the viewer's reports: their network may have been away, and then most of what was sent is lost. */
  #settle(report: ReportBlock | undefined): void {
    const sent = report && this.#reported ? report.highest - this.#reported.highest : 0;
    const lost = report && this.#reported ? report.lost - this.#reported.lost : 0;
    const share = sent > 0 ? Math.min(1, Math.max(0, 1 - lost / sent)) : 1;
    this.#confirmedMs += (this.#flowedMs - this.#confirmedMs) * share;
    this.#flowedMs = this.#confirmedMs;
    this.#isDoubtful = false;
  }
}
