import { limits } from "#engine/limits.ts";
import type { OrderedPacket } from "./packet-order.ts";

/** All RTP payloads of one picture, in order. */
export type CollectedPicture = { payloads: Buffer[]; timestamp: number; isKey: boolean };

/**
 * Collects packets that are in order into whole pictures. After a loss nothing is one before the next that decodes by
 * itself, because each needs those before it.
 */
export class PictureCollector {
  /** True while pictures are left out until one comes that decodes by itself. */
  needsKey = true;
  #payloads: Buffer[] = [];
  #bytes = 0;
  #timestamp = 0;
  #isKey = false;

  /** The pictures that are whole with this packet: one at most, or two where a sender marks no end. */
  push({ media, followsGap }: OrderedPacket): CollectedPicture[] {
    const { packet, header, beginsKeyframe } = media;
    if (followsGap) this.reset();
    const whole: CollectedPicture[] = [];
    if (this.#payloads.length > 0 && header.timestamp !== this.#timestamp) whole.push(this.#finish());
    if (this.needsKey && !beginsKeyframe) return whole;
    this.needsKey = false;
    if (this.#payloads.length === 0) this.#isKey = false;
    this.#isKey ||= beginsKeyframe;
    this.#timestamp = header.timestamp;
    this.#payloads.push(packet.subarray(header.payloadStart, header.payloadEnd));
    this.#bytes += header.payloadEnd - header.payloadStart;
    if (this.#bytes > limits.frameBytes || this.#payloads.length > limits.framePackets) this.reset();
    else if (header.marker) whole.push(this.#finish());
    return whole;
  }

  /** Drops what has been collected, and whatever needs it. */
  reset(): void {
    this.needsKey = true;
    this.#payloads = [];
    this.#bytes = 0;
  }

  #finish(): CollectedPicture {
    const picture = { payloads: this.#payloads, timestamp: this.#timestamp, isKey: this.#isKey };
    this.#payloads = [];
    this.#bytes = 0;
    return picture;
  }
}
