import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startOnFreePort } from "./product.ts";

/**
 * Prepares once what every product of the journeys begins with: a data folder with a settled demo world, as a stopped
 * product leaves it.
 */
export default async function prepareWorld(): Promise<() => void> {
  const folder = mkdtempSync(path.join(tmpdir(), "fanlight-e2e-"));
  const dataDir = path.join(folder, "prepared");
  mkdirSync(dataDir);
  const product = await startOnFreePort({ dataDir, env: { LOG_LEVEL: "warn" } });
  await product.end("SIGTERM");
  process.env.E2E_PREPARED_DIR = dataDir;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
