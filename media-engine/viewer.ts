import { randomInt } from "node:crypto";
import { ConfirmedFlow } from "#engine/confirmed-flow.ts";
import type { FlowInterval, MediaLoss } from "#engine/ipc/protocol.ts";
import { LayerChoice, type LayerPreference } from "#engine/layer-choice.ts";
import { limits } from "#engine/limits.ts";
import { ReportedLoss } from "#engine/reported-loss.ts";
import type { VideoCodec } from "#engine/rtp/keyframe.ts";
import type { OutPacket } from "#engine/rtp/out-stream.ts";
import { isRtcp } from "#engine/rtp/packet.ts";
import { wrapRetransmission } from "#engine/rtp/retransmission.ts";
import {
  asksForKeyframe,
  feedbackSource,
  readBandwidthEstimate,
  readNack,
  readReportBlocks,
  rtcpParts,
  rtcpTypes,
} from "#engine/rtp/rtcp-read.ts";
import type { ChosenCodec } from "#engine/sdp/codecs.ts";
import type { VideoLayer } from "#engine/video-layer.ts";
import { type SendPacket, ViewerLane } from "#engine/viewer-lane.ts";

/** The offer's result for a viewer: the codecs it can be sent. */
export type ViewableMedia = { audio: ChosenCodec<"OPUS"> | null; video: ChosenCodec<VideoCodec>[] };

type ViewerNeeds = {
  sessionId: string;
  /** The parent's opaque mark for this session. */
  tag: string;
  media: ViewableMedia;
  /** The sources that the viewer's SDP names: for the sound, for the picture and its repeats. */
  audio: { ssrc: number };
  video: { ssrc: number; rtxSsrc: number };
  /** Absent: `auto`. */
  layer?: LayerPreference;
  send: SendPacket;
  /** Gets what this viewer reports as lost, too. */
  loss: MediaLoss;
  /** `layer` is null when any keyframe will do. */
  onKeyframeWanted: (layer: VideoLayer | null) => void;
};

/** A timestamp this many times closer: a joiner's decoder catches up with the past second in a blink. */
const burstTimeShift = 5;

/**
 * The sending side of one viewer's session. The picture is forwarded of one layer at a time, which changes at a keyframe of
 * the other one, so that the decoder never waits.
 */
export class Viewer {
  readonly sessionId: string;
  readonly tag: string;
  /** Share of video packets lost, 0..1, by the viewer's last report. */
  lossRatio = 0;
  readonly #needs: ViewerNeeds;
  readonly #audio: ViewerLane;
  readonly #video: ViewerLane;
  readonly #choice: LayerChoice;
  /** The layer that is forwarded, and the one that takes its place at its next keyframe. */
  #layer: VideoLayer | null = null;
  #target: VideoLayer | null = null;
  #targetSinceMs = 0;
  #keyframeWantedMs = 0;
  #rtxPayloadType: number | null = null;
  #rtxSequence = randomInt(0, 0x4000);
  #burst: { first: OutPacket; last: OutPacket } | null = null;
  #reportedAtMs: number | null = null;
  #resendsLeft: number = limits.resendsPerSecond;
  readonly #flow = new ConfirmedFlow();
  readonly #loss: Record<"audio" | "video", ReportedLoss>;
  /** How much of before each beginning it was sent, ms. */
  #keptMs = 0;

  constructor(needs: ViewerNeeds) {
    this.sessionId = needs.sessionId;
    this.tag = needs.tag;
    this.#needs = needs;
    this.#audio = new ViewerLane(needs.send, needs.media.audio?.payloadType ?? null);
    this.#video = new ViewerLane(needs.send, null);
    this.#choice = new LayerChoice(needs.layer ?? "auto");
    this.#loss = { audio: new ReportedLoss(needs.loss), video: new ReportedLoss(needs.loss) };
  }

  get packetsSent(): number {
    return this.#audio.packetsSent + this.#video.packetsSent;
  }

  /** When media has flowed to this viewer lately, as {@link ConfirmedFlow} knows it. */
  flowed(nowMs: number): FlowInterval[] {
    return this.#flow.intervals(nowMs);
  }

  /** For how long media was sent to it, ms, whether or not it came; with what it was sent at once when it began. */
  get sentMs(): number {
    return this.#flow.sentMs + this.#keptMs;
  }

