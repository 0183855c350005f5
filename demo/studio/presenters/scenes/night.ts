import type { Layer } from "../layer.ts";
import { sheet } from "../layer.ts";
import type { Brush } from "../props/brush.ts";
import { chessBoard, king, knight, pawn } from "../props/chess.ts";
import { abstractArt, poster, shelf, speaker, waveArt } from "../props/furniture.ts";
import { neon, neonPulse, pulsing } from "../props/lights.ts";
import { pottedPlant } from "../props/plants.ts";
import { nightWindow } from "../props/windows.ts";
import { circle, glow, group, rect, repeat, stroke } from "../svg.ts";
import { coloured, type SceneBuilder } from "./scene.ts";

const darkPiece = "#2B2230";
const lightPiece = "#FFF6E3";

/** Blitz at a small table. */
export const chessScene: SceneBuilder = (brush) => ({
  wall: coloured(brush, [
    ["#22574F", "#0F2A30"],
    ["#3C4A70", "#1A2038"],
    ["#6A4A38", "#2E1D1E"],
  ]),
  keyLight: "#FFD98A",
  rimLight: "#BFF3DC",
  accent: "#E0B34C",
  gesture: "chin",
  headphones: false,
  back:
    shelf(-250, -90, 150, brush) +
    shelf(-250, 10, 150, brush) +
    poster(110, -140, 84, 108, "#E9C46A", brush.variant === 2 ? waveArt : abstractArt) +
    glow(brush.nextId(), 150, -60, 130, "#FFE2A0", 0.35) +
    pottedPlant(166, 150, 0.8, "#E7D3BE"),
  backLife: [pulsing(glow(brush.nextId(), 0, -190, 220, "#FFE2A0", 0.28), 2, 0.3, 0.1, 0.9)],
  front:
    rect(-1000, 214, 2000, 460, 0, "#4A2A1E") +
    rect(-1000, 214, 2000, 9, 0, "#7A4A33") +
    chessBoard() +
    king(-96, 262, darkPiece) +
    pawn(-44, 258, darkPiece) +
    knight(92, 264, darkPiece, 1.05) +
    pawn(40, 282, lightPiece, 1.1) +
    king(-8, 304, lightPiece, 1.1) +
    knight(-128, 298, lightPiece, 1.15) +
    pawn(136, 304, lightPiece, 1.15),
  frontLife: [],
});

const starTwinkle = ({ random, nextId }: Brush): Layer[] =>
  [0, 1, 2].map((turn) => {
    const places = repeat(0, 6, () => {
      const side = random() > 0.5 ? 46 : -190;
      return glow(nextId(), side + random() * 150, -168 + random() * 90, 9, "#FFFFFF", 1);
    });
    return pulsing(places, 2 + turn, turn / 3, 0, 1);
  });

const telescope = (): string =>
  group(
    stroke("M0 0L-34 128M0 0L30 128M0 0v132", "#C9A26B", 8) +
      group(
        rect(-70, -18, 116, 34, 12, "#EDEFF8") +
          rect(-96, -23, 34, 44, 8, "#B7BEDD") +
          rect(44, -10, 28, 20, 6, "#8791BD") +
          rect(-20, -18, 10, 34, 0, "#F2B84B"),
        "rotate(28)",
      ) +
      circle(0, 0, 11, "#8791BD"),
    "translate(-132 122) scale(1.05)",
  );

/** Stargazing from an attic. */
export const starsScene: SceneBuilder = (brush) => {
  const sky = coloured(brush, [
    ["#0F1B4D", "#6A4A9C"],
    ["#0B2A3F", "#2F7A86"],
    ["#22124A", "#B0567A"],
  ] as const);
  return {
    wall: coloured(brush, [
      ["#2B2F6B", "#141233"],
      ["#244A5E", "#0E1F2E"],
      ["#4A2C66", "#1C1030"],
    ]),
    keyLight: "#9FB8FF",
    rimLight: "#B9C8FF",
    accent: "#8FA8FF",
    gesture: "wave",
    headphones: false,
    back:
      nightWindow({ x: -196, y: -176, width: 168, height: 210 }, brush, sky, 22) +
      nightWindow({ x: 40, y: -176, width: 168, height: 210 }, brush, sky, 1) +
      telescope() +
      neon("saturn", 150, 92, "#9C8CFF", brush, 0.62),
    backLife: [...starTwinkle(brush), neonPulse(150, 92, "#9C8CFF", brush)],
    front: "",
    frontLife: [],
  };
};

