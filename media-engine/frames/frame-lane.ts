import { limits } from "#engine/limits.ts";
import type { VideoCodec } from "#engine/rtp/keyframe.ts";
import type { ReceivedMedia } from "#engine/rtp/receive-stream.ts";
import { configOfParameters, h264Picture } from "./h264-picture.ts";
import { MediaClock, type SharedTime } from "./media-clock.ts";
import { concealing, type OpusLength, opusLength } from "./opus-packets.ts";
import { type OrderedPacket, PacketOrder } from "./packet-order.ts";
import { PictureCollector } from "./picture-collector.ts";
import { type SharedFrame, wireMessage } from "./shared-message.ts";
import { vp8Picture } from "./vp8-picture.ts";

const videoClockHz = 90_000;
const audioClockHz = 48_000;

/** One layer of the picture as frames. Those since the newest keyframe are kept for who joins, while that is young. */
export class PictureLane {
  readonly #order = new PacketOrder(limits.frameRepairMs);
  readonly #collector = new PictureCollector();
  readonly #clock: MediaClock;
  readonly #unpack: typeof vp8Picture;
  #config: Buffer | null = null;
  #configText = "";
  #kept: SharedFrame[] = [];

  /** `parameters`: those of its format in the offer, which may say what a decoder needs. */
  constructor(codec: VideoCodec, shared: SharedTime, parameters = "") {
    this.#unpack = codec === "VP8" ? vp8Picture : h264Picture;
    this.#clock = new MediaClock(videoClockHz, shared);
    const offered = codec === "H264" ? configOfParameters(parameters) : null;
    if (offered) this.#setConfig(JSON.stringify(offered));
  }

  /** True while nothing of it can be decoded before its next keyframe. */
  get needsKey(): boolean {
    return this.#collector.needsKey;
  }

  /** The frames that are whole with this packet. */
  receive(media: ReceivedMedia, nowMs: number): SharedFrame[] {
    return this.#frames(this.#order.push(media, nowMs), nowMs);
  }

  /** Gives up what has been waited for long enough. */
  expire(nowMs: number): SharedFrame[] {
    return this.#frames(this.#order.expire(nowMs), nowMs);
  }

  /** The frames since the newest keyframe, for who joins; none where it is too old. */
  sinceKeyframe(nowMs: number): readonly SharedFrame[] {
    const [first] = this.#kept;
    return first && nowMs - first.atMs <= limits.joinBurstAgeMs ? this.#kept : [];
  }

  /** Nobody is sent anything of what has come so far. */
  seal(): void {
    this.#order.seal();
    this.#collector.reset();
    this.#kept = [];
  }

  #frames(packets: readonly OrderedPacket[], nowMs: number): SharedFrame[] {
    return packets.flatMap((packet) =>
      this.#collector.push(packet).flatMap(({ payloads, timestamp }) => {
        const picture = this.#unpack(payloads);
        if (picture?.config) this.#setConfig(JSON.stringify(picture.config));
        if (!picture || !this.#config) {
          this.#collector.reset();
          return [];
        }
        const timeUs = this.#clock.timeUs(packet.media.stream, timestamp, nowMs);
        const { isKey, data } = picture;
        return [
          this.#keep({
            kind: "video",
            key: isKey,
            timeUs,
            atMs: nowMs,
            config: this.#config,
            message: wireMessage({ kind: "video", key: isKey, timeUs, data }),
          }),
        ];
      }),
    );
  }

  #setConfig(text: string): void {
    if (text === this.#configText) return;
    this.#configText = text;
    this.#config = wireMessage({ kind: "video-config", config: JSON.parse(text) });
  }

  #keep(frame: SharedFrame): SharedFrame {
    const [first] = this.#kept;
    if (frame.key) this.#kept = [frame];
    else if (first && frame.atMs - first.atMs <= limits.joinBurstAgeMs) this.#kept.push(frame);
    else this.#kept = [];
    return frame;
  }
}

/** The sound as frames without gaps: packets that were lost, or left out in silence, are replaced by empty ones. */
export class SoundLane {
  readonly #order = new PacketOrder(limits.soundRepairMs);
  readonly #clock: MediaClock;
  readonly #config = wireMessage({
    kind: "audio-config",
    config: { codec: "opus", sampleRate: audioClockHz, channels: 2 },
  });
  #last: { media: ReceivedMedia; length: OpusLength; packet: Buffer } | null = null;
  #kept: SharedFrame[] = [];

  constructor(shared: SharedTime) {
    this.#clock = new MediaClock(audioClockHz, shared);
  }

  receive(media: ReceivedMedia, nowMs: number): SharedFrame[] {
    return this.#frames(this.#order.push(media, nowMs), nowMs);
  }

  expire(nowMs: number): SharedFrame[] {
    return this.#frames(this.#order.expire(nowMs), nowMs);
  }

  /** The sound of no earlier than this media time, as far as it is kept. */
  since(timeUs: number): SharedFrame[] {
    return this.#kept.filter((frame) => frame.timeUs >= timeUs);
  }

  seal(): void {
    this.#order.seal();
    this.#kept = [];
    this.#last = null;
  }

  #frames(packets: readonly OrderedPacket[], nowMs: number): SharedFrame[] {
    return packets.flatMap(({ media }) => {
      const { header } = media;
      const packet = media.packet.subarray(header.payloadStart, header.payloadEnd);
      const length = opusLength(packet);
      if (!length) return [];
      const filled = this.#missingBefore(media).map(([timestamp, empty]) =>
        this.#frame(media, timestamp, empty, nowMs),
      );
      this.#last = { media, length, packet };
      return [...filled, this.#frame(media, header.timestamp, packet, nowMs)];
    });
  }

  /** Empty packets for the time between the last packet and this one. */
  #missingBefore({ stream, header }: ReceivedMedia): [timestamp: number, packet: Buffer][] {
    const last = this.#last;
    if (!last || last.media.stream !== stream) return [];
    const from = last.media.header.timestamp + last.length.packet;
    const missing = (header.timestamp - from) | 0;
    if (missing > (limits.soundFilledMs * audioClockHz) / 1000) return [];
    const empty: [number, Buffer][] = [];
    for (let at = 0; at + last.length.frame <= missing; at += last.length.frame)
      empty.push([(from + at) >>> 0, concealing(last.packet)]);
    return empty;
  }

  #frame({ stream }: ReceivedMedia, timestamp: number, packet: Buffer, nowMs: number): SharedFrame {
    const timeUs = this.#clock.timeUs(stream, timestamp, nowMs);
    const message = wireMessage({ kind: "audio", key: true, timeUs, data: packet });
    const frame = { kind: "audio" as const, key: true, timeUs, atMs: nowMs, config: this.#config, message };
    const sinceMs = nowMs - limits.joinBurstAgeMs;
    while ((this.#kept[0]?.atMs ?? nowMs) < sinceMs) this.#kept.shift();
    this.#kept.push(frame);
    return frame;
  }
}
