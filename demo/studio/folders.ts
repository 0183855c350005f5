import { join } from "node:path";
import { type ClipName, clipFile } from "../clips/format.ts";
import type { Mood } from "../sound/themes.ts";

/** Where the drawn world lies below one assets folder. */
export const stillsFolder = (assetsDir: string): string => join(assetsDir, "stills");
export const stillsIndex = (assetsDir: string, login: string): string =>
  join(stillsFolder(assetsDir), `${login}.json`);
export const clipPath = (assetsDir: string, login: string, clip: ClipName): string =>
  join(assetsDir, "clips", clipFile(login, clip));
export const soundPath = (assetsDir: string, mood: Mood): string =>
  join(assetsDir, "sound", `${mood}.opus-packets`);
