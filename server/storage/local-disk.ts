import { randomBytes } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { StoredFile } from "./content-types.ts";
import { type ContentType, contentTypes } from "./content-types.ts";

/** Sixteen random bytes: an address that nobody guesses. */
const keyBytes = 16;
const keyShape = /^[a-z]{2,20}\/([A-Za-z0-9_-]{22})\.([a-z0-9]{3,4})$/;
const typeOf = new Map(Object.entries(contentTypes).map(([type, ending]) => [ending as string, type]));

/** A fresh key in an area. */
export function newKey(area: string, contentType: ContentType): string {
  const key = `${area}/${randomBytes(keyBytes).toString("base64url")}.${contentTypes[contentType]}`;
  if (!keyShape.test(key)) throw new RangeError(`${area} is no area of the storage`);
  return key;
}

/** What a key says of its file; null for whatever is no key, so that none leads out of the folder. */
export function typeOfKey(key: string): ContentType | null {
  const ending = keyShape.exec(key)?.[2];
  return (typeOf.get(ending ?? "") as ContentType | undefined) ?? null;
}

/** The key itself; throws RangeError when it is none, so that none leads out of the folder. */
export function checkedKey(key: string): string {
  if (!typeOfKey(key)) throw new RangeError(`${key} is no key`);
  return key;
}

/** A {@link Storage} in a folder. Keys are checked, so that none leads out of it. */
export function localDisk(folder: string, url: (key: string) => string): Storage {
  return {
    url,
    async put(area, { bytes, contentType }) {
      const key = newKey(area, contentType);
      await writeWhole(path.join(folder, key), bytes);
      return key;
    },
    async get(key) {
      const contentType = typeOfKey(key);
      return contentType ? read(path.join(folder, key), contentType) : null;
    },
    async remove(key) {
      if (typeOfKey(key)) await rm(path.join(folder, key), { force: true });
    },
    sweep: sweepFolder(folder),
  };
}

/** Forgets the files of an area from before a moment that are not known. */
export function sweepFolder(folder: string): Storage["sweep"] {
  return async (area, before, known) => {
    const old = await keysBefore(folder, area, before);
    const kept = await known(old);
    for (const key of old) if (!kept.has(key)) await rm(path.join(folder, key), { force: true });
  };
}

/** Written beside its place and moved there: a crash leaves no half of a file under a key. */
export async function writeWhole(file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const beside = `${file}.part`;
  // A half that a crash has left under a reserved key is written over.
  const handle = await open(beside, "w");
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(beside, file);
}

async function read(file: string, contentType: ContentType): Promise<StoredFile | null> {
  try {
    return { bytes: await readFile(file), contentType };
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return null;
    throw error;
  }
}

/** Every file of an area from before a moment, as if its name were a key; the area need not exist yet. */
async function keysBefore(folder: string, area: string, before: Date): Promise<string[]> {
  const names = await readdir(path.join(folder, area)).catch((error: { code?: string }) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const keys: string[] = [];
  for (const name of names) {
    const file = await stat(path.join(folder, area, name)).catch(() => null);
    if (file && file.mtime < before) keys.push(`${area}/${name}`);
  }
  return keys;
}

/**
 * Keeps files under random keys, `<area>/<22 characters>.<ending>`. A file never changes: another picture is another
 * key, so that whoever holds an address may keep what it shows for ever.
 */
export type Storage = {
  /** Keeps a file and answers its key. It is whole on the disk, or not there at all. */
  put(area: string, file: StoredFile): Promise<string>;
  /** The file of a key, or null. */
  get(key: string): Promise<StoredFile | null>;
  /** Forgets a file. A key without a file is no error. */
  remove(key: string): Promise<void>;
  /**
   * Forgets the files of an area that were kept before `before` and that nobody knows of, halves included: what a crash
   * between keeping a file and writing its key down leaves. `known` answers which of some keys are known.
   */
  sweep(area: string, before: Date, known: (keys: string[]) => Promise<ReadonlySet<string>>): Promise<void>;
  /** Where a browser finds the file, as a path of this origin. */
  url(key: string): string;
};
