import { spawn } from "node:child_process";
import path from "node:path";
import { cpuSecondsOfEnded } from "../../testing/cost/cpu-seconds.ts";

export const rootDir = path.resolve(import.meta.dirname, "../..");

/** The end of a tool's output that is kept, in characters, to be shown again at the end when it fails. */
const keptTail = 4_000;

/** `cpuSeconds`: of the tool and what it started, while no other tool ends beside it; null where they cannot be read. */
export type ToolResult = { code: number; seconds: number; cpuSeconds: number | null; outputTail: string };

type RunOptions = {
  env?: Readonly<Record<string, string>>;
  /** The output is shown at once when the tool has ended, for tools that run side by side. */
  isHeld?: boolean;
};

/** Runs a tool of `node_modules/.bin` with its output passed through. */
export function runTool(
  [tool = "", ...args]: readonly string[],
  { env = {}, isHeld = false }: RunOptions = {},
): Promise<ToolResult> {
  const startedAt = performance.now();
  const cpuBefore = cpuSecondsOfEnded();
  const child = spawn(path.join(rootDir, "node_modules", ".bin", tool), args, {
    cwd: rootDir,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let outputTail = "";
  const held: Buffer[] = [];
  const pass = (to: NodeJS.WriteStream) => (chunk: Buffer) => {
    if (isHeld) held.push(chunk);
    else to.write(chunk);
    outputTail = (outputTail + chunk.toString()).slice(-keptTail);
  };
  child.stdout.on("data", pass(process.stdout));
  child.stderr.on("data", pass(process.stderr));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      const seconds = (performance.now() - startedAt) / 1000;
      process.stdout.write(Buffer.concat(held));
      const cpuAfter = cpuSecondsOfEnded();
      const cpuSeconds = cpuBefore === null || cpuAfter === null ? null : cpuAfter - cpuBefore;
      resolve({ code: code ?? 1, seconds, cpuSeconds, outputTail });
    });
  });
}
