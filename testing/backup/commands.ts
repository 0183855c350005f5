import { spawn } from "node:child_process";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");

export type Ended = { code: number | null; signal: string | null; stdout: string; stderr: string };

type Where = { url: string; ownerUrl: string; dataDir: string };

/** The settings by which the commands find a database and a data folder. */
export const settingsFor = ({ url, ownerUrl, dataDir }: Where, more: Record<string, string> = {}) => ({
  DATABASE_URL: url,
  DATABASE_OWNER_URL: ownerUrl,
  DATA_DIR: dataDir,
  ...more,
});

/** Runs `npm run <name> -- …` with nothing but these settings. */
export const npmRun = (name: "backup" | "restore", args: string[], settings: Record<string, string>) =>
  run("npm", ["run", "--silent", name, "--", ...args], settings);

/** Runs a command's program itself, which a signal reaches; `killAt` and `countFile` as in kill-at.ts. */
export function runProgram(
  name: "backup" | "restore",
  args: string[],
  settings: Record<string, string>,
  { killAt, countFile }: { killAt?: string; countFile?: string } = {},
): Promise<Ended> {
  const program = ["--import", path.join(import.meta.dirname, "kill-at.ts"), `scripts/${name}.ts`, ...args];
  return run(process.execPath, program, {
    ...settings,
    ...(killAt ? { KILL_AT: killAt } : {}),
    ...(countFile ? { COUNT_FILES: countFile } : {}),
  });
}

function run(file: string, args: string[], settings: Record<string, string>): Promise<Ended> {
  const { PATH = "", HOME = "", TMPDIR, NODE_COMPILE_CACHE } = process.env;
  const own = {
    PATH,
    HOME,
    ...(TMPDIR ? { TMPDIR } : {}),
    ...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}),
  };
  const child = spawn(file, args, {
    cwd: root,
    env: { ...own, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk) => (said.stdout += chunk));
  child.stderr.on("data", (chunk) => (said.stderr += chunk));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => resolve({ code, signal, ...said }));
  });
}
