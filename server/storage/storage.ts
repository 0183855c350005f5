/**
 * Uploaded files under random names, behind one seam (`files.ts`): on local disk (`local-files.ts`) or in an S3 bucket
 * (`s3-files.ts`). Public files are served as immutable. Private files lie apart and open by revocable links, which work
 * only in their reader's live session. Pictures are encoded again, videos remuxed, each in a process of its own
 * (`videos.ts`). `uploads/` takes large files in parts, ahead of their form
 * (docs/decisions/0090-large-files-come-before-their-form.md).
 */

import { buffer } from "node:stream/consumers";
import { type ContentType, type Files, typeOfKey } from "./files.ts";
import { type KeyedFiles, keyedFiles } from "./keyed-files.ts";
import { localFiles } from "./local-files.ts";
import type { S3Config } from "./s3-files.ts";

export { type ContentType, type Files, FilesUnavailable, fileRoots, keysIn, listAllFiles } from "./files.ts";
export { localFiles } from "./local-files.ts";
export { typeOfFileAt } from "./file-head.ts";
export { type MovedFiles, moveFiles } from "./move-files.ts";
export {
  decodeInTurn,
  drawPicture,
  type EncodedPicture,
  encodePicture,
  type PictureFileRefusal,
} from "./pictures.ts";
export {
  createPrivateFiles,
  type PrivateFile,
  type PrivateFiles,
  privateFilesPath,
} from "./private-files.ts";
export type { VideoRefusal } from "./remux-video.ts";
export type { S3Config } from "./s3-files.ts";
export { createUploads, type Uploads } from "./uploads/uploads.ts";
export { type CleanVideo, cleanVideo, cutTeaser } from "./videos.ts";
export { watchFiles } from "./watch-files.ts";

/** Address under which the files are served. */
export const filesPath = "/files";

/** The key of a public file by where a browser finds it; null for an address that is not one of a stored file. */
export const keyOfUrl = (url: string): string | null =>
  url.startsWith(`${filesPath}/`) ? url.slice(filesPath.length + 1) : null;

export type StoredFile = { bytes: Uint8Array; contentType: ContentType };

/** The files that everybody may read. */
export type Storage = KeyedFiles & {
  /** The file of a key, or null. */
  get(key: string): Promise<StoredFile | null>;
  /** Where a browser finds the file, as a path of this origin. */
  url(key: string): string;
};

/** Where stored files lie by the settings: in a bucket, else in the data folder. */
export async function openFiles({ s3, dataDir }: { s3: S3Config | null; dataDir: string }): Promise<Files> {
  if (!s3) return localFiles(dataDir);
  // Loaded where it is needed: it takes a tenth of a second and some megabytes.
  const { s3Files } = await import("./s3-files.ts");
  return s3Files(s3);
}

/** Makes the storage of public files. */
export function createStorage(files: Files): Storage {
  const keyed = keyedFiles(files, "files");
  return {
    ...keyed,
    url: (key) => `${filesPath}/${key}`,
    async get(key) {
      const [contentType, opened] = [typeOfKey(key), await keyed.read(key)];
      return contentType && opened.ok ? { bytes: await buffer(opened.file.stream), contentType } : null;
    },
  };
}
