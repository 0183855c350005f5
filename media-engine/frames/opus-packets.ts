/** How long one frame of an Opus packet is, in samples of 48 kHz, by the configuration in its first byte (RFC 6716, 3.1). */
const silk = [480, 960, 1920, 2880];
const hybrid = [480, 960];
const celt = [120, 240, 480, 960];

export type OpusLength = { frame: number; packet: number };

/** The length of an Opus packet and of its frames, in samples of 48 kHz; null when it is none. */
export function opusLength(packet: Buffer): OpusLength | null {
  const first = packet[0];
  if (first === undefined) return null;
  const config = first >> 3;
  const lengths = config < 12 ? silk : config < 16 ? hybrid : celt;
  const frame = lengths[config % lengths.length] ?? 0;
  const count = (first & 3) === 0 ? 1 : (first & 3) < 3 ? 2 : (packet[1] ?? 0) & 0x3f;
  const length = { frame, packet: frame * count };
  return length.packet > 0 && length.packet <= 5760 ? length : null;
}

/** A packet of one frame without content, by which a decoder conceals what is missing (RFC 6716, section 3.2.1, and 4.4). */
export function concealing(like: Buffer): Buffer {
  return Buffer.from([(like[0] ?? 0) & 0xfc]);
}
