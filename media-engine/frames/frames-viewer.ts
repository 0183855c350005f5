import type { FramesState } from "#contract/media-frames.ts";
import type { FlowInterval } from "#engine/ipc/protocol.ts";
import { LayerChoice, type LayerPreference } from "#engine/layer-choice.ts";
import { limits } from "#engine/limits.ts";
import type { VideoCodec } from "#engine/rtp/keyframe.ts";
import type { VideoLayer } from "#engine/video-layer.ts";
import { retimed, type SharedFrame, wireMessage } from "./shared-message.ts";
import { ShownFlow } from "./shown-flow.ts";

/** The wire of one viewer. */
export type FramesWire = {
  /** True while nothing waits to be sent. */
  isFree(): boolean;
  write(message: Buffer): void;
  ping(): void;
  /** Ends it at once: nothing of what waits arrives. */
  close(): void;
};

type FramesViewerNeeds = {
  sessionId: string;
  /** The parent's opaque mark for this session. */
  tag: string;
  /** Absent: `auto`. */
  layer?: LayerPreference;
  hasSound: boolean;
  codecs: readonly VideoCodec[];
  wire: FramesWire;
  /** When it was let in: from then on it has its time to report. */
  letInMs: number;
  /** The frames since a young keyframe, for a viewer who begins. */
  frames: { sinceKeyframe(layer: VideoLayer, nowMs: number): SharedFrame[] };
  onKeyframeWanted: (layer: VideoLayer | null) => void;
};

/** The lag of one report behind the best one from which the connection counts as too slow for what it is sent. */
const lagGrowthMs = 1_200;
/** Of {@link LayerChoice}: one layer down at once, and to the lowest. */
const lossOf = { lag: 0.1, dropped: 0.3 };
const pingEveryMs = 10_000;

/**
 * The sending side of one viewer over HTTPS. Frames that the connection does not take wait for a second at most: then
 * the picture goes on with its next keyframe, of a lower layer where there is one.
 */
export class FramesViewer {
  readonly sessionId: string;
  readonly tag: string;
  /** A stream loses nothing. */
  readonly lossRatio = 0;
  readonly #needs: FramesViewerNeeds;
  readonly #choice: LayerChoice;
  readonly #flow = new ShownFlow();
  #queue: SharedFrame[] = [];
  #layer: VideoLayer | null = null;
  #target: VideoLayer | null = null;
  #needsKey = true;
  #isResting = true;
  #keyframeWantedMs = Number.NEGATIVE_INFINITY;
  #configs: { video: Buffer | null; audio: Buffer | null } = { video: null, audio: null };
  #reportedAtMs: number;
  #pingedAtMs = 0;
  #bestLagMs = Number.POSITIVE_INFINITY;
  /** How much of before each beginning it was sent, ms. */
  #keptMs = 0;

  constructor(needs: FramesViewerNeeds) {
    this.sessionId = needs.sessionId;
    this.tag = needs.tag;
    this.#needs = needs;
    this.#choice = new LayerChoice(needs.layer ?? "auto");
    this.#reportedAtMs = needs.letInMs;
  }

  get packetsSent(): number {
    return this.#flow.framesSent;
  }

  /** When media has flowed to this viewer lately, as {@link ShownFlow} knows it. */
  flowed(nowMs: number): FlowInterval[] {
    return this.#flow.intervals(nowMs);
  }

  /** Also what it was sent at once: who always begins afresh would watch nothing but that. */
  get sentMs(): number {
    return this.#flow.sentMs + this.#keptMs;
  }

  canPlay(codec: VideoCodec): boolean {
    return this.#needs.codecs.includes(codec);
  }

  /** Does nothing: each frame names its own codec. */
  sendVideoAs(): void {}

  isListening(nowMs: number): boolean {
    return nowMs - this.#reportedAtMs < limits.viewerSilenceMs;
  }

  isCutOff(nowMs: number): boolean {
    return this.#flow.unconfirmedMs(nowMs) >= limits.viewerSilenceMs;
  }

  prefer(layer: LayerPreference): void {
    this.#choice.prefer(layer);
  }

  firstLayer(ranked: readonly VideoLayer[], nowMs: number): VideoLayer | null {
    return this.#choice.pick(ranked, null, nowMs);
  }

  /** Is this layer sent to it, or about to be? */
  wants(layer: VideoLayer): boolean {
    return layer === this.#layer || layer === this.#target;
  }

