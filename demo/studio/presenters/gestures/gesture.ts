import type { Layer } from "../layer.ts";
import type { Skin } from "../palette.ts";

export type GestureName =
  | "guitar"
  | "wave"
  | "chin"
  | "mug"
  | "brush"
  | "pad"
  | "keys"
  | "stir"
  | "talk"
  | "lift"
  | "rest";

/** The movement of a person's arms. */
export type Gesture = {
  /** Sheets before the body but behind the table. */
  behindFront: readonly Layer[];
  /** Sheets that lie on the table: hands on keys. */
  onFront: readonly Layer[];
  /** The arms that hold nothing that matters and can be thrown up in joy. */
  freeArms: { left: boolean; right: boolean };
};

/** The look of an arm. */
export type Limb = { skin: Skin; sleeve: string };

/** A sheet that is seen only while the arms are down. */
export const whileArmsDown = (layer: Layer): Layer => ({
  ...layer,
  show: (pose) => (pose.armsUp > 0.02 ? -1 : layer.show(pose)),
});
