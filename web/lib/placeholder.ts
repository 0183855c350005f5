import { thumbHashToRGBA } from "thumbhash";

const KEPT_MAX = 500;
const BANDS = [0.04, 0.28, 0.5, 0.72, 0.96];
const known = new Map<string, string>();

/**
 * A CSS gradient that stands in for a picture while it loads, made from its ThumbHash (base64): five bands from top
 * to bottom. It costs 100 bytes in the document where the decoded picture would cost 4,000.
 */
export function placeholderGradient(thumbhash: string): string {
  const kept = known.get(thumbhash);
  if (kept !== undefined) return kept;
  if (known.size >= KEPT_MAX) known.clear();
  const gradient = draw(thumbhash);
  known.set(thumbhash, gradient);
  return gradient;
}

function draw(thumbhash: string): string {
  try {
    const bytes = Uint8Array.from(atob(thumbhash), (character) => character.charCodeAt(0));
    const { w, h, rgba } = thumbHashToRGBA(bytes);
    const bands = BANDS.map((share) => averageOfRow(rgba, w, Math.min(h - 1, Math.floor(share * h))));
    return `linear-gradient(${bands.join(",")})`;
  } catch {
    return "none";
  }
}

function averageOfRow(rgba: Uint8Array, width: number, row: number): string {
  const sum = [0, 0, 0];
  for (let x = 0; x < width; x++) {
    for (const channel of [0, 1, 2])
      sum[channel] = (sum[channel] ?? 0) + (rgba[(row * width + x) * 4 + channel] ?? 0);
  }
  return `#${sum
    .map((total) =>
      Math.round(total / width)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}
