import type { Canvas, SKRSContext2D } from "@napi-rs/canvas";
import type { Confetto } from "../presenters/confetti.ts";
import { curtainHalf, valance } from "../presenters/curtain.ts";
import { rasterise } from "./stage.ts";

type Size = { width: number; height: number };

function heart(context: SKRSContext2D, size: number): void {
  context.beginPath();
  context.moveTo(0, size * 0.45);
  context.bezierCurveTo(-size * 0.75, -size * 0.05, -size * 0.45, -size * 0.62, 0, -size * 0.22);
  context.bezierCurveTo(size * 0.45, -size * 0.62, size * 0.75, -size * 0.05, 0, size * 0.45);
  context.fill();
}

function piece(context: SKRSContext2D, { shape, facing }: Confetto, size: number): void {
  if (shape === "heart") {
    heart(context, size * 1.5);
    return;
  }
  if (shape === "paper") {
    const height = Math.max(0.12, Math.abs(facing)) * size * 1.5;
    context.fillRect(-size / 2, -height / 2, size, height);
    return;
  }
  context.beginPath();
  context.arc(0, 0, size * 0.45, 0, 2 * Math.PI);
  context.fill();
}

/** Paints confetti over the picture. */
export function paintConfetti(
  context: SKRSContext2D,
  pieces: readonly Confetto[],
  { width, height }: Size,
): void {
  for (const confetto of pieces) {
    context.setTransform(1, 0, 0, 1, confetto.x * width, confetto.y * height);
    context.rotate(confetto.angleRadians);
    context.globalAlpha = confetto.opacity;
    context.fillStyle = confetto.colour;
    piece(context, confetto, confetto.size * width);
  }
  context.resetTransform();
  context.globalAlpha = 1;
}

/** A theatre curtain, drawn once and shared by all scenes. */
export type Curtain = {
  /** Paints the curtain `shut` 0 (out of sight) … 1 (closed), its folds stirring with `phase` 0…1. */
  paint(context: SKRSContext2D, shut: number, phase: number): void;
};

/** The halves overlap a little in the middle. */
const overlapOfEnds = 1.04;

function hang(
  context: SKRSContext2D,
  half: Canvas,
  { width, height }: Size,
  shut: number,
  side: -1 | 1,
  phase: number,
) {
  const halfWidth = (width / 2) * overlapOfEnds;
  const gathered = 0.45 + 0.55 * shut + 0.008 * Math.sin(2 * Math.PI * phase + side);
  const innerEdge = halfWidth * (shut * 1.12 - 0.12 * (1 - shut) - 0.12 * shut);
  context.setTransform(side < 0 ? 1 : -1, 0, 0, 1, side < 0 ? 0 : width, 0);
  const reach = halfWidth * gathered;
  context.drawImage(half, innerEdge - reach, 0, reach, height);
}

/** Draws the curtain for pictures of one size. */
export async function buildCurtain(size: Size): Promise<Curtain> {
  const halfSize = { width: Math.ceil((size.width / 2) * overlapOfEnds), height: size.height };
  const half = await rasterise(curtainHalf(halfSize.width, halfSize.height), halfSize);
  const swagSize = { width: size.width, height: Math.round(size.height * 0.1) };
  const swag = await rasterise(valance(swagSize.width, swagSize.height), swagSize);
  return {
    paint(context, shut, phase) {
      if (shut <= 0) return;
      context.globalAlpha = 1;
      hang(context, half, size, shut, -1, phase);
      hang(context, half, size, shut, 1, phase);
      context.resetTransform();
      context.drawImage(swag, 0, Math.min(0, (shut * 3 - 1) * swagSize.height));
    },
  };
}
