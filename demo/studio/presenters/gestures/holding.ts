import { sheet } from "../layer.ts";
import { circle, ellipse, group, path, rect, stroke } from "../svg.ts";
import { arm, fist } from "./arms.ts";
import { type Gesture, type Limb, whileArmsDown } from "./gesture.ts";

const guitarBody = "M-50 0C-52-66 6-74 30-46C48-66 112-64 112 0C112 64 48 66 30 46C6 74-52 66-50 0Z";

const guitarDrawing = (): string =>
  group(
    rect(-214, -11, 180, 22, 4, "#5A3422") +
      [-200, -176, -150, -122, -92, -60].map((x) => stroke(`M${x}-10v20`, "#E9D8C4", 2)).join("") +
      rect(-250, -16, 40, 32, 6, "#3A2016") +
      path(guitarBody, "#D98A3D", 'stroke="#8A4A1E" stroke-width="5"') +
      path("M-50 0C-52-66 6-74 30-46C48-66 112-64 112 0", "#fff", 'opacity=".12"') +
      circle(12, 0, 24, "#3A2016", 'stroke="#F3E3CE" stroke-width="3"') +
      rect(70, -20, 10, 40, 3, "#3A2016") +
      [-6, -2, 2, 6].map((y) => stroke(`M-244 ${y}H74`, "#FFF3DC", 1.3, 'opacity=".85"')).join(""),
    "translate(36 262) rotate(13)",
  );

/** Playing the guitar: the right hand strums with the swing, the left walks along the neck with the drift. */
export const guitar = ({ skin, sleeve }: Limb): Gesture => ({
  behindFront: [
    whileArmsDown(sheet(arm("M-128 176C-164 226-170 262-128 250", sleeve))),
    sheet(guitarDrawing(), ({ swing }) => ({ rotateDegrees: 0.5 * swing, pivot: [36, 262] })),
    whileArmsDown(
      sheet(fist(-132, 232, 12, skin), ({ drift }) => ({
        x: 9 * drift,
        y: 2 * drift,
        rotateDegrees: 4 * drift,
        pivot: [-132, 232],
      })),
    ),
    whileArmsDown(
      sheet(arm("M130 176C166 236 150 288 92 268", sleeve) + fist(66, 262, -70, skin), ({ swing }) => ({
        rotateDegrees: 5 * swing,
        pivot: [152, 250],
      })),
    ),
  ],
  onFront: [],
  freeArms: { left: true, right: true },
});

const cup = (): string =>
  group(
    rect(-28, -34, 56, 66, 11, "#FFF4E6") +
      stroke("M-28-18c-26-6-26 38 0 32", "#FFF4E6", 9) +
      path("M0 12C-18-2-12-16-4-14Q0-12 0-8Q0-12 4-14C12-16 18-2 0 12Z", "#FF5C93"),
    "translate(30 222)",
  );

/** Holding a warm cup. */
export const mug = ({ skin, sleeve }: Limb): Gesture => ({
  behindFront: [
    sheet(arm("M128 190C166 262 130 282 66 236", sleeve) + cup() + fist(56, 226, 84, skin), (pose) => ({
      rotateDegrees: -1.6 - 1.6 * pose.drift - 5 * pose.armsUp,
      pivot: [132, 196],
    })),
  ],
  onFront: [],
  freeArms: { left: true, right: false },
});

/** A brush at the picture. */
export const brush = ({ skin, sleeve }: Limb): Gesture => ({
  behindFront: [
    sheet(
      arm("M-128 182C-160 246-196 230-168 150", sleeve) +
        stroke("M-150 136L-188 60", "#C9975B", 7) +
        group(ellipse(0, -8, 8, 17, "#F4A259"), "translate(-192 52) rotate(-26)") +
        fist(-160, 124, -20, skin),
      ({ swing, drift }) => ({ x: 2 * drift, rotateDegrees: 4 * drift + 2 * swing, pivot: [-132, 190] }),
    ),
  ],
  onFront: [],
  freeArms: { left: false, right: true },
});

/** A spoon in the pot. */
export const stir = ({ skin, sleeve }: Limb): Gesture => ({
  behindFront: [
    sheet(
      stroke("M-122 110L-102 226", "#C9975B", 8) +
        arm("M-128 182C-176 236-196 196-146 148", sleeve) +
        fist(-132, 138, 34, skin),
      ({ swing, drift }) => ({ x: 5 * swing, y: 3 * drift, rotateDegrees: 2.5 * swing, pivot: [-136, 190] }),
    ),
  ],
  onFront: [],
  freeArms: { left: false, right: true },
});

const buttons = [
  [40, 242, "#FF5C93"],
  [52, 250, "#5CE1E6"],
  [28, 250, "#FFC24B"],
  [40, 258, "#34D399"],
] as const;

const gamepad = (): string =>
  path(
    "M-62 222C-40 212 40 212 62 222C84 236 88 292 66 292C50 292 44 270 26 268H-26C-44 270-50 292-66 292C-88 292-84 236-62 222Z",
    "#F4F1FA",
  ) +
  stroke("M-42 240v18M-51 249h18", "#23415F", 6) +
  buttons.map(([x, y, colour]) => circle(x, y, 5, colour)).join("");

/** A game controller in both hands. */
export const pad = ({ skin, sleeve }: Limb): Gesture => ({
  behindFront: [
    whileArmsDown(sheet(arm("M130 190C156 262 120 276 64 254", sleeve))),
    sheet(
      arm("M-130 190C-156 262-120 276-64 254", sleeve) + gamepad() + fist(-66, 256, 90, skin),
      ({ swing, drift }) => ({
        x: 1.5 * swing,
        rotateDegrees: 2 * drift,
        pivot: [0, 250],
      }),
    ),
    whileArmsDown(
      sheet(fist(68, 256, -90, skin), ({ swing, drift }) => ({ x: 1.5 * swing, y: 2 * drift + swing })),
    ),
  ],
  onFront: [],
  freeArms: { left: false, right: true },
});

const heldDumbbell = (): string =>
  group(
    rect(-44, -6, 88, 12, 5, "#3A3550") +
      rect(-56, -22, 18, 44, 6, "#2E86AB") +
      rect(38, -22, 18, 44, 6, "#2E86AB"),
    "translate(170 104)",
  );

/** A dumbbell curl. */
export const lift = ({ skin, sleeve }: Limb): Gesture => ({
  behindFront: [
    sheet(
      arm("M128 182C150 236 190 236 174 140", sleeve) + heldDumbbell() + fist(170, 104, 0, skin),
      ({ drift }) => ({
        y: 7 * drift,
        rotateDegrees: 5 * drift,
        pivot: [150, 214],
      }),
    ),
  ],
  onFront: [],
  freeArms: { left: true, right: false },
});
