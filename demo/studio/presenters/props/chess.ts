import { circle, group, path, rect, stroke } from "../svg.ts";

const at = (x: number, y: number, scale: number) => `translate(${x} ${y}) scale(${scale})`;

export const pawn = (x: number, y: number, colour: string, scale = 1): string =>
  group(
    circle(0, -34, 8.5, colour) +
      path("M-6-27H6L9-6H-9Z", colour) +
      rect(-13, -8, 26, 8, 3, colour) +
      stroke("M-3-38q-3 4 0 8", "#fff6", 2),
    at(x, y, scale),
  );

export const king = (x: number, y: number, colour: string, scale = 1): string =>
  group(
    stroke("M0-74v14M-5-68h10", colour, 4) +
      path("M-12-58Q0-66 12-58L8-40H-8Z", colour) +
      path("M-8-40H8L11-8H-11Z", colour) +
      rect(-15, -10, 30, 10, 3, colour) +
      stroke("M-4-54l1 12", "#fff5", 2.4),
    at(x, y, scale),
  );

export const knight = (x: number, y: number, colour: string, scale = 1): string =>
  group(
    path("M-12-8C-14-30-4-34-12-36L-18-32C-22-40-8-50-4-56L2-52C14-48 14-28 11-8Z", colour) +
      circle(-4, -46, 1.8, "#0008") +
      rect(-15, -10, 30, 10, 3, colour),
    at(x, y, scale),
  );

/** The board on the table, seen from the viewer's side. */
export function chessBoard(): string {
  const halfWidth = (y: number) => 146 + (y - 232) * 0.46;
  const edge = (file: number, y: number) => -halfWidth(y) + (file * halfWidth(y)) / 4;
  let squares = "";
  for (let file = 0; file < 8; file++)
    for (let rank = 0; rank < 4; rank++) {
      const top = 236 + rank * 23;
      const bottom = top + 23;
      squares += path(
        `M${edge(file, top)} ${top}H${edge(file + 1, top)}L${edge(file + 1, bottom)} ${bottom}H${edge(file, bottom)}Z`,
        (file + rank) % 2 ? "#B07B4C" : "#F1DDB6",
      );
    }
  return path("M-150 232H150L196 330H-196Z", "#2A1611") + squares;
}