  canPlay(codec: VideoCodec): boolean {
    return this.#needs.media.video.some((offered) => offered.name === codec);
  }

  /** False once a viewer that used to send reports has stopped: its page was killed or its network is gone. */
  isListening(nowMs: number): boolean {
    return this.#reportedAtMs === null || nowMs - this.#reportedAtMs < limits.viewerSilenceMs;
  }

  /** True when nothing of what was sent for a while has come, by the viewer's own reports. */
  isCutOff(nowMs: number): boolean {
    return this.#flow.unconfirmedMs(nowMs) >= limits.viewerSilenceMs;
  }

  /** Sets the codec that video packets are in from now on. */
  sendVideoAs(codec: VideoCodec): void {
    const chosen = this.#needs.media.video.find((offered) => offered.name === codec);
    this.#video.payloadType = chosen?.payloadType ?? null;
    this.#rtxPayloadType = chosen?.rtxPayloadType ?? null;
  }

  /** Asks for another layer; it is sent from its next keyframe on. */
  prefer(layer: LayerPreference): void {
    this.#choice.prefer(layer);
  }

  /** The layer that {@link start} would begin with. */
  firstLayer(ranked: readonly VideoLayer[], nowMs: number): VideoLayer | null {
    return this.#choice.pick(ranked, null, nowMs);
  }

  /**
   * Begins sending: with the cached picture when there is a fresh one, else from the next keyframe on. `ranked` are the
   * publisher's layers, the lowest first.
   */
  start(ranked: readonly VideoLayer[], nowMs: number): void {
    this.#targetSinceMs = nowMs;
    this.#target = this.firstLayer(ranked, nowMs);
    const cached = this.#target?.out.sinceKeyframe(nowMs);
    if (cached) {
      this.#keptMs += Math.floor(nowMs - (cached[0]?.atMs ?? nowMs));
      this.#sendBurst(cached);
    } else if (this.#target) this.#wantKeyframe(nowMs);
    this.sendReports(nowMs);
  }

  /** Sends nothing, and repeats nothing, until {@link resume}. */
  rest(): void {
    this.#audio.rest();
    this.#video.rest();
    this.#layer = null;
    this.#target = null;
  }

  /** Goes on from the next keyframe. Nobody waits for a report on what was sent before. */
  resume(ranked: readonly VideoLayer[], nowMs: number): void {
    this.#reportedAtMs = null;
    this.#flow.resume(nowMs);
    this.start(ranked, nowMs);
  }

  /** To be called whenever layers, reports or preferences may have changed: decides which layer is to be forwarded. */
  steer(ranked: readonly VideoLayer[], nowMs: number): void {
    const current = this.#layer && ranked.includes(this.#layer) ? this.#layer : null;
    const picked = this.#choice.pick(ranked, current, nowMs);
    if (picked === null || picked === this.#layer) {
      if (picked !== null) this.#target = null;
      return;
    }
    if (picked !== this.#target) {
      this.#target = picked;
      this.#targetSinceMs = nowMs;
      this.#wantKeyframe(nowMs);
    } else if (nowMs - this.#keyframeWantedMs >= limits.keyframeRetryMs) this.#wantKeyframe(nowMs);
  }

  /** Forwards one audio packet. On the hot path: no allocation, one header rewrite, one send. */
  forwardAudio(packet: OutPacket): void {
    if (this.#audio.stream === null) this.#audio.begin(packet);
    this.#audio.forward(packet);
  }

  /** Forwards one video packet, like {@link forwardAudio}, when it is of this viewer's layer or begins the next one. */
  forwardVideo(packet: OutPacket): void {
    if (packet.stream !== this.#video.stream) {
      if (packet.stream !== this.#target?.out || !this.#mayBegin(packet)) return;
      this.#layer = this.#target;
      this.#target = null;
      this.#video.begin(packet);
    }
    // The packet may be late, of a frame whose other packets came in the burst.
    this.#video.forward(this.#asSentInBurst(packet));
  }

  /** Counts the time since the last packets that were sent; called after packets of `atMs` were forwarded. */
  countFlow(atMs: number): void {
    this.#flow.countSent(this.#audio.newestSent, this.#video.newestSent, atMs);
  }

  /** Takes in the viewer's RTCP; anything else it sends is dropped. */
  receive(packet: Buffer, nowMs: number): void {
    if (!isRtcp(packet)) return;
    this.#reportedAtMs = nowMs;
    for (const { type, format, part } of rtcpParts(packet)) {
      const estimate = readBandwidthEstimate(type, format, part);
      if (estimate !== null) this.#choice.onEstimate(estimate, nowMs);
      else if (asksForKeyframe(type, format)) this.#needs.onKeyframeWanted(this.#target ?? this.#layer);
      else if (type === rtcpTypes.transportFeedback && format === 1) this.#answerNack(part);
      else if (type === rtcpTypes.receiverReport || type === rtcpTypes.senderReport) {
        this.#readReports(type, format, part, nowMs);
      }
    }
  }

  /** Each second: sender reports, which keep sound and picture together, and a new allowance of repeats. */
  sendReports(nowMs: number): void {
    this.#resendsLeft = limits.resendsPerSecond;
    this.#audio.sendReport(nowMs);
    this.#video.sendReport(nowMs);
  }

  #wantKeyframe(nowMs: number): void {
    this.#keyframeWantedMs = nowMs;
    this.#needs.onKeyframeWanted(this.#target);
  }

  /** A layer begins with a keyframe; where there is nothing else to see, after a while with whatever comes. */
  #mayBegin(packet: OutPacket): boolean {
    if (packet.beginsKeyframe) return true;
    const hasPicture = this.#layer?.isFlowing(packet.atMs) ?? false;
    return !hasPicture && packet.atMs - this.#targetSinceMs >= limits.keyframeWaitMs;
  }

  #sendBurst(packets: OutPacket[]): void {
    const first = packets[0];
    const last = packets.at(-1);
    if (!first || !last) return;
    this.#layer = this.#target;
    this.#target = null;
    this.#video.begin(first);
    this.#burst = { first, last };
    for (const packet of packets) this.#video.forward(this.#asSentInBurst(packet));
  }

  /**
   * Packets of the burst keep their order but move close to the present, when late or repeated too. On the hot path:
   * answers any other packet as it is.
   */
  #asSentInBurst(packet: OutPacket): OutPacket {
    const burst = this.#burst;
    if (!burst || packet.sequence > burst.last.sequence || packet.sequence < burst.first.sequence)
      return packet;
    if (packet.stream !== burst.first.stream) return packet;
    const ageTicks = (burst.last.timestamp - packet.timestamp) >>> 0;
    return { ...packet, timestamp: (burst.last.timestamp - (ageTicks >>> burstTimeShift)) >>> 0 };
  }

