import { spawn } from "node:child_process";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { compressFiles } from "./compress-files.ts";
import { sourceHash } from "./source-hash.ts";

export type WebBuildNeeds = {
  /** Folder of the checkout; the build lands in its `build/`. */
  rootDir: string;
  /** Told once, before a build that takes seconds begins. */
  log(line: string): void;
  /** Ends a build that nobody waits for any more. */
  signal?: AbortSignal;
};

export type WebBuild = { buildDir: string; built: boolean };

/**
 * Makes sure that `build/` belongs to the sources as they are now: builds when there is none or when its recorded
 * hash differs, and returns at once otherwise. A failed build throws with the builder's last lines.
 */
export async function ensureWebBuild({ rootDir, log, signal }: WebBuildNeeds): Promise<WebBuild> {
  const buildDir = join(rootDir, "build");
  const stampFile = join(buildDir, "source-hash");
  const hash = await sourceHash(rootDir);
  if ((await readStamp(stampFile)) === hash) return { buildDir, built: false };
  log("Building the web app (only when its sources changed)");
  await rm(stampFile, { force: true });
  await runBuilder(rootDir, signal);
  await compressFiles(join(buildDir, "client"));
  await mkdir(buildDir, { recursive: true });
  // Written last and by rename, so that an interrupted build is never taken for a finished one.
  await writeFile(`${stampFile}.new`, hash);
  await rename(`${stampFile}.new`, stampFile);
  return { buildDir, built: true };
}

async function readStamp(file: string): Promise<string | null> {
  try {
    return await readFile(file, "utf8");
  } catch {
    return null;
  }
}

function runBuilder(rootDir: string, signal: AbortSignal | undefined): Promise<void> {
  const cli = join(rootDir, "node_modules", "@react-router", "dev", "bin.cjs");
  const builder = spawn(process.execPath, [cli, "build", "--logLevel", "warn"], {
    cwd: rootDir,
    env: { ...process.env, NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "pipe"],
    signal,
  });
  let tail = "";
  const keep = (chunk: Buffer) => {
    tail = (tail + chunk).slice(-4_000);
  };
  builder.stdout.on("data", keep);
  builder.stderr.on("data", keep);
  return new Promise((resolve, reject) => {
    builder.once("error", reject);
    builder.once("close", (code) =>
      code === 0 ? resolve() : reject(new Error(`the web app could not be built:\n${tail}`)),
    );
  });
}
