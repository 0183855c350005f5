import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "@playwright/test";
import { startOnFreePort } from "./product.ts";

const rootDir = path.resolve(import.meta.dirname, "..");
const drawnWithinMs = 600_000;

/**
 * Prepares once what every product of the journeys begins with: a data folder whose demo world is settled and drawn,
 * as a stopped product leaves it. Its pictures and clips are kept for later runs, until the code that draws them changes.
 */
export default async function prepareWorld(): Promise<() => void> {
  const folder = mkdtempSync(path.join(tmpdir(), "fanlight-e2e-"));
  const dataDir = path.join(folder, "prepared");
  const art = keptArt();
  mkdirSync(dataDir);
  if (existsSync(art)) cpSync(art, path.join(dataDir, "world"), { recursive: true });
  const product = await startOnFreePort({ dataDir, env: { LOG_LEVEL: "warn" } });
  const isDrawn = async () =>
    ((await (await fetch(`http://localhost:${product.port}/dev/world.json`)).json()) as { drawn: boolean })
      .drawn;
  await expect.poll(isDrawn, { message: "the world is drawn", timeout: drawnWithinMs }).toBe(true);
  await product.end("SIGTERM");
  if (!existsSync(art)) keepArt(path.join(dataDir, "world"), art);
  process.env.E2E_PREPARED_DIR = dataDir;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Where the art is kept that the demo's code draws as it is now. */
function keptArt(): string {
  const hash = createHash("sha256");
  const sources = globSync("demo/**/*.ts", { cwd: rootDir, exclude: ["**/*.test.ts"] }).sort();
  for (const file of sources) hash.update(file).update(readFileSync(path.join(rootDir, file)));
  return path.join(rootDir, "node_modules/.cache/fanlight/art", hash.digest("hex").slice(0, 16));
}

/** Keeps a drawn world in place of any older one. It appears whole or not at all. */
function keepArt(world: string, art: string): void {
  rmSync(path.dirname(art), { recursive: true, force: true });
  const unfinished = `${art}.${process.pid}`;
  cpSync(world, unfinished, { recursive: true });
  renameSync(unfinished, art);
}
