import { sheet } from "../layer.ts";
import { stroke } from "../svg.ts";
import { arm, fist, openHand } from "./arms.ts";
import { type Gesture, type Limb, whileArmsDown } from "./gesture.ts";

/** Waving hello: the hand turns about the wrist, now and then. */
export const wave = ({ skin, sleeve }: Limb): Gesture => ({
  behindFront: [
    sheet(openHand(172, 106, 10, skin), ({ swing, drift }) => ({
      rotateDegrees: 12 * swing + 3 * drift,
      pivot: [174, 146],
    })),
    sheet(arm("M128 182C150 236 190 236 174 150", sleeve), ({ drift }) => ({
      rotateDegrees: drift,
      pivot: [130, 190],
    })),
  ],
  onFront: [],
  freeArms: { left: true, right: false },
});

/** Talking with one hand, the way people tell stories. */
export const talk = ({ skin, sleeve }: Limb): Gesture => ({
  behindFront: [
    sheet(
      openHand(-168, 118, -24, skin) + arm("M-128 186C-146 246-188 244-172 158", sleeve),
      ({ swing, drift }) => ({ y: 4 * drift, rotateDegrees: 4 * drift + 3 * swing, pivot: [-150, 224] }),
    ),
  ],
  onFront: [],
  freeArms: { left: false, right: true },
});

/** Chin on the fist, thinking about the next move. */
export const chin = ({ skin, sleeve }: Limb): Gesture => ({
  behindFront: [
    whileArmsDown(
      sheet(arm("M134 250C140 220 98 190 60 128", sleeve) + fist(44, 96, -26, skin), ({ drift }) => ({
        x: drift,
        rotateDegrees: 0.8 * drift,
        pivot: [134, 250],
      })),
    ),
    whileArmsDown(
      sheet(arm("M-132 230C-120 262-80 246-20 236", sleeve, 44) + fist(8, 232, 80, skin), ({ swing }) => ({
        y: 1.5 * swing,
      })),
    ),
  ],
  onFront: [],
  freeArms: { left: true, right: true },
});

/** Hands on the keys, one after the other. */
export const keys = ({ skin, sleeve }: Limb): Gesture => ({
  behindFront: [],
  onFront: ([-1, 1] as const).map((side) =>
    whileArmsDown(
      sheet(
        arm(`M${side * 134} 190C${side * 160} 236 ${side * 138} 262 ${side * 100} 268`, sleeve, 44) +
          openHand(side * 84, 276, side < 0 ? 172 : 188, skin),
        ({ swing, drift }) => ({
          x: 5 * drift,
          y: side * 4 * swing,
          rotateDegrees: 2 * drift + side * swing,
          pivot: [side * 136, 200],
        }),
      ),
    ),
  ),
  freeArms: { left: true, right: true },
});

/** Arms down, out of the picture. */
export const rest = (): Gesture => ({
  behindFront: [sheet(stroke("M-104 214C-112 270-112 330-114 420", "#0003", 4))],
  onFront: [],
  freeArms: { left: true, right: true },
});
