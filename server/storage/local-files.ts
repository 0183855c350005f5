import { randomUUID } from "node:crypto";
import { constants, createWriteStream } from "node:fs";
import { copyFile, mkdir, open, opendir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { isDiskAway } from "#server/kit/http/disk-away.ts";
import { ok, refuse } from "#server/kit/result.ts";
import {
  checkedType,
  type FileSource,
  type Files,
  FilesUnavailable,
  fileRoots,
  type ListedFile,
  positionsOf,
  typeOfFile,
} from "./files.ts";

const partialEnding = ".part";

/** Opens a file that is not there yet; whatever ends well is on the disk. */
export type NewFile = (file: string) => Writable;

const onThisDisk: NewFile = (file) => createWriteStream(file, { flags: "wx", flush: true });

/** {@link Files} in a folder of this machine. `newFile` is injected so that tests decide how the disk fails. */
export function localFiles(folder: string, newFile: NewFile = onThisDisk): Files {
  const pathOf = (key: string) => {
    checkedType(key);
    return path.join(folder, key);
  };
  const onDisk = async <Done>(work: () => Promise<Done>): Promise<Done> => {
    try {
      return await work();
    } catch (error) {
      if (!isDiskAway(error)) throw error;
      throw new FilesUnavailable(`the folder ${folder} fails (${error.message})`, { cause: error });
    }
  };
  return {
    async put(key, source) {
      const file = pathOf(key);
      await onDisk(async () => {
        await mkdir(path.dirname(file), { recursive: true });
        if ("path" in source) await rename(source.path, file);
        else await writeAtomically(newFile, file, source);
      });
    },
    async read(key, range) {
      const handle = await onDisk(() => ifExists(open(pathOf(key))));
      if (!handle) return refuse("not_found");
      const { size } = await handle.stat();
      const part = positionsOf(range, size);
      if (!part.ok || size === 0) await handle.close();
      if (!part.ok) return part;
      const { from, to } = part;
      const stream = size === 0 ? Readable.from([]) : handle.createReadStream({ start: from, end: to });
      return ok({ file: { stream, size, from, to } });
    },
    async head(key) {
      const found = await onDisk(() => ifExists(stat(pathOf(key))));
      return found && { size: found.size };
    },
    // The copy costs no space where the disk can share.
    copyTo: async (key, to) =>
      (await onDisk(() =>
        ifExists(copyFile(pathOf(key), to, constants.COPYFILE_FICLONE).then(() => true)),
      )) ?? false,
    remove: (key) => onDisk(() => rm(pathOf(key), { force: true })),
    async *list(prefix) {
      for await (const file of filesIn(folder, prefix)) if (typeOfFile(file.key)) yield file;
    },
    async dropPartial(before) {
      for (const root of fileRoots)
        for await (const { key, storedAt } of filesIn(folder, root))
          if (key.endsWith(partialEnding) && storedAt < before)
            await rm(path.join(folder, key), { force: true });
    },
    async check() {
      try {
        await tryOut(newFile, path.join(folder, fileRoots[0]));
      } catch (error) {
        // A disk that is full or broken may get well while the product runs; everything else goes on meanwhile.
        const isRefusal = !isDiskAway(error) || error.code === "EROFS";
        throw new FilesUnavailable(`the folder ${folder} cannot be written (${(error as Error).message})`, {
          isRefusal,
          cause: error,
        });
      }
    },
  };
}

/** Stores and deletes something beside the files; what a crash leaves of it is dropped with other partial files. */
async function tryOut(newFile: NewFile, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, `check-${randomUUID()}${partialEnding}`);
  try {
    await pipeline(Readable.from(["Fanlight"]), newFile(file));
  } finally {
    await rm(file, { force: true });
  }
}

/** Writes beside the file and renames: what fails or crashes leaves no partial file under a key. */
async function writeAtomically(
  newFile: NewFile,
  file: string,
  source: Exclude<FileSource, { path: string }>,
): Promise<void> {
  const partial = `${file}.${randomUUID()}${partialEnding}`;
  try {
    const from = "bytes" in source ? Readable.from([source.bytes]) : source.stream;
    await pipeline(from, newFile(partial));
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

/** The files below a folder, partial files included; the folder need not exist. */
async function* filesIn(folder: string, below: string): AsyncGenerator<ListedFile> {
  const entries = await ifExists(opendir(path.join(folder, below), { recursive: true }));
  if (!entries) return;
  for await (const entry of entries) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const found = await ifExists(stat(file));
    const key = path.relative(folder, file).split(path.sep).join("/");
    if (found) yield { key, size: found.size, storedAt: found.mtime };
  }
}

async function ifExists<Found>(looking: Promise<Found>): Promise<Found | null> {
  try {
    return await looking;
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return null;
    throw error;
  }
}
