import { ellipse, group, path, rect, stroke } from "../svg.ts";

/** One broad leaf that grows from x,y in the direction of `angle`. */
export function leaf(
  x: number,
  y: number,
  angle: number,
  length: number,
  fill: string,
  vein: string,
): string {
  const blade = `M0 0C${length * 0.42} ${-length * 0.16} ${length * 0.42} ${-length * 0.78} 0 ${-length}C${-length * 0.42} ${-length * 0.78} ${-length * 0.42} ${-length * 0.16} 0 0Z`;
  const rib = (from: number) =>
    `M0 ${-length * from}l${length * 0.17} ${-length * 0.12}M0 ${-length * from}l${-length * 0.17} ${-length * 0.12}`;
  return group(
    path(blade, fill) +
      stroke(`M0 0V${-length * 0.9}${rib(0.3)}${rib(0.55)}`, vein, Math.max(1.2, length * 0.025)),
    `translate(${x} ${y}) rotate(${angle})`,
  );
}

const greens = ["#2F7D5B", "#3C9A6B", "#256B52"] as const;
const potLeaves = [
  [-58, 70],
  [-30, 96],
  [0, 110],
  [28, 98],
  [56, 74],
  [-78, 50],
  [80, 52],
] as const;

/** A leafy plant in a pot that stands at x,y. */
export function pottedPlant(x: number, y: number, scale = 1, pot = "#C96F4A"): string {
  const leaves = potLeaves
    .map(([angle, length], index) => leaf(0, -44, angle, length, greens[index % 3] ?? greens[0], "#8FD3A655"))
    .join("");
  return group(
    leaves +
      path("M-30-50H30L24 0H-24Z", pot) +
      rect(-34, -58, 68, 14, 4, pot) +
      rect(-34, -46, 68, 4, 2, "#0003"),
    `translate(${x} ${y}) scale(${scale})`,
  );
}

const tendrilPaths = [
  [-26, 60],
  [-12, 88],
  [4, 72],
  [18, 94],
  [30, 58],
] as const;

/** A trailing plant in a hanging bowl. */
export function hangingPlant(x: number, y: number, scale = 1): string {
  const tendrils = tendrilPaths
    .map(([dx, length], index) => {
      const stem = `M${dx * 0.7}-8C${dx * 1.4} ${length * 0.2} ${dx * 1.2} ${length * 0.6} ${dx * 1.3} ${length}`;
      const leaves = [0.3, 0.55, 0.8, 1].map((along) =>
        ellipse(dx * 1.3, length * along, 7, 9, index % 2 ? "#2F7D5B" : "#48A878"),
      );
      return stroke(stem, "#3C9A6B", 3) + leaves.join("");
    })
    .join("");
  return group(
    stroke("M0-90L-22-6M0-90L22-6", "#E9DCC8", 2.4) +
      path("M-28-10H28Q26 26 0 28Q-26 26-28-10Z", "#E7D3BE") +
      tendrils,
    `translate(${x} ${y}) scale(${scale})`,
  );
}
