import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { artFolder, liveMoments } from "./art-paths.ts";
import { art } from "./art.ts";
import { type ClipName, clipFrames } from "./clips.ts";
import { planContent, seedFileName } from "./content/plan.ts";
import { demoModels } from "./models.ts";
import { moods } from "./sound.ts";

/** The most bytes that everybody carries who clones the repository. */
const bytesMax = 40_000_000;

test("everything that the demo world shows is there, nothing else, and it stays small", async () => {
  const wanted = new Set([path.join(artFolder, "art.json"), ...moods.map(art.sound)]);
  for (const { login, live, broadcast } of demoModels) {
    for (const still of ["portrait", "portraitSmall", "tall", "avatar", "avatarLarge"] as const)
      wanted.add(art.still(login, still));
    for (const moment of live ? liveMoments.keys() : []) wanted.add(art.livePicture(login, moment));
    for (const clip of live ? (Object.keys(clipFrames) as ClipName[]) : [])
      wanted.add(art.clip(login, clip)).add(art.broadcastClip(login, clip, broadcast));
  }
  for (const item of planContent())
    for (const part of item.clip === null
      ? (["clear", "thumb", "blurred"] as const)
      : (["thumb", "blurred"] as const))
      wanted.add(art.contentPicture(item.login, seedFileName(item), part));
  const entries = await readdir(artFolder, { recursive: true, withFileTypes: true });
  const held = entries.flatMap((each) => (each.isFile() ? [path.join(each.parentPath, each.name)] : []));
  expect(held.toSorted()).toEqual([...wanted].toSorted());
  const sizes = await Promise.all(held.map(async (file) => (await readFile(file)).length));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(bytesMax);
});
