/** A part of a file: bytes as they are, or a list of them. */
export type Part = Uint8Array | readonly number[];

export function joinBytes(parts: readonly Part[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** A whole number of zero or more in so many bytes, the highest first. */
export function bigEndian(value: number, bytes: number): number[] {
  const parts: number[] = [];
  for (let rest = value, left = bytes; left > 0; left -= 1) {
    parts.unshift(rest % 256);
    rest = Math.floor(rest / 256);
  }
  return parts;
}

export const ascii = (text: string): number[] => [...text].map((character) => character.charCodeAt(0));