const knobs = ["#FF5FB4", "#5CE1E6", "#FFC24B"];

const synthesizer = (): string =>
  rect(-1000, 238, 2000, 420, 0, "#120A20") +
  rect(-186, 208, 372, 46, 9, "#2B1B4A") +
  rect(-186, 246, 372, 60, 7, "#1D1233") +
  [-166, -140, -114, 120, 144, 166].map((x, i) => circle(x, 228, 8, knobs[i % 3] ?? "#FFF")).join("") +
  rect(-84, 218, 78, 20, 4, "#5CE1E6", 'opacity=".75"') +
  repeat(0, 17, (i) => rect(-180 + i * 21.2, 256, 19.6, 48, 3, "#FFF6FB")) +
  repeat(0, 16, (i) => ([2, 6, 9, 13].includes(i) ? "" : rect(-166 + i * 21.2, 256, 12, 28, 2, "#1D1233")));

/** A bar of a level meter that dances about its base. */
const dancingBar = (
  x: number,
  base: number,
  height: number,
  width: number,
  colour: string,
  speed: number,
): Layer =>
  sheet(rect(x, base - height, width, height, 1, colour), ({ phase }) => ({
    scaleY: 0.35 + 0.65 * Math.abs(Math.sin(Math.PI * (phase * speed + x / 37))),
    pivot: [x, base],
  }));

/** House and neon. */
export const neonScene: SceneBuilder = (brush) => {
  const [sign, second] = coloured(brush, [
    ["#FF5FB4", "#5CE1E6"],
    ["#5CE1E6", "#FFC24B"],
    ["#B388FF", "#FF5FB4"],
  ] as const);
  const shape = coloured(brush, ["heart", "bolt", "note"] as const);
  return {
    wall: coloured(brush, [
      ["#4B1D6B", "#180C2E"],
      ["#123F5E", "#0A1630"],
      ["#3A1D7A", "#120A2E"],
    ]),
    keyLight: sign,
    rimLight: "#FF8AD8",
    accent: sign,
    gesture: "keys",
    headphones: true,
    back:
      repeat(-13, 13, (i) => rect(i * 34, -300, 32, 900, 0, i % 2 ? "#fff" : "#000", 'opacity=".05"')) +
      neon(shape, -140, -94, sign, brush, 1.05) +
      neon("wave", 144, -60, second, brush, 0.9) +
      speaker(112, 60) +
      speaker(-206, 60),
    backLife: [
      neonPulse(-140, -94, sign, brush),
      neonPulse(144, -60, second, brush, 0.5),
      pulsing(glow(brush.nextId(), 0, -40, 260, second, 0.35), 4, 0, 0, 0.9),
    ],
    front: synthesizer(),
    frontLife: [0, 1, 2, 3, 4, 5].map((i) =>
      dancingBar(-78 + i * 12, 236, 16, 8, "#1D1233", 6 + (i % 3) * 2),
    ),
  };
};

const BARS = [
  [-196, 16],
  [-176, 30],
  [-156, 22],
  [-136, 48],
  [-116, 36],
] as const;

/** Co-op night. */
export const gameScene: SceneBuilder = (brush) => {
  const screen = coloured(brush, ["#5CE1E6", "#8CE36B", "#FF8AB5"] as const);
  return {
    wall: coloured(brush, [
      ["#23415F", "#0D1730"],
      ["#2C4A3F", "#0E1E1E"],
      ["#4A2F5E", "#1A1030"],
    ]),
    keyLight: screen,
    rimLight: "#8FF2F2",
    accent: screen,
    gesture: "pad",
    headphones: true,
    back:
      nightWindow({ x: 60, y: -180, width: 150, height: 150 }, brush) +
      rect(-216, -130, 130, 90, 8, "#0A1122") +
      rect(-208, -122, 114, 74, 4, "#14335C") +
      shelf(-260, 40, 160, brush, "#1B2B4A") +
      neon("star", 146, 60, "#FFC24B", brush, 0.7) +
      group(rect(-40, -70, 80, 70, 10, "#16213F"), "translate(170 200)"),
    backLife: [
      ...BARS.map(([x, height], i) => dancingBar(x, -54, height, 13, screen, 4 + i)),
      neonPulse(146, 60, "#FFC24B", brush),
      pulsing(glow(brush.nextId(), -30, 60, 240, screen, 0.3), 5, 0.1, 0, 0.8),
    ],
    front: "",
    frontLife: [],
  };
};
