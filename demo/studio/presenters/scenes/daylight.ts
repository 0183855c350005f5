import type { Layer } from "../layer.ts";
import { sheet } from "../layer.ts";
import type { Brush } from "../props/brush.ts";
import { abstractArt, pan, poster, shelf } from "../props/furniture.ts";
import { pulsing, steam } from "../props/lights.ts";
import { hangingPlant, leaf, pottedPlant } from "../props/plants.ts";
import { sunnyWindow } from "../props/windows.ts";
import { circle, ellipse, glow, group, path, rect, repeat, stroke } from "../svg.ts";
import { coloured, type SceneBuilder } from "./scene.ts";

/** Dust that floats in sunlight. */
const motes = ({ random }: Brush): Layer[] =>
  [0, 1].map((turn) => {
    const specks = repeat(0, 9, () =>
      circle(-170 + random() * 340, -180 + random() * 330, 1.4 + random() * 1.8, "#FFF9E6", 'opacity=".8"'),
    );
    return sheet(specks, ({ phase }) => ({
      x: 10 * Math.sin(2 * Math.PI * (phase + turn / 2)),
      y: 8 * Math.cos(2 * Math.PI * (phase + turn / 2)),
      opacity: 0.45 + 0.35 * Math.sin(2 * Math.PI * (2 * phase + turn / 2)),
    }));
  });

/** A leaf that stirs about its stem. */
const stirringLeaf = (
  x: number,
  y: number,
  angle: number,
  length: number,
  fill: string,
  turn: number,
): Layer =>
  sheet(leaf(x, y, angle, length, fill, "#6FBF9255"), ({ phase }) => ({
    rotateDegrees: 3 * Math.sin(2 * Math.PI * (phase + turn)),
    pivot: [x, y],
  }));

/** Coffee in the greenhouse. */
export const plantsScene: SceneBuilder = (brush) => ({
  wall: coloured(brush, [
    ["#8FB98B", "#2F6B58"],
    ["#A9B98B", "#4F6B3A"],
    ["#8DB3B5", "#2C5B66"],
  ]),
  keyLight: "#FFF3C4",
  rimLight: "#FFF7D6",
  accent: "#F3C677",
  gesture: "mug",
  headphones: false,
  back:
    sunnyWindow({ x: -110, y: -190, width: 250, height: 220 }, brush) +
    hangingPlant(-168, -110, 1.1) +
    hangingPlant(176, -136, 0.9) +
    pottedPlant(-166, 214, 1.35) +
    pottedPlant(178, 200, 1.2, "#E7D3BE"),
  backLife: [
    stirringLeaf(-210, 60, 60, 120, "#2F7D5B", 0),
    stirringLeaf(214, 20, -60, 120, "#3C9A6B", 0.4),
    ...motes(brush),
  ],
  front: "",
  frontLife: [
    stirringLeaf(-214, 320, 34, 170, "#1F5F48", 0.2),
    stirringLeaf(216, 330, -30, 160, "#256B52", 0.7),
    ...steam(34, 178, 0.8),
  ],
});

const easel = (): string =>
  group(
    stroke("M-50 170L-8-150M50 170L8-150M-60 70H60", "#7A4A33", 9) +
      rect(-74, -124, 148, 176, 3, "#FFF8EE") +
      path("M-60 30Q-20-30 10 6T62-20V40H-60Z", "#6FA8A0") +
      circle(24, -70, 26, "#F4A259") +
      path("M-62 36Q-30 4 0 26T62 16V42H-62Z", "#2F6B6B") +
      stroke("M-50-92q20-12 40 0t34-6", "#D96C75", 7),
    "translate(146 60)",
  );

const brushGlass = (): string =>
  group(
    rect(-26, -58, 52, 60, 8, "#CFE3EA", 'opacity=".85"') +
      stroke("M-12-50L-26-104M0-54V-112M12-50L24-100", "#C9975B", 5) +
      ellipse(-27, -110, 6, 12, "#E63946") +
      ellipse(0, -118, 6, 12, "#3D7EA6") +
      ellipse(25, -106, 6, 12, "#F4A259"),
    "translate(-140 270)",
  );

const paints = [
  [66, 272, "#E63946"],
  [88, 268, "#F4A259"],
  [112, 270, "#3D7EA6"],
  [130, 276, "#2F7D5B"],
  [100, 282, "#8E6BBF"],
] as const;

