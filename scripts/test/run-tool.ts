import { spawn } from "node:child_process";
import path from "node:path";

export const rootDir = path.resolve(import.meta.dirname, "../..");

/** What is kept of a tool's output, in characters, to be shown again at the end when it fails. */
const keptTail = 4_000;

export type ToolResult = { code: number; seconds: number; outputTail: string };

/** Runs a tool of `node_modules/.bin` with its output passed through as it comes. */
export function runTool(
  [tool = "", ...args]: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<ToolResult> {
  const startedAt = performance.now();
  const child = spawn(path.join(rootDir, "node_modules", ".bin", tool), args, {
    cwd: rootDir,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let outputTail = "";
  const pass = (to: NodeJS.WriteStream) => (chunk: Buffer) => {
    to.write(chunk);
    outputTail = (outputTail + chunk.toString()).slice(-keptTail);
  };
  child.stdout.on("data", pass(process.stdout));
  child.stderr.on("data", pass(process.stderr));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) =>
      resolve({ code: code ?? 1, seconds: (performance.now() - startedAt) / 1000, outputTail }),
    );
  });
}
