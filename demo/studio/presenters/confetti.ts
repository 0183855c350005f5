import { between, pick, type Random, seededRandom } from "../../../server/kit/random.ts";
import type { CheerSize } from "../../clips.ts";

/** One piece of paper in the air. Positions are shares of the picture's width and height. */
export type Confetto = {
  x: number;
  y: number;
  /** Size as a share of the picture's width. */
  size: number;
  angleRadians: number;
  /** How much of its face it turns to the viewer, −1…1. */
  facing: number;
  colour: string;
  shape: "paper" | "heart" | "dot";
  opacity: number;
};

type Flight = {
  fromX: number;
  fromY: number;
  speedX: number;
  speedY: number;
  startSeconds: number;
  spin: number;
  tumble: number;
  size: number;
  colour: string;
  shape: Confetto["shape"];
};

const colours = ["#FF5C93", "#FFC24B", "#5CE1E6", "#A78BFA", "#34D399", "#FF7A6B", "#FFF4E6"];
const pieceCount: Readonly<Record<CheerSize, number>> = { small: 14, medium: 44, big: 110 };
const gravity = 0.62;
const airDrag = 1.5;

function flightOf(random: Random, size: CheerSize, index: number): Flight {
  const fromLeft = index % 2 === 0;
  const outward = 0.25 + random() * 0.75;
  return {
    fromX: size === "small" ? 0.3 + 0.4 * random() : fromLeft ? -0.02 : 1.02,
    fromY: size === "small" ? 0.62 : 0.58 + 0.1 * random(),
    speedX: size === "small" ? (random() - 0.5) * 0.5 : (fromLeft ? 1 : -1) * outward * 1.1,
    speedY: size === "small" ? -0.5 - 0.4 * random() : -0.7 - 0.9 * random(),
    startSeconds: random() * (size === "big" ? 1.3 : 0.35),
    spin: (random() - 0.5) * 9,
    tumble: 3 + random() * 7,
    size: size === "small" ? 0.035 + random() * 0.02 : 0.018 + random() * 0.02,
    colour: pick(random, colours),
    shape: size === "small" || between(random, 0, 7) === 0 ? "heart" : random() > 0.75 ? "dot" : "paper",
  };
}

/** Positions follow from a throw with drag: fast at first, then a slow fall. */
function at(flight: Flight, seconds: number, lastSeconds: number): Confetto | null {
  const age = seconds - flight.startSeconds;
  if (age < 0) return null;
  const carried = (1 - Math.exp(-airDrag * age)) / airDrag;
  return {
    x: flight.fromX + flight.speedX * carried + 0.012 * Math.sin(age * flight.tumble),
    y: flight.fromY + flight.speedY * carried + (gravity * age * age) / (2 + airDrag * age),
    size: flight.size,
    angleRadians: flight.spin * age,
    facing: flight.shape === "paper" ? Math.cos(flight.tumble * age) : 1,
    colour: flight.colour,
    shape: flight.shape,
    opacity: Math.min(1, age * 8, Math.max(0, (lastSeconds - seconds) * 3)),
  };
}

/** The confetti of one cheer: all pieces that are in the air `seconds` after it began. It has settled by `lastSeconds`. */
export function confettiOf(
  seed: string,
  size: CheerSize,
  lastSeconds: number,
): (seconds: number) => Confetto[] {
  const random = seededRandom(`${size} confetti of ${seed}`);
  const flights = Array.from({ length: pieceCount[size] }, (_, index) => flightOf(random, size, index));
  return (seconds) =>
    flights
      .map((flight) => at(flight, seconds, lastSeconds))
      .filter((piece) => piece !== null && piece.y < 1.05) as Confetto[];
}