/** A painter's table by the window. */
export const paintScene: SceneBuilder = (brush) => ({
  wall: coloured(brush, [
    ["#E2A27A", "#A8566A"],
    ["#C9B18A", "#7A6A56"],
    ["#A8B5C9", "#5A6488"],
  ]),
  keyLight: "#FFF0CF",
  rimLight: "#FFF4DE",
  accent: "#3D7EA6",
  gesture: "brush",
  headphones: false,
  back:
    sunnyWindow({ x: -214, y: -190, width: 130, height: 190 }, brush) +
    easel() +
    poster(-196, 44, 66, 84, "#3D5A80", abstractArt),
  backLife: motes(brush),
  front:
    rect(-1000, 262, 2000, 400, 0, "#8A4A3C") +
    rect(-1000, 262, 2000, 8, 0, "#B36A52") +
    brushGlass() +
    ellipse(96, 276, 60, 15, "#F3DDC0") +
    paints.map(([x, y, colour]) => ellipse(x, y, 10, 5, colour)).join(""),
  frontLife: [],
});

const dumbbell = (): string =>
  group(
    rect(-60, -9, 120, 18, 8, "#3A3550") +
      rect(-78, -30, 24, 60, 7, "#2E86AB") +
      rect(54, -30, 24, 60, 7, "#2E86AB"),
    "translate(-158 180)",
  );

const yogaBall = (): string =>
  group(
    circle(0, 0, 52, "#5C4B8A") + stroke("M-44-18Q0-40 44-18M-50 8Q0-12 50 8M-40 34Q0 18 40 34", "#fff3", 3),
    "translate(-190 268)",
  );

/** Morning stretches. */
export const gymScene: SceneBuilder = (brush) => ({
  wall: coloured(brush, [
    ["#F0B78A", "#B8604F"],
    ["#9FC4C9", "#4A7686"],
    ["#D9B0C4", "#86567A"],
  ]),
  keyLight: "#FFF2D0",
  rimLight: "#FFF6E0",
  accent: "#2E86AB",
  gesture: brush.variant === 1 ? "wave" : "lift",
  headphones: false,
  back:
    sunnyWindow({ x: -210, y: -180, width: 180, height: 230 }, brush) +
    rect(70, -170, 150, 250, 8, "#FFF", 'opacity=".16"') +
    stroke("M90-140L150-40M110-160L200-20", "#FFF", 10, 'opacity=".2"') +
    pottedPlant(176, 230, 1.15) +
    dumbbell() +
    yogaBall(),
  backLife: motes(brush),
  front: "",
  frontLife: [],
});

const tiles = ({ random }: Brush): string =>
  repeat(-14, 14, (i) =>
    repeat(-8, 16, (j) =>
      rect(
        i * 32 + (j % 2 ? 16 : 0),
        j * 24,
        30,
        22,
        4,
        "#FFF",
        `opacity="${(0.04 + random() * 0.05).toFixed(3)}"`,
      ),
    ),
  );

const counter = (): string =>
  rect(-1000, 222, 2000, 440, 0, "#EADBC8") +
  rect(-1000, 222, 2000, 10, 0, "#FFF5E8") +
  path("M-168 196H-58L-66 268Q-113 282-160 268Z", "#D1495B") +
  rect(-176, 188, 126, 13, 6, "#E8647A") +
  stroke("M-186 214h18M-58 214h18", "#A8324A", 9);

const vegetables = (): string =>
  ellipse(72, 256, 74, 14, "#B98050") +
  circle(46, 238, 21, "#E63946") +
  stroke("M46 219q4-10 12-10", "#2F7D5B", 5) +
  circle(92, 244, 16, "#F4D35E") +
  group(
    ellipse(0, 0, 12, 34, "#F77F00") + stroke("M-4-34l-6-18M0-35v-20M4-34l6-18", "#3C9A6B", 4),
    "translate(140 246) rotate(72)",
  );

/** A kitchen with something on the stove. */
export const kitchenScene: SceneBuilder = (brush) => ({
  wall: coloured(brush, [
    ["#3A8C86", "#1C4A55"],
    ["#B5784A", "#6A3A30"],
    ["#6F86B5", "#36456F"],
  ]),
  keyLight: "#FFE0A3",
  rimLight: "#FFF0CB",
  accent: "#F4A259",
  gesture: "stir",
  headphones: false,
  back:
    tiles(brush) +
    rect(-420, -164, 840, 7, 3, "#E9D8C4") +
    pan(-160, -160, 30, "#C9713F") +
    pan(-98, -160, 21, "#B9BCC8") +
    pan(118, -160, 25, "#2F2B36") +
    pan(176, -160, 19, "#C9713F") +
    shelf(92, 46, 170, brush, "#E9D8C4") +
    hangingPlant(-176, 10, 0.8) +
    glow(brush.nextId(), 0, -220, 230, "#FFE6B0", 0.35),
  backLife: [pulsing(glow(brush.nextId(), 0, -210, 200, "#FFE6B0", 0.25), 2, 0, 0.1, 0.8)],
  front: counter() + vegetables(),
  frontLife: steam(-112, 178, 1.35),
});
