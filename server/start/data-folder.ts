import { randomUUID } from "node:crypto";
import { chmodSync, mkdirSync, statSync } from "node:fs";
import { link, readFile, rename, rm, writeFile } from "node:fs/promises";
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

/** How a secret is made, and what a whole one looks like. */
export type SecretKind = { make(): string; isWhole(secret: string): boolean };

/**
 * A secret of this data folder, made at the first start. Readable by its owner alone. Two processes that start at one
 * moment get one secret.
 */
export async function keptSecret(dataDir: string, name: string, kind: SecretKind): Promise<string> {
  const file = path.join(dataDir, name);
  const kept = (await readFile(file, "utf8").catch(ifMissing)).trim();
  if (kept === "") return makeSecret(file, kind);
  if (kind.isWhole(kept)) return kept;
  throw new StartError(
    `the file ${file} is damaged; put it back from a backup, or delete it to have another one made. What was made with it is then lost: sessions end, second factors and push messages are set up again.`,
  );
}

/** Writes the secret whole, or not at all: a start that is broken off leaves nothing that hinders the next one. */
async function makeSecret(file: string, kind: SecretKind): Promise<string> {
  const partial = `${file}.${randomUUID()}.part`;
  try {
    await writeFile(partial, `${kind.make()}\n`, { mode: 0o600, flag: "wx", flush: true });
    // An empty file is all that a full disk has left of one. Where there is none, another start may be about to put its own
    // there, which that one goes on with.
    const left = await readFile(file, "utf8").catch(() => null);
    if (left?.trim() === "") await rm(file, { force: true });
    // Unlike a rename it replaces nothing: a start that comes second takes what the first has made.
    await link(partial, file).catch(async (error: NodeJS.ErrnoException) => {
      // Not every file system knows links.
      if (error.code !== "EEXIST") await rename(partial, file);
    });
    return (await readFile(file, "utf8")).trim();
  } catch (error) {
    throw new StartError(`the file ${file} cannot be written (${(error as Error).message})`);
  } finally {
    await rm(partial, { force: true });
  }
}

function ifMissing(error: NodeJS.ErrnoException): string {
  if (error.code === "ENOENT") return "";
  throw error;
}
