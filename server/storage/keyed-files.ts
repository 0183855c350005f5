import {
  type ByteRange,
  type ContentType,
  type FileRoot,
  type FileSource,
  type Files,
  FilesUnavailable,
  newKey,
  typeOfKey,
} from "./files.ts";

/**
 * The files of one root under random keys, `<area>/<22 characters>.<ending>`. A file never changes: another picture
 * is another key, so that responses may be cached for ever. A text that is no key has no file.
 */
export type KeyedFiles = {
  /** Stores a file whole or not at all and returns its key. A file at `path` is moved. */
  put(area: string, file: { contentType: ContentType } & FileSource): Promise<string>;
  /** Stores a file under a key that was made before. */
  putAt(key: string, source: FileSource): Promise<void>;
  read(key: string, range?: ByteRange): ReturnType<Files["read"]>;
  head(key: string): ReturnType<Files["head"]>;
  copyTo(key: string, path: string): Promise<boolean>;
  /** Deletes a file. A key without a file is no error. */
  remove(key: string): Promise<void>;
  /** Deletes a file that nothing references any more, now, or by the next {@link KeyedFiles.sweep} while files are away. */
  discard(key: string): Promise<void>;
  /**
   * Deletes the files of an area that were stored before `before` and that nothing references: leftovers of a crash
   * between storing a file and recording its key. `known` returns which of some keys are referenced.
   */
  sweep(area: string, before: Date, known: (keys: string[]) => Promise<ReadonlySet<string>>): Promise<void>;
};

/** How many keys are asked after at once. */
const sweepBatch = 500;

/** The files of one root. */
export function keyedFiles(files: Files, root: FileRoot): KeyedFiles {
  const at = (key: string) => `${root}/${key}`;
  const remove = async (key: string) => {
    if (typeOfKey(key)) await files.remove(at(key));
  };
  return {
    async put(area, { contentType, ...source }) {
      const key = newKey(area, contentType);
      await files.put(at(key), source);
      return key;
    },
    putAt: (key, source) => files.put(at(key), source),
    read: async (key, range) =>
      typeOfKey(key) ? files.read(at(key), range) : { ok: false, refusal: "not_found" },
    head: async (key) => (typeOfKey(key) ? files.head(at(key)) : null),
    copyTo: (key, path) => files.copyTo(at(key), path),
    remove,
    async discard(key) {
      try {
        await remove(key);
      } catch (error) {
        if (!(error instanceof FilesUnavailable)) throw error;
      }
    },
    async sweep(area, before, known) {
      const dropUnknown = async (old: string[]) => {
        const kept = await known(old);
        for (const key of old) if (!kept.has(key)) await remove(key);
      };
      let old: string[] = [];
      for await (const { key, storedAt } of files.list(at(`${area}/`))) {
        if (storedAt < before) old.push(key.slice(root.length + 1));
        if (old.length < sweepBatch) continue;
        await dropUnknown(old);
        old = [];
      }
      await dropUnknown(old);
    },
  };
}
