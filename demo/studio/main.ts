import { createHash } from "node:crypto";
import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { type ArtIndex, artFolder } from "../art-paths.ts";
import { demoModels } from "../models.ts";
import { moods } from "../sound.ts";
import type { Drawn, Task } from "./worker.ts";

/** `npm run draw`: draws the whole demo world again and puts it in the place of what the product holds. */
const draft = `${artFolder}.draft`;
const tasks: Task[] = [
  ...demoModels.map(({ login }) => ({ kind: "model", login }) as const),
  ...moods.map((mood) => ({ kind: "sound", mood }) as const),
];

/** Draws until no task is left. */
function drawOnThread(thumbhashes: Map<string, string>): Promise<void> {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { workerData: draft });
  return new Promise((resolve, reject) => {
    const next = () => {
      const task = tasks.shift();
      if (task) worker.postMessage(task);
      else void worker.terminate().then(() => resolve());
    };
    worker.on("message", ({ task, thumbhash }: Drawn) => {
      if (task.kind === "model") thumbhashes.set(task.login, thumbhash);
      console.log(`${task.kind === "model" ? task.login : task.mood} is drawn, ${tasks.length} to go`);
      next();
    });
    worker.once("error", reject);
    next();
  });
}

/** A short name of these files and no others. */
async function versionOf(folder: string): Promise<string> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((each) =>
    each.isFile(),
  );
  const names = files.map((file) => path.relative(folder, path.join(file.parentPath, file.name))).toSorted();
  const hash = createHash("sha256");
  for (const name of names) hash.update(name).update(await readFile(path.join(folder, name)));
  return hash.digest("hex").slice(0, 10);
}

await rm(draft, { recursive: true, force: true });
const thumbhashes = new Map<string, string>();
await Promise.all(Array.from({ length: availableParallelism() }, () => drawOnThread(thumbhashes)));
const index: ArtIndex = {
  version: await versionOf(draft),
  thumbhashes: Object.fromEntries(demoModels.map(({ login }) => [login, thumbhashes.get(login) ?? ""])),
};
await writeFile(path.join(draft, "art.json"), `${JSON.stringify(index, null, 2)}\n`);
await rm(artFolder, { recursive: true, force: true });
await rename(draft, artFolder);
console.log(`Version ${index.version} of the demo's art is in ${artFolder}`);
