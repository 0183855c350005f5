/** Reads the bits of an H.264 parameter set, without the bytes that keep start codes out of it (ITU-T H.264, 7.4.1). */
class Bits {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(unit: Buffer) {
    const bytes: number[] = [];
    for (const [index, byte] of unit.entries())
      if (byte !== 3 || unit[index - 1] !== 0 || unit[index - 2] !== 0) bytes.push(byte);
    this.#bytes = Buffer.from(bytes);
  }

  bits(count: number): number {
    let value = 0;
    for (let left = count; left > 0; left -= 1) {
      const byte = this.#bytes[this.#at >> 3];
      if (byte === undefined) throw new RangeError("a parameter set that is cut short");
      value = value * 2 + ((byte >> (7 - (this.#at & 7))) & 1);
      this.#at += 1;
    }
    return value;
  }

  /** An Exp-Golomb code (section 9.1). */
  code(): number {
    let zeros = 0;
    while (this.bits(1) === 0) {
      zeros += 1;
      if (zeros > 31) throw new RangeError("a code that is too long");
    }
    return 2 ** zeros - 1 + this.bits(zeros);
  }

  signedCode(): number {
    const code = this.code();
    return code % 2 === 1 ? (code + 1) / 2 : -code / 2;
  }
}

/** Profiles whose parameter sets name the format of chroma (section 7.3.2.1.1). */
const chromaProfiles: ReadonlySet<number> = new Set([
  100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135,
]);

export type PictureSize = { width: number; height: number };

/** The size of the pictures that an H.264 sequence parameter set describes, its header byte included; null when unreadable. */
export function pictureSize(unit: Buffer): PictureSize | null {
  try {
    return readSize(new Bits(unit.subarray(1)));
  } catch {
    return null;
  }
}

function readSize(bits: Bits): PictureSize | null {
  const profile = bits.bits(8);
  bits.bits(16);
  bits.code();
  const chroma = chromaProfiles.has(profile) ? readChroma(bits) : 1;
  bits.code();
  readOrder(bits);
  bits.code();
  bits.bits(1);
  const columns = bits.code() + 1;
  const rows = bits.code() + 1;
  const framesOnly = bits.bits(1);
  if (!framesOnly) bits.bits(1);
  bits.bits(1);
  const [left, right, top, bottom] = bits.bits(1)
    ? [bits.code(), bits.code(), bits.code(), bits.code()]
    : [0, 0, 0, 0];
  const unitX = chroma === 1 || chroma === 2 ? 2 : 1;
  const unitY = (chroma === 1 ? 2 : 1) * (2 - framesOnly);
  const width = columns * 16 - (left + right) * unitX;
  const height = rows * 16 * (2 - framesOnly) - (top + bottom) * unitY;
  return width > 0 && height > 0 && width <= 16_384 && height <= 16_384 ? { width, height } : null;
}

function readChroma(bits: Bits): number {
  const chroma = bits.code();
  if (chroma === 3) bits.bits(1);
  bits.code();
  bits.code();
  bits.bits(1);
  if (bits.bits(1) === 1)
    for (let list = 0; list < (chroma === 3 ? 12 : 8); list += 1) readScaling(bits, list < 6 ? 16 : 64);
  return chroma;
}

function readScaling(bits: Bits, size: number): void {
  if (bits.bits(1) === 0) return;
  let [last, next] = [8, 8];
  for (let at = 0; at < size; at += 1) {
    if (next !== 0) next = (last + bits.signedCode() + 256) % 256;
    last = next === 0 ? last : next;
  }
}

/** The order of pictures (pic_order_cnt_type), which says nothing of their size. */
function readOrder(bits: Bits): void {
  const type = bits.code();
  if (type === 0) bits.code();
  if (type !== 1) return;
  bits.bits(1);
  bits.signedCode();
  bits.signedCode();
  for (let left = Math.min(bits.code(), 255); left > 0; left -= 1) bits.signedCode();
}
