import type { FramesState } from "#contract/media-frames.ts";
import type { Publisher } from "#engine/publisher.ts";
import type { ReceivedMedia } from "#engine/rtp/receive-stream.ts";
import type { VideoLayer } from "#engine/video-layer.ts";
import { PictureLane, SoundLane } from "./frame-lane.ts";
import type { FramesViewer } from "./frames-viewer.ts";
import { SharedTime } from "./media-clock.ts";
import type { SharedFrame } from "./shared-message.ts";

/**
 * A room's media as encoded frames, for viewers over HTTPS: put together once, however many they are, and not at all while
 * there is none.
 */
export class RoomFrames {
  readonly #time = new SharedTime();
  readonly #pictures = new Map<VideoLayer, PictureLane>();
  #sound = new SoundLane(this.#time);
  #viewers: readonly FramesViewer[] = [];
  #state: FramesState = "silent";

  get viewers(): readonly FramesViewer[] {
    return this.#viewers;
  }

  /** Begins sending to a viewer whose connection is up. */
  admit(viewer: FramesViewer): void {
    this.#viewers = [...this.#viewers, viewer];
    viewer.tell(this.#state);
  }

  remove(sessionId: string): void {
    this.#viewers = this.#viewers.filter((viewer) => viewer.sessionId !== sessionId);
    // Nobody is left for whom anything would be put together: what comes later begins afresh.
    if (this.#viewers.length === 0) this.restart();
  }

  /** Tells everybody whether frames flow. */
  tell(state: FramesState): void {
    if (state === this.#state) return;
    this.#state = state;
    for (const viewer of this.#viewers) viewer.tell(state);
  }

  /** Begins afresh, with another publisher. */
  restart(): void {
    this.#pictures.clear();
    this.#sound = new SoundLane(this.#time);
    this.#time.reset();
  }

  /** Leaves out every frame that has come so far. */
  seal(): void {
    for (const lane of this.#pictures.values()) lane.seal();
    this.#sound.seal();
  }

  /** Takes in a packet of the room's publisher; `layer` is null for sound. */
  receive(publisher: Publisher, media: ReceivedMedia, layer: VideoLayer | null, nowMs: number): void {
    if (this.#viewers.length === 0) return;
    if (!layer) return this.#sendSound(this.#sound.receive(media, nowMs));
    const lane = this.#pictures.get(layer) ?? this.#begin(publisher, layer);
    const wasWhole = !lane.needsKey;
    this.#sendPicture(layer, lane.receive(media, nowMs));
    if (wasWhole && lane.needsKey) this.#wantKey(publisher, layer, nowMs);
  }

  /** To be called every 20 ms or so: gives up what was lost for good. */
  expire(publisher: Publisher, nowMs: number): void {
    if (this.#viewers.length === 0) return;
    this.#sendSound(this.#sound.expire(nowMs));
    for (const [layer, lane] of this.#pictures) {
      const wasWhole = !lane.needsKey;
      this.#sendPicture(layer, lane.expire(nowMs));
      if (wasWhole && lane.needsKey) this.#wantKey(publisher, layer, nowMs);
    }
  }

  /**
   * The first frames of a viewer of that layer: those since a young keyframe, and the sound since then, in their order.
   */
  sinceKeyframe(layer: VideoLayer, nowMs: number): SharedFrame[] {
    const pictures = this.#pictures.get(layer)?.sinceKeyframe(nowMs) ?? [];
    const [first] = pictures;
    if (!first) return [];
    return [...pictures, ...this.#sound.since(first.timeUs)].sort((a, b) => a.timeUs - b.timeUs);
  }

  #begin(publisher: Publisher, layer: VideoLayer): PictureLane {
    const { name, parameters } = publisher.media.video.codec;
    const lane = new PictureLane(name, this.#time, parameters);
    this.#pictures.set(layer, lane);
    return lane;
  }

  /** Only where somebody watches: of the others a keyframe comes when somebody begins. */
  #wantKey(publisher: Publisher, layer: VideoLayer, nowMs: number): void {
    if (this.#viewers.some((viewer) => viewer.wants(layer))) publisher.requestKeyframe(nowMs, layer);
  }

  #sendPicture(layer: VideoLayer, frames: readonly SharedFrame[]): void {
    for (const frame of frames) for (const viewer of this.#viewers) viewer.sendPicture(layer, frame);
  }

  #sendSound(frames: readonly SharedFrame[]): void {
    for (const frame of frames) for (const viewer of this.#viewers) viewer.sendSound(frame);
  }
}
