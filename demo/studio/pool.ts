import { Worker } from "node:worker_threads";
import type { Task } from "./tasks.ts";
import type { WorkerAnswer } from "./worker.ts";

/** Threads that draw. */
export type Pool = {
  /** Queues a task; tasks begin in the order in which they were queued. Rejects when the drawing fails or the pool is stopped. */
  run(task: Task): Promise<unknown>;
  /** Drops what is queued and ends the threads. */
  stop(): Promise<void>;
};

type Job = { task: Task; resolve: (result: unknown) => void; reject: (error: Error) => void };

/** Starts `size` drawing threads that keep their files below `assetsDir`. They end with the process. */
export function createPool(assetsDir: string, size: number): Pool {
  const queue: Job[] = [];
  const idle: Worker[] = [];
  const busy = new Map<Worker, Job>();
  let stopped = false;

  const assign = () => {
    while (queue.length > 0 && idle.length > 0) {
      const worker = idle.pop();
      const job = queue.shift();
      if (!worker || !job) return;
      busy.set(worker, job);
      worker.postMessage(job.task);
    }
  };
  const finish = (worker: Worker, answer: WorkerAnswer) => {
    const job = busy.get(worker);
    busy.delete(worker);
    if (!stopped) idle.push(worker);
    if (answer.ok) job?.resolve(answer.result);
    else job?.reject(new Error(answer.reason));
    assign();
  };
  const workers = Array.from({ length: size }, () => {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { workerData: { assetsDir } });
    worker.unref();
    worker.on("message", (answer: WorkerAnswer) => finish(worker, answer));
    worker.on("error", (error) => {
      busy.get(worker)?.reject(error);
      busy.delete(worker);
    });
    idle.push(worker);
    return worker;
  });

  return {
    run: (task) =>
      new Promise((resolve, reject) => {
        if (stopped) reject(new Error("drawing was stopped"));
        else queue.push({ task, resolve, reject });
        assign();
      }),
    async stop() {
      stopped = true;
      for (const job of [...queue.splice(0), ...busy.values()]) job.reject(new Error("drawing was stopped"));
      busy.clear();
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}
