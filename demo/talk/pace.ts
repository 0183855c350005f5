import type { Random } from "#server/kit/random.ts";

const readMs = { least: 900, perCharacter: 18, most: 3_000 };
const typeMs = { least: 1_100, perCharacter: 45, most: 6_500 };
/** By how much a pause is longer or shorter than its text asks for, as a share. */
const spread = 0.2;

const pauseFor = (random: Random, length: number, { least, perCharacter, most }: typeof readMs): number =>
  Math.round(Math.min(most, least + length * perCharacter) * (1 - spread + 2 * spread * random()));

/** How long somebody reads what has that many characters before they begin to type. */
export const readingMs = (random: Random, characters: number): number => pauseFor(random, characters, readMs);

/** How long somebody types that many characters. */
export const typingMs = (random: Random, characters: number): number => pauseFor(random, characters, typeMs);
