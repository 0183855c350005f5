import { extensionUris, findExtension } from "#engine/rtp/extensions.ts";
import type { RtpHeader } from "#engine/rtp/packet.ts";
import type { ReceiveStream } from "#engine/rtp/receive-stream.ts";
import type { OfferedMedia } from "#engine/sdp/offer.ts";
import { VideoLayer } from "#engine/video-layer.ts";

/**
 * The layers of one publisher's picture, the lowest quality first. A publisher without simulcast has one layer, which
 * takes whatever video source it sends.
 */
export class VideoLayers {
  /** The layers that have begun. Replaced, not changed, when the order changes. */
  ranked: readonly VideoLayer[] = [];
  readonly #rids: readonly string[];
  readonly #ridId: number | null;
  readonly #repairedRidId: number | null;
  readonly #ssrc: number;
  readonly #byRid = new Map<string, VideoLayer>();
  readonly #bySource = new Map<number, VideoLayer>();

  /** `ssrc`: the one source that viewers see, whatever layer they are sent. */
  constructor(ssrc: number, offered: Pick<OfferedMedia, "sendRids" | "extensionIds">) {
    this.#ssrc = ssrc;
    this.#rids = offered.sendRids;
    this.#ridId = offered.extensionIds.get(extensionUris.rid) ?? null;
    this.#repairedRidId = offered.extensionIds.get(extensionUris.repairedRid) ?? null;
  }

  /** The layer of a media packet; null while it is not known. Senders name it in a source's first packets only. */
  of(stream: ReceiveStream, packet: Buffer, header: RtpHeader): VideoLayer | null {
    const rid = this.#rids.length === 0 ? "" : this.#readRid(packet, header, this.#ridId);
    const known = this.#bySource.get(header.ssrc);
    if (rid === null || (known && this.#byRid.get(rid) === known)) return known ?? null;
    const layer = this.#byRid.get(rid) ?? this.#begin(rid);
    layer.takeSource(stream);
    this.#bySource.set(header.ssrc, layer);
    return layer;
  }

  /** The source that an RTX packet repeats: it names its layer, or there is only one. */
  repairedStream(packet: Buffer, header: RtpHeader): ReceiveStream | null {
    const rid = this.#rids.length === 0 ? "" : this.#readRid(packet, header, this.#repairedRidId);
    return rid === null ? null : (this.#byRid.get(rid)?.source ?? null);
  }

  /** Each second: measures the layers and puts them in order. */
  review(nowMs: number): void {
    for (const layer of this.ranked) layer.measure(nowMs);
    this.rank();
  }

  /**
   * By size of the picture where keyframes show it, else by bitrate. A layer that begins late has waited for bandwidth:
   * until it is measured it counts as the highest, which nobody is moved up to before it is steady.
   */
  rank(): void {
    const layers = [...this.#byRid.values()];
    const isSized = layers.every((layer) => layer.pixels > 0);
    const bitrate = (layer: VideoLayer) => layer.bitsPerSecond || Number.MAX_SAFE_INTEGER;
    const quality = (layer: VideoLayer) => (isSized ? layer.pixels : bitrate(layer));
    this.ranked = layers.sort((a, b) => quality(a) - quality(b));
    for (const [rank, layer] of this.ranked.entries()) layer.rank = rank;
  }

  #begin(rid: string): VideoLayer {
    const layer = new VideoLayer(this.#ssrc);
    this.#byRid.set(rid, layer);
    this.rank();
    return layer;
  }

  #readRid(packet: Buffer, header: RtpHeader, id: number | null): string | null {
    const value = id === null ? null : findExtension(packet, header, id);
    const rid = value ? value.toString("latin1") : null;
    return rid !== null && this.#rids.includes(rid) ? rid : null;
  }
}
