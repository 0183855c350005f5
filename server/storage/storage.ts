import path from "node:path";
import { localDisk, type Storage } from "./local-disk.ts";

export type { ContentType, Storage, StoredFile } from "./local-disk.ts";
export { type EncodedPicture, encodePicture } from "./pictures.ts";
export {
  createPrivateFiles,
  type PrivateFile,
  type PrivateFiles,
  privateFilesPath,
} from "./private-files.ts";
export { type CleanVideo, cleanVideo, type VideoRefusal } from "./videos.ts";

/** Address under which the files are served. */
export const filesPath = "/files";

/** Makes the storage on the local disk, in a folder of the data folder. */
export function createStorage({ dataDir }: { dataDir: string }): Storage {
  return localDisk(path.join(dataDir, "files"), (key) => `${filesPath}/${key}`);
}
