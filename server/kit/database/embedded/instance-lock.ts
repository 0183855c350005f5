import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { EmbeddedPostgresError } from "./failure.ts";
import { birthOf, isAlive } from "./processes.ts";

type Holder = { pid: number; birth: string | undefined };

/**
 * Claims a data folder for this process through a file that holds its id. A file left by a crashed process is taken
 * over; one of a living process throws `already_in_use`. The returned function gives the folder back.
 */
export function lockInstance(dataDir: string): () => void {
  const file = path.join(dataDir, "instance.lock");
  const mine = JSON.stringify({ pid: process.pid, birth: birthOf(process.pid) } satisfies Holder);
  for (let attempt = 0; attempt < 5; attempt++) {
    if (createOnly(file, mine)) return () => releaseOwn(file, mine);
    const found = readIfThere(file);
    if (found === undefined) continue;
    const holder = livingHolder(found);
    if (holder) throw inUse(dataDir, holder.pid);
    removeStale(file, found);
  }
  throw inUse(dataDir, undefined);
}

function inUse(dataDir: string, pid: number | undefined): EmbeddedPostgresError {
  const who = pid === undefined ? "Another Fanlight" : `Another Fanlight (process ${pid})`;
  return new EmbeddedPostgresError(
    "already_in_use",
    `${who} already uses the data in ${dataDir}; stop it first or choose another DATA_DIR.`,
  );
}

function livingHolder(text: string): Holder | undefined {
  try {
    const holder = JSON.parse(text) as Holder;
    return isAlive(holder.pid) && birthOf(holder.pid) === holder.birth ? holder : undefined;
  } catch {
    return undefined; // Half a file: its writer died while writing it.
  }
}

/** Two starters may both see the dead file; a rename is won by one, and a starter that moved a fresh one puts it back. */
function removeStale(file: string, seen: string): void {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
    if (readFileSync(aside, "utf8") !== seen) linkSync(aside, file);
  } catch (error) {
    if (!["ENOENT", "EEXIST"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

function releaseOwn(file: string, mine: string): void {
  if (readIfThere(file) === mine) rmSync(file, { force: true });
}

function createOnly(file: string, text: string): boolean {
  try {
    writeFileSync(file, text, { flag: "wx", mode: 0o644 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
