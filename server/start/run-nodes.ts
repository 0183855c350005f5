import { type ChildProcess, fork } from "node:child_process";
import { hostname } from "node:os";
import { fileURLToPath } from "node:url";
import type { Product } from "./start-product.ts";

/** The message of a child once people can use it: the address. */
export type NodeReady = { ready: string };

const entry = fileURLToPath(new URL("../../scripts/start.mjs", import.meta.url));
const restartMs = 1_000;
/** A node that stops has 20 s for it. */
const stopMs = 25_000;

/**
 * Runs so many nodes behind one port, each a process: the kernel spreads connections over them. One that dies is started
 * again. Rejects when one of the first cannot start; they have reported why.
 */
export async function runNodes(count: number, env: NodeJS.ProcessEnv): Promise<Product> {
  const running = new Map<number, ChildProcess>();
  const base = env.NODE_NAME || hostname();
  let isStopping = false;

  function start(index: number): Promise<string> {
    const child = fork(entry, {
      env: { ...env, NODES: "1", NODE_NAME: `${base}-${index}`, FANLIGHT_NODE: String(index) },
      // A signal to the group reaches us; the parent decides when its nodes end.
      detached: true,
    });
    running.set(index, child);
    return new Promise((resolve, reject) => {
      let hasBeenReady = false;
      child.on("message", ({ ready }: NodeReady) => {
        hasBeenReady = true;
        resolve(ready);
      });
      child.once("exit", (code, signal) => {
        running.delete(index);
        if (!hasBeenReady) reject(new Error(`node ${base}-${index} did not start`));
        if (isStopping || !hasBeenReady) return;
        console.error(`Node ${base}-${index} ended (${signal ?? code}); it is started again`);
        restart(index);
      });
    });
  }
  function restart(index: number): void {
    setTimeout(() => {
      if (!isStopping) start(index).catch(() => restart(index));
    }, restartMs);
  }
  async function stop(): Promise<void> {
    isStopping = true;
    await Promise.all(
      [...running.values()].map(async (child) => {
        const exited = new Promise((resolve) => child.once("exit", resolve));
        child.kill("SIGTERM");
        const timer = setTimeout(() => child.kill("SIGKILL"), stopMs);
        await exited;
        clearTimeout(timer);
      }),
    );
  }

  try {
    const [address = ""] = await Promise.all(Array.from({ length: count }, (_, index) => start(index + 1)));
    return { address, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
