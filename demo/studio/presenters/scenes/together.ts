import { lamp, poster, shelf, sunsetArt, waveArt } from "../props/furniture.ts";
import { neon, neonPulse, pulsing, stringLights, stringLightTwinkle } from "../props/lights.ts";
import { pottedPlant } from "../props/plants.ts";
import { sunnyWindow } from "../props/windows.ts";
import { circle, ellipse, glow, group, path, rect, stroke } from "../svg.ts";
import { coloured, type SceneBuilder } from "./scene.ts";

const continents =
  "M-84-30C-70-52-40-50-36-34C-30-22-48-16-46-2C-44 14-58 22-62 8C-66-6-88-8-84-30ZM-6-44C14-56 44-52 66-44C84-38 82-22 64-20C48-18 44-4 30-6C14-8 18-20 4-22C-10-24-14-38-6-44ZM2-14C18-18 30-2 24 12C20 26 10 34 6 20C2 8-8-4 2-14ZM58 10C68 4 80 10 76 20C70 28 56 24 58 10Z";

const worldMap = (x: number, y: number): string =>
  group(
    rect(-100, -66, 200, 112, 6, "#F3E9DC") +
      rect(-94, -60, 188, 100, 3, "#9CC7D6") +
      path(continents, "#7FAE7B"),
    `translate(${x} ${y})`,
  );

const globe = (x: number, y: number): string =>
  group(
    stroke("M0 44V62M-24 64H24", "#7A4A33", 7) +
      circle(0, 0, 42, "#5FA8C9") +
      path(
        "M-30-18C-16-34 6-30 4-16C2-4-14-6-16 8C-18 20-34 10-36-2ZM12-2C26-10 38 2 30 16C22 28 8 22 10 10Z",
        "#7FB77E",
      ) +
      stroke("M-46-8A46 46 0 0 0 20 42", "#C9975B", 5),
    `translate(${x} ${y})`,
  );

/** A language lesson. */
export const languagesScene: SceneBuilder = (brush) => ({
  wall: coloured(brush, [
    ["#C98A5E", "#6A3A3C"],
    ["#6E8FA8", "#33475E"],
    ["#A98BB5", "#54406A"],
  ]),
  keyLight: "#FFE6BD",
  rimLight: "#FFF0D6",
  accent: "#3F8E8B",
  gesture: "talk",
  headphones: false,
  back:
    worldMap(-118, -104) +
    neon(brush.variant === 1 ? "star" : "hola", 128, -130, "#FFD27A", brush, 0.85) +
    shelf(84, 10, 190, brush) +
    shelf(84, 104, 190, brush) +
    lamp(-186, 60, brush),
  backLife: [neonPulse(128, -130, "#FFD27A", brush)],
  front:
    rect(-1000, 268, 2000, 400, 0, "#5A3326") +
    rect(-1000, 268, 2000, 9, 0, "#8A553D") +
    globe(142, 206) +
    rect(-176, 256, 104, 13, 3, "#3F8E8B") +
    rect(-168, 244, 96, 12, 3, "#EDE0D4") +
    rect(-172, 231, 90, 13, 3, "#D96C4A"),
  frontLife: [],
});

const sofa = (colour: string, shade: string): string =>
  rect(-250, 96, 500, 300, 46, shade) +
  rect(-238, 84, 232, 220, 40, colour) +
  rect(6, 84, 232, 220, 40, colour) +
  ellipse(-196, 150, 34, 34, "#F4D35E") +
  ellipse(198, 154, 32, 32, "#E8647A");

/** Two on a sofa, an evening in. */
export const sofaScene: SceneBuilder = (brush) => {
  const [colour, shade] = coloured(brush, [
    ["#3E7C86", "#2B5A64"],
    ["#B5654A", "#8A4636"],
    ["#5E5A9C", "#403D74"],
  ] as const);
  return {
    wall: coloured(brush, [
      ["#8A5A6E", "#3A2140"],
      ["#55708A", "#22304A"],
      ["#9A7A56", "#46302E"],
    ]),
    keyLight: "#FFD0A0",
    rimLight: "#FFE2C4",
    accent: "#F2A65A",
    gesture: "rest",
    headphones: false,
    back:
      (brush.variant === 1
        ? sunnyWindow({ x: -90, y: -184, width: 180, height: 170 }, brush)
        : poster(-96, -150, 84, 108, "#264653", sunsetArt) + poster(16, -150, 84, 108, "#F3E9DC", waveArt)) +
      lamp(-190, -40, brush) +
      pottedPlant(194, 120, 1.1) +
      stringLights(-204) +
      sofa(colour, shade),
    backLife: [
      ...stringLightTwinkle(-204, brush),
      pulsing(glow(brush.nextId(), -190, -10, 150, "#FFD79A", 0.35), 3, 0, 0.1, 0.8),
    ],
    front: "",
    frontLife: [],
  };
};
