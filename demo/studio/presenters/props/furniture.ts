import { pick } from "../../../../server/kit/random.ts";
import { circle, glow, path, rect, repeat, stroke } from "../svg.ts";
import type { Brush } from "./brush.ts";
import { pottedPlant } from "./plants.ts";

const spines = [
  "#E4572E",
  "#F3A712",
  "#29A19C",
  "#A8C686",
  "#669BBC",
  "#C1666B",
  "#D4B483",
  "#8E6BBF",
  "#EDE0D4",
];

/** A board of books, now and then a small plant, whose top edge is at y. */
export function shelf(x: number, y: number, width: number, { random }: Brush, wood = "#6B4630"): string {
  let drawn = "";
  let left = x + 8;
  while (left < x + width - 30) {
    const spineWidth = 8 + random() * 9;
    const spineHeight = 34 + random() * 30;
    const colour = pick(random, spines);
    if (random() > 0.86) {
      drawn += pottedPlant(left + 14, y, 0.42);
      left += 34;
      continue;
    }
    drawn += rect(left, y - spineHeight, spineWidth, spineHeight, 2, colour);
    drawn += rect(left + 2, y - spineHeight + 7, spineWidth - 4, 2.4, 1, "#fff8");
    left += spineWidth + 1.6;
  }
  return drawn + rect(x, y, width, 9, 2, wood) + rect(x, y + 9, width, 4, 2, "#0004");
}

/** A standing lamp with its pool of light. */
export const lamp = (x: number, y: number, { nextId }: Brush, colour = "#FFC977"): string =>
  glow(nextId(), x, y + 24, 170, colour, 0.5) +
  path(`M${x - 22} ${y - 26}H${x + 22}L${x + 38} ${y + 30}H${x - 38}Z`, "#FFE2A8") +
  stroke(`M${x} ${y + 30}V560`, "#2A1D1A", 5);

type Art = (x: number, y: number, width: number, height: number) => string;

/** A framed picture. */
export const poster = (
  x: number,
  y: number,
  width: number,
  height: number,
  paper: string,
  art: Art,
): string =>
  rect(x - 4, y - 4, width + 8, height + 8, 3, "#F3E9DC") +
  rect(x, y, width, height, 1, paper) +
  art(x, y, width, height);

export const sunsetArt: Art = (x, y, width, height) =>
  circle(x + width / 2, y + height * 0.42, width * 0.27, "#F7B267") +
  path(
    `M${x} ${y + height}V${y + height * 0.7}Q${x + width * 0.35} ${y + height * 0.5} ${x + width} ${y + height * 0.72}V${y + height}Z`,
    "#2B4C5A",
  );

export const abstractArt: Art = (x, y, width, height) =>
  circle(x + width * 0.36, y + height * 0.36, width * 0.22, "#F25F5C") +
  rect(x + width * 0.4, y + height * 0.46, width * 0.4, height * 0.36, width * 0.2, "#FFE066") +
  stroke(
    `M${x + width * 0.15} ${y + height * 0.82}q${width * 0.2} ${-height * 0.2} ${width * 0.4} 0t${width * 0.32} -6`,
    "#F3E9DC",
    3,
  );

export const waveArt: Art = (x, y, width, height) =>
  repeat(0, 4, (row) =>
    stroke(
      `M${x + 6} ${y + height * (0.3 + row * 0.16)}q${width * 0.22} -14 ${width * 0.44} 0t${width * 0.42} 0`,
      ["#8ECAE6", "#219EBC", "#FFB703", "#FB8500"][row] ?? "#FFF",
      5,
    ),
  );

/** A pan on its hook. */
export const pan = (x: number, y: number, radius: number, colour: string): string =>
  stroke(`M${x} ${y}V${y + 40}`, "#3B3230", 6) +
  circle(x, y + 44 + radius, radius, colour) +
  circle(x, y + 44 + radius, radius - 6, "#0003");

/** A loudspeaker with two cones, its top left corner at x,y. */
export const speaker = (x: number, y: number): string =>
  rect(x, y, 92, 160, 8, "#120A20") +
  circle(x + 46, y + 48, 26, "#2C1F45") +
  circle(x + 46, y + 48, 11, "#120A20") +
  circle(x + 46, y + 112, 34, "#2C1F45") +
  circle(x + 46, y + 112, 14, "#120A20");
