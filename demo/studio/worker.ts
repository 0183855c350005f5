import { parentPort, workerData } from "node:worker_threads";
import sharp from "sharp";
import { artPaths } from "../art-paths.ts";
import { demoModel } from "../models.ts";
import type { Mood } from "../sound.ts";
import { drawModel, recordSound } from "./draw-files.ts";

export type Task = { kind: "model"; login: string } | { kind: "sound"; mood: Mood };
/** A drawing thread's answer; the ThumbHash is of a model's portrait. */
export type Drawn = { task: Task; thumbhash: string };

const paths = artPaths(workerData as string);
sharp.concurrency(1);

async function perform(task: Task): Promise<Drawn> {
  if (task.kind === "model") {
    const member = demoModel(task.login);
    if (!member) throw new Error(`${task.login} is no demo model`);
    return { task, thumbhash: await drawModel(member, paths) };
  }
  await recordSound(task.mood, paths);
  return { task, thumbhash: "" };
}

parentPort?.on("message", async (task: Task) => {
  parentPort?.postMessage(await perform(task));
});
