import type { SceneName } from "../../models.ts";
import type { ClothName } from "./clothes.ts";
import type { GestureName } from "./gestures/gesture.ts";
import type { HairStyle } from "./hair.ts";
import type { HairColour, SkinTone } from "./palette.ts";

export type Feature = "earrings" | "freckles" | "glasses" | "beard" | "strongBrows";

/** One person's appearance. */
export type Appearance = {
  skin: SkinTone;
  hair: HairStyle;
  hairColour: HairColour;
  cloth: ClothName;
  /** Main colour and accent of the clothes. */
  colours: readonly [main: string, accent: string];
  /** How the mouth rests. */
  mouth: "open" | "smile";
  features: readonly Feature[];
};

/** Everything a picture is made from. The seed decides the small things: books on a shelf, stars, when the eyes blink. */
export type Presenter = {
  seed: string;
  scene: SceneName;
  /** The number of the scene's colouring, one of three; the second mirrors the room as well. */
  variant: 0 | 1 | 2;
  /** Replaces the scene's own gesture. */
  gesture?: GestureName;
  /** One person, or two for a couple. */
  figures: readonly [Appearance] | readonly [Appearance, Appearance];
};
