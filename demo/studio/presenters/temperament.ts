import { between, type Random, seededRandom } from "../../../server/kit/random.ts";
import type { GestureName } from "./gestures/gesture.ts";

/** The traits that make one person's movements their own. Phases and spans are shares of the loop, 0…1. */
export type Temperament = {
  /** Where sways and nods begin. */
  offsets: readonly [number, number, number];
  /** How far the head sways, as a factor. */
  liveliness: number;
  blinks: readonly number[];
  talks: readonly { from: number; to: number }[];
  /** The order of mouth shapes while talking. */
  syllables: readonly ("talk" | "round" | "wide" | "rest")[];
  /** How often the gesture swings in a loop; 0 for gestures that swing in bursts. */
  swings: number;
};

const allSwings: Readonly<Record<GestureName, number>> = {
  guitar: 9,
  wave: 0,
  chin: 2,
  mug: 1,
  brush: 5,
  pad: 11,
  keys: 7,
  stir: 4,
  talk: 4,
  lift: 3,
  rest: 2,
};

const allShapes = ["talk", "round", "wide", "talk", "rest"] as const;

const syllablesOf = (random: Random) =>
  Array.from({ length: 12 }, () => allShapes[Math.floor(random() * 5)] ?? "talk");

/** The temperament that belongs to a seed and a gesture. */
export function temperamentOf(seed: string, gesture: GestureName): Temperament {
  const random = seededRandom(`temperament of ${seed}`);
  const firstBlink = 0.06 + 0.16 * random();
  const talkFrom = 0.3 + 0.1 * random();
  return {
    offsets: [random(), random(), random()],
    liveliness: 0.75 + 0.5 * random(),
    blinks: [firstBlink, firstBlink + 0.31 + 0.08 * random(), 0.86 + 0.06 * random()],
    talks: [{ from: talkFrom, to: talkFrom + between(random, 16, 30) / 100 }],
    syllables: syllablesOf(random),
    swings: allSwings[gesture],
  };
}
