import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "#testing/free-port.ts";
import { cpuSeconds } from "../cpu-time.ts";

/** The whole product in a process of its own, on a data folder of its own. */
export type RunningProduct = { origin: string; pid: number; dataDir: string; stop(): Promise<void> };

const root = path.resolve(import.meta.dirname, "../..");
const readyWaitMs = 300_000;
const settleMaxMs = 240_000;
/** Seconds of CPU a second that the living demo world takes at most. */
const calmShare = 0.4;

/** Starts the product as an operator does and waits until it reports that it is ready. */
export async function startProductProcess(): Promise<RunningProduct> {
  const port = await freePort();
  const dataDir = mkdtempSync(path.join(tmpdir(), "fanlight-bench-"));
  const child = spawn(process.execPath, [path.join(root, "scripts/start.mjs")], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      TRUST_PROXY: "1",
      LOG_LEVEL: "error",
      // The measurement is of answers, also while others use the machine; refusals would cost nothing.
      REFUSE_AFTER_MS: "10000",
      DEMO_TIPS: "0",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await printed(child, "Fanlight is ready");
  if (!child.pid) throw new Error("the product has no process");
  await settled(child.pid);
  return {
    origin: `http://localhost:${port}`,
    pid: child.pid,
    dataDir,
    async stop() {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Waits until the machine is calm: a fresh folder keeps it busy for a while after the start. */
async function settled(pid: number): Promise<void> {
  const deadline = performance.now() + settleMaxMs;
  for (let calm = 0; calm < 3 && performance.now() < deadline;) {
    const before = cpuSeconds(pid);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    calm = cpuSeconds(pid) - before < calmShare ? calm + 1 : 0;
  }
}

function printed(child: ChildProcess, words: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("the product did not start")), readyWaitMs);
    child.stdout?.on("data", (chunk) => {
      if (!String(chunk).includes(words)) return;
      clearTimeout(timer);
      resolve();
    });
    child.once("exit", (code) => reject(new Error(`the product ended with ${code}`)));
  });
}
