import { extensionUris, findExtension } from "#engine/rtp/extensions.ts";
import type { RtpHeader } from "#engine/rtp/packet.ts";
import type { ReceiveStream } from "#engine/rtp/receive-stream.ts";

type Layer = { stream: ReceiveStream; bytesBefore: number };

/**
 * Which of a publisher's simulcast layers is forwarded: the one with the most bytes, changed only at a keyframe. A layer
 * that the sender stops, for want of bandwidth, loses its place within a second.
 */
export class Simulcast {
  readonly #ridId: number | null;
  readonly #repairedRidId: number | null;
  readonly #layers = new Map<string, Layer>();
  readonly #rids: readonly string[];
  #current: ReceiveStream | null = null;
  #wanted: ReceiveStream | null = null;

  constructor(rids: readonly string[], extensionIds: ReadonlyMap<string, number>) {
    this.#rids = rids;
    this.#ridId = extensionIds.get(extensionUris.rid) ?? null;
    this.#repairedRidId = extensionIds.get(extensionUris.repairedRid) ?? null;
  }

  /** Learns from its header extension which layer a source carries; senders name it in their first packets only. */
  learn(stream: ReceiveStream, packet: Buffer, header: RtpHeader): void {
    const rid = this.#readRid(packet, header, this.#ridId);
    if (rid === null || this.#layers.get(rid)?.stream === stream) return;
    this.#layers.set(rid, { stream, bytesBefore: stream.bytes });
    if (!this.#current) this.#current = stream;
  }

  /** The source whose packets an RTX packet repeats, where the packet names its layer. */
  repairedStream(packet: Buffer, header: RtpHeader): ReceiveStream | null {
    const rid = this.#readRid(packet, header, this.#repairedRidId);
    return rid === null ? null : (this.#layers.get(rid)?.stream ?? null);
  }

  /** Decides whether this packet is forwarded; a keyframe of the wanted layer makes it the current one. */
  forwards(stream: ReceiveStream, beginsKeyframe: boolean): boolean {
    if (stream === this.#wanted && beginsKeyframe) {
      this.#current = stream;
      this.#wanted = null;
    }
    return stream === this.#current;
  }

  /** The source that keyframes are to be asked of; null before the first layer is known. */
  get target(): ReceiveStream | null {
    return this.#wanted ?? this.#current;
  }

  /** Compares the layers' bytes since the last call, once a second; true when a better one should send a keyframe. */
  review(): boolean {
    let best: { stream: ReceiveStream; bytes: number } | null = null;
    for (const layer of this.#layers.values()) {
      const bytes = layer.stream.bytes - layer.bytesBefore;
      layer.bytesBefore = layer.stream.bytes;
      if (!best || bytes > best.bytes) best = { stream: layer.stream, bytes };
    }
    if (!best || best.bytes === 0 || best.stream === this.#current) {
      this.#wanted = null;
      return false;
    }
    this.#wanted = best.stream;
    return true;
  }

  #readRid(packet: Buffer, header: RtpHeader, id: number | null): string | null {
    const value = id === null ? null : findExtension(packet, header, id);
    const rid = value ? value.toString("latin1") : null;
    return rid !== null && this.#rids.includes(rid) ? rid : null;
  }
}
