import type { CheerSize } from "../clips.ts";

const mediumFromTokens = 50;
const bigFromTokens = 250;

/** How loudly a scene cheers for a tip. */
export function cheerFor(tokens: number): CheerSize {
  if (tokens >= bigFromTokens) return "big";
  return tokens >= mediumFromTokens ? "medium" : "small";
}
