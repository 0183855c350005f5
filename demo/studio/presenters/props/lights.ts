import type { Layer } from "../layer.ts";
import { sheet } from "../layer.ts";
import { circle, glow, group, stroke } from "../svg.ts";
import type { Brush } from "./brush.ts";

const wholeTurn = 2 * Math.PI;

const bulbPlaces = [-390, -350, -300, -255, -212, -160, -110, -60, -10, 60, 108, 150, 205, 260, 310, 370];
const bulbY = (x: number, wireY: number) => wireY + 18 + Math.abs(Math.sin(x / 74)) * 18;

/** A string of small lamps across the room. */
export const stringLights = (y: number, colour = "#FFD27A"): string =>
  stroke(`M-420 ${y}Q-300 ${y + 60} -190 ${y + 6}T40 ${y + 4}T250 ${y + 2}T430 ${y}`, "#0006", 2.5) +
  bulbPlaces
    .map(
      (x) =>
        circle(x, bulbY(x, y), 15, colour, 'opacity=".16"') +
        circle(x, bulbY(x, y), 5.2, colour) +
        circle(x - 1, bulbY(x, y) - 1, 2, "#FFF8E6"),
    )
    .join("");

/** Glows over the bulbs of {@link stringLights}, in three groups that brighten in turn. */
export const stringLightTwinkle = (y: number, { nextId }: Brush, colour = "#FFE7B0"): Layer[] =>
  [0, 1, 2].map((turn) => {
    const glows = bulbPlaces
      .filter((_, index) => index % 3 === turn)
      .map((x) => glow(nextId(), x, bulbY(x, y), 24, colour, 0.95))
      .join("");
    return pulsing(glows, 2, turn / 3, 0.05, 0.95);
  });

/** A sheet whose opacity swings `timesPerLoop` times between two values. */
export function pulsing(
  drawing: string,
  timesPerLoop: number,
  offset: number,
  low: number,
  high: number,
): Layer {
  return sheet(drawing, ({ phase }) => ({
    opacity: low + (high - low) * (0.5 + 0.5 * Math.sin(wholeTurn * (phase * timesPerLoop + offset))),
  }));
}

/** A sheet that rises from its place, fades in and out, and begins again. */
export function rising(
  drawing: string,
  timesPerLoop: number,
  offset: number,
  height: number,
  opacity = 0.5,
): Layer {
  return sheet(drawing, ({ phase }) => {
    const way = (phase * timesPerLoop + offset) % 1;
    return {
      y: -height * way,
      x: 4 * Math.sin(wholeTurn * way),
      opacity: opacity * Math.sin(Math.PI * way),
    };
  });
}

/** Three wisps of steam over x,y. */
export const steam = (x: number, y: number, scale = 1): Layer[] =>
  [-14, 2, 16].map((dx, index) =>
    rising(
      group(stroke("M0 0q-10-12 0-24t0-24", "#FFF", 6), `translate(${x + dx * scale} ${y}) scale(${scale})`),
      2,
      index / 3,
      26 * scale,
      0.55,
    ),
  );

const neonShapes = {
  heart: "M0 26C-44-4-34-40-12-36Q-2-34 0-22Q2-34 12-36C34-40 44-4 0 26Z",
  bolt: "M8-42L-20 6H-2L-8 42L22-8H2Z",
  moon: "M14-36A38 38 0 1 0 30 20A30 30 0 0 1 14-36Z",
  note: "M-12 26V-32L26-40V18M-12 26a11 9 0 1 1-22 0a11 9 0 1 1 22 0ZM26 18a11 9 0 1 1-22 0a11 9 0 1 1 22 0Z",
  star: "M0-40L11-13L40-11L18 8L25 36L0 20L-25 36L-18 8L-40-11L-11-13Z",
  saturn:
    "M24 0A24 24 0 1 1-24 0A24 24 0 1 1 24 0ZM-44 18C-30 24 26 2 44-18C38-22 28-16 21-12M-44 18C-40 10-34 4-23-5",
  hola: "M-60-18V18M-60 0H-40M-40-18V18M-14-18A18 18 0 1 0-13-18ZM14-18V18H32M40 18L54-18L68 18M45 6H63",
  wave: "M-54 0Q-40-26-27 0T0 0T27 0T54 0M-54 22Q-40-4-27 22T0 22T27 22T54 22",
} as const;

export type NeonShape = keyof typeof neonShapes;

/** A neon sign. */
export function neon(
  shape: NeonShape,
  x: number,
  y: number,
  colour: string,
  brush: Brush,
  scale = 1,
): string {
  const tube = neonShapes[shape];
  return group(
    glow(brush.nextId(), 0, 0, 104, colour, 0.5) +
      stroke(tube, colour, 13, 'opacity=".22"') +
      stroke(tube, colour, 7, 'opacity=".6"') +
      stroke(tube, "#FFF4FA", 3),
    `translate(${x} ${y}) scale(${scale})`,
  );
}

/** A slow brightening of a neon sign's halo. */
export const neonPulse = (x: number, y: number, colour: string, brush: Brush, offset = 0): Layer =>
  pulsing(glow(brush.nextId(), x, y, 120, colour, 0.5), 3, offset, 0, 0.8);