  #answerNack(part: Buffer): void {
    if (feedbackSource(part) !== this.#needs.video.ssrc) return;
    for (const sequence of readNack(part)) {
      if (this.#resendsLeft <= 0) return;
      this.#resend(sequence);
    }
  }

  #resend(sequence: number): void {
    const kept = this.#video.find(sequence);
    if (!kept) return;
    this.#resendsLeft -= 1;
    const packet = this.#asSentInBurst(kept);
    if (this.#rtxPayloadType === null) {
      this.#video.forward(packet);
      return;
    }
    this.#video.rewrite(packet);
    this.#rtxSequence = (this.#rtxSequence + 1) & 0xffff;
    const rtx = {
      ssrc: this.#needs.video.rtxSsrc,
      payloadType: this.#rtxPayloadType,
      sequence: this.#rtxSequence,
    };
    this.#needs.send(wrapRetransmission(packet.bytes, rtx, sequence));
  }

  #readReports(type: number, count: number, part: Buffer, nowMs: number): void {
    const blocks = readReportBlocks(type, count, part);
    // There may be one about the repeats too, whose numbers are their own.
    const about = (source: { ssrc: number }) => blocks.find(({ ssrc }) => ssrc === source.ssrc);
    const video = about(this.#needs.video);
    const audio = about(this.#needs.audio);
    this.#flow.report({ video, audio }, nowMs);
    if (audio) this.#loss.audio.take(audio, this.#audio.newestSent);
    if (!video) return;
    this.#loss.video.take(video, this.#video.newestSent);
    this.lossRatio = video.lossRatio;
    this.#choice.onLoss(video.lossRatio, nowMs);
  }
}
