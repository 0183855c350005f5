import { limits } from "#engine/limits.ts";
import { OutStream } from "#engine/rtp/out-stream.ts";
import type { ReceivedMedia, ReceiveStream } from "#engine/rtp/receive-stream.ts";
import { vp8KeyframePixels } from "#engine/rtp/vp8-descriptor.ts";

const videoClockHz = 90_000;

/** One quality of a publisher's picture: a simulcast layer, or all there is. */
export class VideoLayer {
  readonly out: OutStream;
  /** Place among the publisher's layers, the lowest quality first. */
  rank = 0;
  /** Pixels of the last keyframe; 0 where they are not known. */
  pixels = 0;
  /** What it takes while it comes; 0 until that is known. */
  bitsPerSecond = 0;
  #source: ReceiveStream | null = null;
  #bytes = 0;
  #measuredAtMs: number | null = null;
  #lastPacketAtMs = Number.NEGATIVE_INFINITY;
  #flowsSinceMs = 0;
  #keyframeAskedMs = Number.NEGATIVE_INFINITY;
  #isKeyframeDue = false;

  constructor(ssrc: number) {
    this.out = new OutStream(videoClockHz, ssrc);
  }

  /** Where its packets come from now; null before the first. */
  get source(): ReceiveStream | null {
    return this.#source;
  }

  /** A source that has just begun is asked for a keyframe at once. */
  takeSource(source: ReceiveStream): void {
    this.#source = source;
    this.#isKeyframeDue = true;
    this.#keyframeAskedMs = Number.NEGATIVE_INFINITY;
  }

  /** Takes note of a packet before it is forwarded. */
  note({ packet, header, beginsKeyframe, vp8 }: ReceivedMedia, nowMs: number): void {
    if (!this.isFlowing(nowMs)) this.#flowsSinceMs = nowMs;
    this.#lastPacketAtMs = nowMs;
    this.#bytes += packet.length;
    if (!beginsKeyframe || !vp8) return;
    this.pixels =
      vp8KeyframePixels(packet, header.payloadStart + vp8.bytes, header.payloadEnd) ?? this.pixels;
  }

  /** False once the sender has stopped it, for want of bandwidth or because it is gone. */
  isFlowing(nowMs: number): boolean {
    return nowMs - this.#lastPacketAtMs < limits.layerSilenceMs;
  }

  /** True when it has come without a stop for so long that it is likely to stay. */
  isSteady(nowMs: number): boolean {
    return this.isFlowing(nowMs) && nowMs - this.#flowsSinceMs >= limits.layerSteadyMs;
  }

  /**
   * Each second: measures what the layer takes, if it came all the time. By what it takes in a part of it, it would be
   * ranked below others when it stops and comes back.
   */
  measure(nowMs: number): void {
    const [sinceMs, bytes] = [this.#measuredAtMs ?? nowMs, this.#bytes];
    this.#measuredAtMs = nowMs;
    this.#bytes = 0;
    // It may have stopped just now.
    const elapsedMs = this.#lastPacketAtMs - sinceMs;
    const cameAllAlong = this.#flowsSinceMs <= sinceMs && this.isFlowing(nowMs);
    if (cameAllAlong && elapsedMs > 0) this.bitsPerSecond = (bytes * 8000) / elapsedMs;
  }

  wantKeyframe(): void {
    this.#isKeyframeDue = true;
  }

  /** The source to ask for a keyframe now, when one is wanted and the last request is old enough. */
  takeKeyframeRequest(nowMs: number): number | null {
    if (!this.#isKeyframeDue || !this.#source) return null;
    if (nowMs - this.#keyframeAskedMs < limits.keyframeIntervalMs) return null;
    this.#isKeyframeDue = false;
    this.#keyframeAskedMs = nowMs;
    return this.#source.ssrc;
  }
}
