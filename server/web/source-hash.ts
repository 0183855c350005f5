import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

const FOLDERS = ["web", "contract", "locales", "project.inlang"];
const FILES = [
  "package.json",
  "package-lock.json",
  "vite.config.ts",
  "vite.service-worker.ts",
  "react-router.config.ts",
  "tsconfig.json",
];
/** Written by the builder itself, or never part of a build. */
const IGNORED = /^web\/paraglide\/|\/cache\/|\.test\.tsx?$|project\.inlang\/(\.|README)/;

/** A digest of everything the web build is made from: names and contents. */
export async function sourceHash(rootDir: string): Promise<string> {
  const listings = await Promise.all(FOLDERS.map((folder) => listFiles(rootDir, folder)));
  const names = [...FILES, ...listings.flat()].filter((name) => !IGNORED.test(name)).sort();
  const digests = await Promise.all(names.map((name) => digestOf(rootDir, name)));
  return createHash("sha256").update(digests.join("\n")).digest("hex");
}

async function listFiles(rootDir: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(rootDir, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(rootDir.length + 1));
}

async function digestOf(rootDir: string, name: string): Promise<string> {
  const content = await readFile(join(rootDir, name)).catch(() => "");
  return `${name} ${createHash("sha256").update(content).digest("hex")}`;
}
