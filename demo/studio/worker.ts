import { constants, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import sharp from "sharp";
import { perform, type Task } from "./tasks.ts";

/** What a drawing thread answers. */
export type WorkerAnswer = { ok: true; result: unknown } | { ok: false; reason: string };

const { assetsDir } = workerData as { assetsDir: string };
sharp.concurrency(1);

/** On Linux a thread's own priority: what nobody waits for steps back behind the running product. */
function stepBack(): void {
  if (process.platform === "linux") setPriority(constants.priority.PRIORITY_LOW);
}

parentPort?.on("message", async (task: Task) => {
  const isPatient = task.kind === "clips" ? task.patient : task.kind === "posts" || task.kind === "films";
  if (isPatient) stepBack();
  const answer: WorkerAnswer = await perform(task, assetsDir).then(
    (result) => ({ ok: true, result }),
    (error: unknown) => ({
      ok: false,
      reason: error instanceof Error ? (error.stack ?? error.message) : String(error),
    }),
  );
  parentPort?.postMessage(answer);
});
