import { limits } from "#engine/limits.ts";
import { OutStream } from "#engine/rtp/out-stream.ts";
import type { ReceivedMedia, ReceiveStream } from "#engine/rtp/receive-stream.ts";
import { vp8KeyframePixels } from "#engine/rtp/vp8-descriptor.ts";

const videoClockHz = 90_000;

/** One quality of a publisher's picture: a simulcast layer, or the only picture of a publisher who sends no layers. */
export class VideoLayer {
  readonly out: OutStream;
  /** Place among the publisher's layers, the lowest quality first. */
  rank = 0;
  /** Pixels of the last keyframe; 0 where the codec's headers do not show them. */
  pixels = 0;
  /** Measured while packets arrive; 0 before the first measurement. */
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

  /** The stream that the layer's packets come from now; null before the first one. */
  get source(): ReceiveStream | null {
    return this.#source;
  }

  /** Takes another source, which is asked for a keyframe at once. */
  takeSource(source: ReceiveStream): void {
    this.#source = source;
    this.#isKeyframeDue = true;
    this.#keyframeAskedMs = Number.NEGATIVE_INFINITY;
  }

  /** Counts a packet before it is forwarded, and reads the size of the picture from a keyframe. */
  note({ packet, header, beginsKeyframe, vp8 }: ReceivedMedia, nowMs: number): void {
    if (!this.isFlowing(nowMs)) this.#flowsSinceMs = nowMs;
    this.#lastPacketAtMs = nowMs;
    this.#bytes += packet.length;
    if (!beginsKeyframe || !vp8) return;
    this.pixels =
      vp8KeyframePixels(packet, header.payloadStart + vp8.bytes, header.payloadEnd) ?? this.pixels;
  }

  /** False once no packet has come for `layerSilenceMs`: the sender has too little bandwidth, or has left. */
  isFlowing(nowMs: number): boolean {
    return nowMs - this.#lastPacketAtMs < limits.layerSilenceMs;
  }

  /** True when packets have arrived without a gap for `layerSteadyMs`, so that the layer is likely to stay. */
  isSteady(nowMs: number): boolean {
    return this.isFlowing(nowMs) && nowMs - this.#flowsSinceMs >= limits.layerSteadyMs;
  }

  /**
   * Called each second: measures the layer's bit rate if packets arrived through the whole second. A layer that paused
   * would measure too low, and would be ranked below smaller ones once it comes back.
   */
  measure(nowMs: number): void {
    const [sinceMs, bytes] = [this.#measuredAtMs ?? nowMs, this.#bytes];
    this.#measuredAtMs = nowMs;
    this.#bytes = 0;
    // Up to the last packet: the layer may have stopped within this second.
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
