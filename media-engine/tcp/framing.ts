const lengthBytes = 2;

/** A packet as it goes over a stream: two bytes of length before it (RFC 4571, section 2). */
export function framed(packet: Buffer): Buffer {
  const frame = Buffer.allocUnsafe(lengthBytes + packet.length);
  frame.writeUInt16BE(packet.length);
  packet.copy(frame, lengthBytes);
  return frame;
}

/** Takes packets out of a stream that {@link framed} them. Keeps less than one packet of at most `bytesMax`. */
export class Deframer {
  readonly #bytesMax: number;
  #rest = Buffer.alloc(0);

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** The packets that are whole with these bytes, in their order; null once one is announced that is too long. */
  push(bytes: Buffer): Buffer[] | null {
    let rest = this.#rest.length > 0 ? Buffer.concat([this.#rest, bytes]) : bytes;
    const packets: Buffer[] = [];
    while (rest.length >= lengthBytes) {
      const end = lengthBytes + rest.readUInt16BE(0);
      if (end - lengthBytes > this.#bytesMax) return null;
      if (rest.length < end) break;
      // A packet without a byte says nothing; RFC 4571 allows it.
      if (end > lengthBytes) packets.push(rest.subarray(lengthBytes, end));
      rest = rest.subarray(end);
    }
    // A copy: the rest may be a part of a far larger buffer of the stream.
    this.#rest = Buffer.from(rest);
    return packets;
  }
}
