import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { copyFile, link, mkdir, readdir, rm } from "node:fs/promises";
import path from "node:path";
import type { Config } from "#server/config.ts";
import { type Files, fileRoots, listAllFiles, localFiles } from "#server/storage/storage.ts";
import { BackupError } from "./backup-error.ts";
import type { Part } from "./manifest.ts";
import { writePart } from "./parts.ts";

/** A line of a backup's list of files: in the backup by its digest, in a bucket by the bucket's own tag. */
export type ListedFile =
  | { key: string; size: number; sha256: string }
  | { key: string; size: number; etag: string };

/** The files that there were when {@link HeldFiles.hold} was called, whatever becomes of them afterwards. */
export type HeldFiles = {
  readonly kind: "disk" | "bucket";
  /** Takes hold of every file that there is now, beside those that are held. */
  hold(): Promise<void>;
  /** Is there a file under this key without its root, below any of the roots? */
  has(key: string): boolean;
  /** Puts what is held into a folder; answers it in the order of the keys. */
  store(folder: string): AsyncIterable<ListedFile>;
  /** Lets everything go. */
  letGo(): Promise<void>;
};

/** A disk writes many files down as quickly as one, if it is asked to at once. */
export const copiesAtOnce = 64;

const stagingPrefix = "backup-under-way-";

/** Takes hold of the files where they lie by the settings. One backup at a time may: it drops what an earlier one left. */
export async function holdFiles(
  { s3, dataDir }: Pick<Config, "s3" | "dataDir">,
  files: Files,
): Promise<HeldFiles> {
  return s3 ? filesInBucket(files) : filesOnDisk(dataDir);
}

/**
 * Each file gets a second name, which costs no space and stays when the product deletes the first one. The product never
 * writes into a file that has its name.
 */
async function filesOnDisk(dataDir: string): Promise<HeldFiles> {
  const files = localFiles(dataDir);
  for (const name of await readdir(dataDir))
    if (name.startsWith(stagingPrefix)) await rm(path.join(dataDir, name), { recursive: true });
  const staging = path.join(dataDir, stagingPrefix + randomUUID());
  await mkdir(staging, { mode: 0o700 });
  const held = new Set<string>();
  const made = new Set<string>();
  return {
    kind: "disk",
    async hold() {
      for await (const { key } of listAllFiles(files)) {
        if (held.has(key)) continue;
        const folder = path.dirname(path.join(staging, key));
        if (!made.has(folder)) await mkdir(folder, { recursive: true });
        made.add(folder);
        if (await nameAgain(path.join(dataDir, key), path.join(staging, key))) held.add(key);
      }
    },
    has: (key) => fileRoots.some((root) => held.has(`${root}/${key}`)),
    async *store(folder) {
      const keys = [...held].sort();
      for (let from = 0; from < keys.length; from += copiesAtOnce) {
        const some = keys.slice(from, from + copiesAtOnce);
        const parts = await Promise.all(some.map((key) => copyPart(staging, folder, key)));
        for (const { file: key, bytes: size, sha256 } of parts) yield { key, size, sha256 };
      }
    },
    letGo: () => rm(staging, { recursive: true, force: true }),
  };
}

/** False for a file that is gone. */
async function nameAgain(file: string, second: string): Promise<boolean> {
  try {
    // Not every file system knows links; a copy costs no space where the disk can share.
    await link(file, second).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") throw error;
      return copyFile(file, second, constants.COPYFILE_FICLONE);
    });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}

async function copyPart(from: string, to: string, key: string): Promise<Part> {
  const opened = await localFiles(from).read(key);
  if (!opened.ok) throw new BackupError(`${key} could not be read: ${opened.refusal}`);
  return writePart(to, key, opened.file.stream);
}

/** What a bucket's versions keep is the operator's to set: docs/operations.md says how long. */
function filesInBucket(files: Files): HeldFiles {
  const held = new Map<string, { size: number; etag: string }>();
  return {
    kind: "bucket",
    async hold() {
      for await (const { key, size, etag = "" } of listAllFiles(files)) held.set(key, { size, etag });
    },
    has: (key) => fileRoots.some((root) => held.has(`${root}/${key}`)),
    async *store() {
      for (const [key, file] of [...held].sort(([one], [other]) => (one < other ? -1 : 1)))
        yield { key, ...file };
    },
    letGo: async () => undefined,
  };
}
