import { createReadStream } from "node:fs";
import path from "node:path";
import { eachAtOnce } from "#server/kit/each-at-once.ts";
import { type Files, listAllFiles } from "#server/storage/storage.ts";
import { BackupError } from "./backup-error.ts";
import { type CheckedBackup, listedIn } from "./check-backup.ts";
import { copiesAtOnce } from "./held-files.ts";

/** Throws {@link BackupError} when files are stored where a backup's shall be. */
export async function assertNoFiles(files: Files): Promise<void> {
  for await (const { key } of listAllFiles(files))
    throw new BackupError(
      `files are stored already, such as ${key}: a backup is restored to where none are.`,
    );
}

/**
 * Stores the files of a backup, or finds those that it lists in the bucket; answers the keys of those that are not there
 * afterwards. A file of the same key is replaced, as an earlier restore may have left it. Throws {@link BackupError} for the
 * first that is missing, unless `leaveOut`.
 */
export async function restoreFiles(
  { folder, manifest, leftOut }: CheckedBackup,
  files: Files,
  leaveOut: boolean,
): Promise<string[]> {
  const missing = [...leftOut];
  const inBucket = manifest.files.kind === "bucket" ? await sizesOf(files) : null;
  await eachAtOnce(copiesAtOnce, listedIn(folder, manifest), async (file) => {
    if (leftOut.has(file.key)) return;
    if ("sha256" in file) {
      const stream = createReadStream(path.join(folder, file.key));
      await files.put(file.key, { stream }).finally(() => stream.destroy());
    } else if (inBucket?.get(file.key) !== `${file.size} ${file.etag}`) {
      if (!leaveOut)
        throw new BackupError(
          `the bucket ${manifest.files.bucket ?? ""} has no ${file.key} of ${file.size} bytes any more: bring its version ${file.etag} back.`,
        );
      missing.push(file.key);
    }
  });
  return missing;
}

/** The size and tag of each stored file by its key. */
async function sizesOf(files: Files): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for await (const { key, size, etag = "" } of listAllFiles(files)) found.set(key, `${size} ${etag}`);
  return found;
}
