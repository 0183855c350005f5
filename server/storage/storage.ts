import path from "node:path";
import type { StoredFile } from "./content-types.ts";
import { localDisk } from "./local-disk.ts";

export type { ContentType, StoredFile } from "./content-types.ts";
export { type DrawnPicture, drawPicture } from "./pictures.ts";
export {
  createPrivateFiles,
  type PrivateFile,
  type PrivateFiles,
  privateFilesPath,
} from "./private-files.ts";
export { type CleanVideo, cleanVideo, type VideoRefusal } from "./videos.ts";

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

/** Address under which the files are served. */
export const filesPath = "/files";

/** Makes the storage on the local disk, in a folder of the data folder. */
export function createStorage({ dataDir }: { dataDir: string }): Storage {
  return localDisk(path.join(dataDir, "files"), (key) => `${filesPath}/${key}`);
}
