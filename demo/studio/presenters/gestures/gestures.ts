import type { Gesture, GestureName, Limb } from "./gesture.ts";
import { brush, guitar, lift, mug, pad, stir } from "./holding.ts";
import { chin, keys, rest, talk, wave } from "./open-hands.ts";

/** Every gesture by its name. */
export const gestures: Readonly<Record<GestureName, (limb: Limb) => Gesture>> = {
  guitar,
  wave,
  chin,
  mug,
  brush,
  pad,
  keys,
  stir,
  talk,
  lift,
  rest,
};
