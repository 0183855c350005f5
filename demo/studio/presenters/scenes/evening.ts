import { lamp, poster, shelf, sunsetArt, waveArt } from "../props/furniture.ts";
import { neon, neonPulse, pulsing, steam, stringLights, stringLightTwinkle } from "../props/lights.ts";
import { nightWindow } from "../props/windows.ts";
import { circle, glow, group, rect, repeat, stroke } from "../svg.ts";
import { coloured, type SceneBuilder } from "./scene.ts";

/** Acoustic songs by lamplight. */
export const guitarScene: SceneBuilder = (brush) => ({
  wall: coloured(brush, [
    ["#7A3B2E", "#38192A"],
    ["#5B4034", "#2A1B26"],
    ["#6B2F46", "#2C1530"],
  ]),
  keyLight: "#FFB067",
  rimLight: "#FFD39A",
  accent: "#E8743B",
  gesture: "guitar",
  headphones: false,
  back:
    poster(-188, -120, 74, 96, "#264653", brush.variant === 1 ? waveArt : sunsetArt) +
    shelf(96, -70, 150, brush) +
    shelf(104, 26, 150, brush) +
    lamp(-174, 40, brush) +
    stringLights(-196),
  backLife: [
    ...stringLightTwinkle(-196, brush),
    pulsing(glow(brush.nextId(), -174, 60, 150, "#FFD79A", 0.3), 3, 0.2, 0.2, 0.8),
  ],
  front: "",
  frontLife: [],
});

/** A reading corner with coffee. */
export const booksScene: SceneBuilder = (brush) => ({
  wall: coloured(brush, [
    ["#8A4B5E", "#3B1F3F"],
    ["#4F5B7A", "#232744"],
    ["#7A5A44", "#3A2426"],
  ]),
  keyLight: "#FFD3A8",
  rimLight: "#FFE2C4",
  accent: "#F2A65A",
  gesture: "mug",
  headphones: false,
  back:
    [-128, -34, 60, 154, 248]
      .map((y) => shelf(-420, y, 300, brush, "#4E2A2E") + shelf(86, y, 320, brush, "#4E2A2E"))
      .join("") + neon(brush.variant === 1 ? "moon" : "hola", -6, -152, "#FFB86B", brush, 0.8),
  backLife: [neonPulse(-6, -152, "#FFB86B", brush)],
  front: "",
  frontLife: steam(34, 178, 0.8),
});

const pianoKeys = (): string =>
  repeat(-38, 38, (i) => rect(i * 25, 238, 23.6, 72, 3, "#FFFAF0")) +
  repeat(-38, 38, (i) =>
    [1, 4].includes(((i % 7) + 7) % 7) ? "" : rect(i * 25 + 16, 238, 15, 42, 2, "#1B1526"),
  );

/** A grand piano before a night window. */
export const pianoScene: SceneBuilder = (brush) => ({
  wall: coloured(brush, [
    ["#2F3E6E", "#171A38"],
    ["#5A2F4A", "#26142C"],
    ["#2E5658", "#14272E"],
  ]),
  keyLight: "#FFD79A",
  rimLight: "#FFE6C0",
  accent: "#E9C46A",
  gesture: "keys",
  headphones: false,
  back:
    nightWindow({ x: -210, y: -186, width: 150, height: 200 }, brush, ["#1A1F52", "#B0567A"], 18) +
    lamp(160, -70, brush) +
    shelf(86, 140, 170, brush) +
    glow(brush.nextId(), 160, -40, 180, "#FFD79A", 0.4),
  backLife: [pulsing(glow(brush.nextId(), 160, -50, 130, "#FFE2B0", 0.4), 2, 0, 0.1, 0.8)],
  front:
    rect(-1000, 200, 2000, 460, 0, "#0E0B18") +
    rect(-1000, 200, 2000, 12, 0, "#2E2440") +
    pianoKeys() +
    rect(-1000, 230, 2000, 9, 0, "#7A1F3A"),
  frontLife: [],
});

const foamPanel = (i: number, j: number): string => {
  const x = i * 54;
  const y = j * 54;
  const ribs =
    (i + j) % 2
      ? `M${x + 10} ${y + 8}v34m10-34v34m10-34v34m10-34v34`
      : `M${x + 8} ${y + 10}h34m-34 10h34m-34 10h34m-34 10h34`;
  return rect(x, y, 50, 50, 5, (i + j) % 2 ? "#2C355C" : "#252C50") + stroke(ribs, "#1A1F3D", 4);
};

const studioMicrophone = (): string =>
  stroke("M220 60L128 196L66 150", "#0B0D1C", 9) +
  circle(128, 196, 10, "#3A4068") +
  group(
    rect(-24, -36, 48, 66, 22, "#20243F") +
      rect(-24, -36, 48, 44, 22, "#4A5183") +
      stroke("M-16-20h32M-16-10h32M-16 0h32", "#20243F", 3) +
      rect(-27, 8, 54, 7, 3, "#FFB36B"),
    "translate(52 136) rotate(-24)",
  );

/** The mixing desk at the lower edge of tall pictures. */
const mixingDesk = (accent: string): string =>
  rect(-1000, 392, 2000, 300, 0, "#14182E") +
  rect(-1000, 392, 2000, 10, 0, "#39406A") +
  repeat(
    -6,
    7,
    (i) =>
      rect(i * 34 - 3, 424, 6, 74, 3, "#0A0D1C") +
      rect(i * 34 - 10, 436 + ((i * 37) & 31), 20, 12, 3, i % 3 ? "#5A6394" : accent),
  ) +
  repeat(-6, 7, (i) => circle(i * 34, 412, 4, i % 4 ? "#2C355C" : accent));

/** Late radio. */
export const micScene: SceneBuilder = (brush) => {
  const sign = coloured(brush, ["#FF8A5C", "#5CE1E6", "#FF6FA8"] as const);
  return {
    wall: coloured(brush, [
      ["#35406B", "#151833"],
      ["#2F4A5C", "#13222E"],
      ["#4A3260", "#1D1330"],
    ]),
    keyLight: "#FFB36B",
    rimLight: "#FFC890",
    accent: sign,
    gesture: "talk",
    headphones: true,
    back:
      repeat(-8, 8, (i) => repeat(-5, 9, (j) => foamPanel(i, j))) +
      lamp(-168, -30, brush, "#FFB36B") +
      neon(brush.variant === 1 ? "wave" : "note", 146, -92, sign, brush, 0.9),
    backLife: [
      neonPulse(146, -92, sign, brush),
      pulsing(
        circle(20, -176, 9, "#FF4D4D") + glow(brush.nextId(), 20, -176, 40, "#FF4D4D", 0.7),
        4,
        0,
        0.35,
        1,
      ),
    ],
    front: studioMicrophone() + mixingDesk(sign),
    frontLife: [],
  };
};
