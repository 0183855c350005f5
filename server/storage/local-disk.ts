import { randomBytes } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import path from "node:path";

/** Content types of stored files, with their file extensions. */
export const contentTypes = {
  "image/webp": "webp",
  "image/jpeg": "jpg",
  "image/png": "png",
  "video/mp4": "mp4",
  "video/webm": "webm",
} as const;
export type ContentType = keyof typeof contentTypes;

export type StoredFile = { bytes: Uint8Array; contentType: ContentType };

/**
 * Keeps files under random keys, `<area>/<22 characters>.<ending>`. A file never changes: another picture is another
 * key, so that responses may be cached for ever.
 */
export type Storage = {
  /** Stores a file atomically and returns its key. */
  put(area: string, file: StoredFile): Promise<string>;
  /** The file of a key, or null. */
  get(key: string): Promise<StoredFile | null>;
  /** Deletes a file. A key without a file is no error. */
  remove(key: string): Promise<void>;
  /**
   * Deletes the files of an area that were stored before `before` and that nothing references, partial files included:
   * leftovers of a crash between storing a file and recording its key. `known` returns which of some keys are known.
   */
  sweep(area: string, before: Date, known: (keys: string[]) => Promise<ReadonlySet<string>>): Promise<void>;
  /** Where a browser finds the file, as a path of this origin. */
  url(key: string): string;
};

/** Sixteen random bytes: an address that cannot be guessed. */
const keyBytes = 16;
const keyShape = /^[a-z]{2,20}\/([A-Za-z0-9_-]{22})\.([a-z0-9]{3,4})$/;
const typeOf = new Map(Object.entries(contentTypes).map(([type, ending]) => [ending as string, type]));

/** A new key in an area. */
export function newKey(area: string, contentType: ContentType): string {
  const key = `${area}/${randomBytes(keyBytes).toString("base64url")}.${contentTypes[contentType]}`;
  if (!keyShape.test(key)) throw new RangeError(`${area} is no area of the storage`);
  return key;
}

/** The content type of a key's file; null for an invalid key, which rules out path traversal. */
export function typeOfKey(key: string): ContentType | null {
  const ending = keyShape.exec(key)?.[2];
  return (typeOf.get(ending ?? "") as ContentType | undefined) ?? null;
}

/** The key itself; throws RangeError when it is invalid, which rules out path traversal. */
export function checkedKey(key: string): string {
  if (!typeOfKey(key)) throw new RangeError(`${key} is no key`);
  return key;
}

/** A {@link Storage} in a folder. Keys are checked, which rules out path traversal. */
export function localDisk(folder: string, url: (key: string) => string): Storage {
  return {
    url,
    async put(area, { bytes, contentType }) {
      const key = newKey(area, contentType);
      await writeAtomically(path.join(folder, key), bytes);
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

/** Deletes the files of an area from before a moment that are not known. */
export function sweepFolder(folder: string): Storage["sweep"] {
  return async (area, before, known) => {
    const old = await keysBefore(folder, area, before);
    const kept = await known(old);
    for (const key of old) if (!kept.has(key)) await rm(path.join(folder, key), { force: true });
  };
}

/** Writes a temporary file and renames it: a crash leaves no partial file under a key. */
export async function writeAtomically(file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const partial = `${file}.part`;
  // A partial file that a crash has left under a reserved key is overwritten.
  const handle = await open(partial, "w");
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(partial, file);
}

async function read(file: string, contentType: ContentType): Promise<StoredFile | null> {
  try {
    return { bytes: await readFile(file), contentType };
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return null;
    throw error;
  }
}

/** The keys of an area's files from before a moment; the area need not exist yet. */
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
