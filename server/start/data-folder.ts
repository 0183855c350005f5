import { chmodSync, mkdirSync, statSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Logger } from "#server/kit/log.ts";
import { StartError } from "./explain.ts";

/**
 * Makes the data folder, or closes an existing one, to everybody but the user who starts the product: what it keeps is
 * nobody else's, children of the product with other users included. A folder that belongs to somebody else, as a volume
 * that was mounted for the product may, stays as it is, with a warning to the operator.
 */
export function prepareDataFolder(dataDir: string, log: Logger): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new StartError(
      `the data folder ${dataDir} cannot be written (${(error as Error).message}); choose another DATA_DIR or correct its owner.`,
    );
  }
  if ((statSync(dataDir).mode & 0o077) === 0) return;
  try {
    chmodSync(dataDir, 0o700);
  } catch {
    log.warn(
      { dataDir },
      "the data folder is open to other users of this machine and belongs to another one",
    );
  }
}

/** A secret of this data folder, made at the first start. Readable by its owner alone. */
export async function keptSecret(dataDir: string, name: string, make: () => string): Promise<string> {
  const file = path.join(dataDir, name);
  try {
    return (await readFile(file, "utf8")).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  const secret = make();
  await writeFile(file, `${secret}\n`, { mode: 0o600, flag: "wx" });
  return secret;
}