  /** Begins sending: with what is kept since a young keyframe, else from the next one on. */
  start(ranked: readonly VideoLayer[], nowMs: number): void {
    this.#isResting = false;
    this.#reportedAtMs = nowMs;
    this.#target = this.firstLayer(ranked, nowMs);
    if (!this.#target) return;
    const layer = this.#target;
    const kept = this.#needs.frames.sinceKeyframe(layer, nowMs);
    for (const frame of kept)
      if (frame.kind === "video") this.sendPicture(layer, { ...frame, atMs: nowMs });
      else this.sendSound({ ...frame, atMs: nowMs });
    const [first, last] = [kept.at(0), kept.at(-1)];
    if (first && last) this.#keptMs += Math.floor((last.timeUs - first.timeUs) / 1000);
    else this.#wantKeyframe(nowMs);
  }

  /**
   * Sends nothing until {@link resume}. A frame that waits in the wire already cannot be taken back: then the
   * connection ends.
   */
  rest(): void {
    this.#isResting = true;
    this.#queue = [];
    this.#layer = null;
    this.#target = null;
    this.#needsKey = true;
    if (!this.#needs.wire.isFree()) this.#needs.wire.close();
  }

  /** Goes on from the next keyframe. Nobody waits for a report on what was sent before. */
  resume(ranked: readonly VideoLayer[], nowMs: number): void {
    this.#flow.resume(nowMs);
    this.#bestLagMs = Number.POSITIVE_INFINITY;
    this.start(ranked, nowMs);
  }

  /** To be called whenever layers, reports or preferences may have changed: decides which layer is to be sent. */
  steer(ranked: readonly VideoLayer[], nowMs: number): void {
    if (this.#isResting) return;
    const current = this.#layer && ranked.includes(this.#layer) ? this.#layer : null;
    const picked = this.#choice.pick(ranked, current, nowMs);
    if (picked === null) return;
    const isDue = nowMs - this.#keyframeWantedMs >= limits.keyframeRetryMs;
    if (picked === this.#layer) {
      this.#target = null;
      if (this.#needsKey && isDue) this.#wantKeyframe(nowMs);
    } else if (picked !== this.#target || isDue) {
      this.#target = picked;
      this.#wantKeyframe(nowMs);
    }
  }

  /** Tells it whether frames flow. */
  tell(state: FramesState): void {
    this.#needs.wire.write(wireMessage({ kind: "state", state }));
  }

  /** Sends a picture, when it is of this viewer's layer or begins the next one. */
  sendPicture(layer: VideoLayer, frame: SharedFrame): void {
    if (this.#isResting) return;
    if (layer === this.#target && frame.key) {
      this.#layer = layer;
      this.#target = null;
    }
    if (layer !== this.#layer || (this.#needsKey && !frame.key)) return;
    this.#needsKey = false;
    this.#enqueue(frame);
  }

  /** Sends sound, once there is a picture to it, where there is to be one. */
  sendSound(frame: SharedFrame): void {
    if (this.#isResting || !this.#needs.hasSound) return;
    const waitsForPicture = this.#flow.newestUs("video") < 0 && (this.#target ?? this.#layer) !== null;
    if (!waitsForPicture || this.#queue.length > 0) this.#enqueue(frame);
  }

  /** Takes in what the page has shown. Any sign of it shows that it is there. */
  receive(report: { shown: number; missed?: number }, nowMs: number): void {
    this.#reportedAtMs = nowMs;
    const lagMs = this.#flow.report(report, nowMs);
    if (lagMs === null) return;
    if (lagMs > this.#bestLagMs + lagGrowthMs) {
      this.#choice.onLoss(lossOf.lag, nowMs);
      this.#bestLagMs = lagMs;
    } else {
      this.#choice.onLoss(0, nowMs);
      this.#bestLagMs = Math.min(this.#bestLagMs, lagMs);
    }
  }

  /** Each second. Proxies end connections on which nothing comes. */
  sendReports(nowMs: number): void {
    if (nowMs - this.#pingedAtMs < pingEveryMs) return;
    this.#pingedAtMs = nowMs;
    this.#needs.wire.ping();
  }

  /** Goes on sending; to be called when the wire is free. */
  flush(nowMs: number): void {
    const { wire } = this.#needs;
    this.#dropLate(nowMs);
    while (wire.isFree()) {
      const frame = this.#queue.shift();
      if (!frame) return;
      this.#write(frame, nowMs);
    }
  }

  #enqueue(frame: SharedFrame): void {
    this.#queue.push(frame);
    this.flush(frame.atMs);
  }

  #write(frame: SharedFrame, nowMs: number): void {
    const { kind, config } = frame;
    const { wire } = this.#needs;
    if (this.#configs[kind] !== config) {
      this.#configs[kind] = config;
      wire.write(config);
    }
    // The clock of another layer or publisher may stand a little behind.
    const timeUs = Math.max(frame.timeUs, this.#flow.newestUs(kind) + 1);
    wire.write(timeUs === frame.timeUs ? frame.message : retimed(frame.message, timeUs));
    this.#flow.note(kind, timeUs, nowMs);
  }

  /** From the oldest up to the next keyframe that waits, or to the next one that comes. */
  #dropLate(nowMs: number): void {
    const isLate = ({ atMs }: SharedFrame) => nowMs - atMs > limits.framesBacklogMs;
    const [oldest] = this.#queue;
    if (!oldest || !isLate(oldest)) return;
    const key = this.#queue.findLastIndex((frame) => frame.kind === "video" && frame.key);
    const hasFreshKey = key > 0;
    const lostPicture = this.#queue.some((frame, at) => frame.kind === "video" && at !== key);
    this.#queue = this.#queue.filter((frame, at) =>
      frame.kind === "video" ? hasFreshKey && at >= key : !isLate(frame),
    );
    if (!lostPicture) return;
    this.#choice.onLoss(lossOf.dropped, nowMs);
    if (hasFreshKey) return;
    this.#needsKey = true;
    this.#wantKeyframe(nowMs);
  }

  #wantKeyframe(nowMs: number): void {
    this.#keyframeWantedMs = nowMs;
    this.#needs.onKeyframeWanted(this.#target ?? this.#layer);
  }
}
