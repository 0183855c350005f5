import { circle, path, rect, repeat, stroke, verticalGradient } from "../svg.ts";
import type { Brush } from "./brush.ts";

type Skyline = { x: number; y: number; width: number; height: number };

const stars = ({ x, y, width, height }: Skyline, { random }: Brush) =>
  repeat(0, 16, () =>
    circle(
      x + random() * width,
      y + random() * height * 0.6,
      0.8 + random() * 1.4,
      "#FFF",
      `opacity="${(0.4 + random() * 0.6).toFixed(2)}"`,
    ),
  );

function towers({ x, y, width, height }: Skyline, { random }: Brush): string {
  let drawn = "";
  let left = x;
  while (left < x + width - 2) {
    const towerWidth = Math.min(16 + random() * 22, x + width - left);
    const towerHeight = height * (0.12 + random() * 0.3);
    const top = y + height - towerHeight;
    drawn += rect(left, top, towerWidth, towerHeight, 1, "#191538");
    for (let lit = 0; lit < 5; lit++) {
      if (random() <= 0.4) continue;
      const windowX = left + 3 + random() * (towerWidth - 8);
      drawn += rect(windowX, top + 5 + random() * (towerHeight - 12), 3.4, 4.4, 0.6, "#FFC96B");
    }
    left += towerWidth;
  }
  return drawn;
}

/** A window over a city at night, with a moon of `moonRadius`. */
export function nightWindow(
  area: Skyline,
  brush: Brush,
  sky: readonly [string, string] = ["#1B2A5C", "#5B3C86"],
  moonRadius = 17,
): string {
  const { x, y, width, height } = area;
  const id = brush.nextId();
  const moonX = x + width * 0.72;
  const moonY = y + height * 0.24;
  return (
    verticalGradient(id, sky[0], sky[1]) +
    rect(x - 8, y - 8, width + 16, height + 16, 10, "#1A1426") +
    rect(x, y, width, height, 5, `url(#${id})`) +
    stars(area, brush) +
    circle(moonX, moonY, moonRadius, "#FFE9B8") +
    circle(moonX + 7, moonY - 5, moonRadius * 0.86, sky[0], 'opacity=".55"') +
    towers(area, brush) +
    stroke(`M${x + width / 2} ${y}V${y + height}M${x} ${y + height * 0.48}H${x + width}`, "#1A1426", 6)
  );
}

/** A window into a late, golden afternoon. */
export function sunnyWindow({ x, y, width, height }: Skyline, brush: Brush): string {
  const id = brush.nextId();
  const bottom = y + height;
  return (
    verticalGradient(id, "#FFE7C2", "#FFB98A") +
    rect(x - 8, y - 8, width + 16, height + 16, 8, "#fff3") +
    rect(x, y, width, height, 4, `url(#${id})`) +
    circle(x + width * 0.6, y + height * 0.55, width * 0.2, "#FFF6DD") +
    path(
      `M${x} ${bottom}V${y + height * 0.76}Q${x + width * 0.3} ${y + height * 0.6} ${x + width * 0.6} ${y + height * 0.76}T${x + width} ${y + height * 0.7}V${bottom}Z`,
      "#D9805F",
    ) +
    stroke(`M${x + width / 2} ${y}V${bottom}M${x} ${y + height / 2}H${x + width}`, "#FFF9", 5)
  );
}
