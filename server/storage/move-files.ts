import { eachAtOnce } from "#server/kit/each-at-once.ts";
import { type Files, listAllFiles } from "./files.ts";

/** The moved files: those that had to be copied, those that were there already, and the bytes of both. */
export type MovedFiles = { copied: number; present: number; bytes: number };

const copiesAtOnce = 4;

/**
 * Moves every stored file from one storage to another, under the same key. Nothing is deleted before all are in the new
 * storage, whole: whatever fails or stops it before leaves the old storage complete, and the next call goes on from there.
 * Nobody else may store files meanwhile. Throws what the storages throw.
 */
export async function moveFiles(from: Files, to: Files): Promise<MovedFiles> {
  const moved = { copied: 0, present: 0, bytes: 0 };
  const keys: string[] = [];
  await eachAtOnce(copiesAtOnce, listAllFiles(from), async ({ key, size }) => {
    const isNew = (await to.head(key))?.size !== size;
    if (isNew) await copy(from, to, key, size);
    moved[isNew ? "copied" : "present"]++;
    moved.bytes += size;
    keys.push(key);
  });
  await eachAtOnce(copiesAtOnce, keys, (key) => from.remove(key));
  return moved;
}

async function copy(from: Files, to: Files, key: string, size: number): Promise<void> {
  const opened = await from.read(key);
  if (!opened.ok) throw new Error(`${key} cannot be read: ${opened.refusal}`);
  const { stream } = opened.file;
  await to.put(key, { stream }).finally(() => stream.destroy());
  const stored = await to.head(key);
  if (stored?.size !== size) throw new Error(`${key} has ${stored?.size ?? 0} of its ${size} bytes there`);
}
