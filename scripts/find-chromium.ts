import { accessSync, constants } from "node:fs";
import path from "node:path";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** Path of a Chromium for the browser journeys: `CHROMIUM_PATH`, else the first on the PATH, else null. */
export function findChromium(): string | null {
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  const candidates = names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  const wanted = process.env.CHROMIUM_PATH ? [process.env.CHROMIUM_PATH] : candidates;
  return wanted.find(isExecutable) ?? null;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
