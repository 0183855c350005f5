import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { createConcurrencyLimit } from "#server/kit/concurrency-limit.ts";

export type WebBuildNeeds = {
  /** Folder of the checkout; the build lands in its `build/`. */
  rootDir: string;
  /** Called once, before a build that takes seconds begins. */
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

const folders = ["web", "contract", "locales", "project.inlang"];
const FILES = [
  "package.json",
  "package-lock.json",
  "vite.config.ts",
  "react-router.config.ts",
  "scripts/page-chunks.ts",
  "tsconfig.json",
];
/** Written by the builder itself, or never part of a build. */
const ignored = /^web\/paraglide\/|\/cache\/|\.test\.tsx?$|project\.inlang\/(\.|README)/;

/** Open files at a time: a container may allow a thousand in all. */
const openFilesMax = 64;

/** A digest of everything the web build is made from: names and contents. Rejects when a source cannot be read. */
export async function sourceHash(rootDir: string): Promise<string> {
  const limit = createConcurrencyLimit(openFilesMax);
  const listings = await Promise.all(folders.map((folder) => listFiles(rootDir, folder)));
  const names = [...FILES, ...listings.flat()].filter((name) => !ignored.test(name)).sort();
  const digests = await Promise.all(names.map((name) => limit(() => digestOf(rootDir, name))));
  return createHash("sha256").update(digests.join("\n")).digest("hex");
}

async function listFiles(rootDir: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(rootDir, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(rootDir.length + 1));
}

async function digestOf(rootDir: string, name: string): Promise<string> {
  const content = await readFile(join(rootDir, name)).catch((error: NodeJS.ErrnoException) => {
    // A file of the list above that a checkout may lack.
    if (error.code !== "ENOENT") throw error;
    return "";
  });
  return `${name} ${createHash("sha256").update(content).digest("hex")}`;
}

const textFiles = /\.(js|css|svg|json|webmanifest|txt)$/;
const worthBytes = 1_000;
const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Writes a `.br` and a `.gz` beside every larger text file under `folder`, so that serving one costs no work. */
export async function compressFiles(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && textFiles.test(entry.name));
  const limit = createConcurrencyLimit(openFilesMax);
  await Promise.all(files.map((entry) => limit(() => compressFile(join(entry.parentPath, entry.name)))));
}

async function compressFile(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < worthBytes) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  await Promise.all([
    writeFile(`${file}.br`, await compressBrotli(content, { params })),
    writeFile(`${file}.gz`, await compressGzip(content, { level: 9 })),
  ]);
}
