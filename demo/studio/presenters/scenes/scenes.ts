import type { SceneName } from "../../../models.ts";
import { gymScene, kitchenScene, paintScene, plantsScene } from "./daylight.ts";
import { booksScene, guitarScene, micScene, pianoScene } from "./evening.ts";
import { chessScene, gameScene, neonScene, starsScene } from "./night.ts";
import type { SceneBuilder } from "./scene.ts";
import { languagesScene, sofaScene } from "./together.ts";

/** Every scene by its name. */
export const scenes: Readonly<Record<SceneName, SceneBuilder>> = {
  guitar: guitarScene,
  chess: chessScene,
  kitchen: kitchenScene,
  stars: starsScene,
  plants: plantsScene,
  neon: neonScene,
  books: booksScene,
  paint: paintScene,
  mic: micScene,
  gym: gymScene,
  piano: pianoScene,
  game: gameScene,
  languages: languagesScene,
  sofa: sofaScene,
};
