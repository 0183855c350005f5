import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open } from "node:fs/promises";
import path from "node:path";
import { PassThrough } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { BackupError } from "./backup-error.ts";
import type { Part } from "./manifest.ts";

const packedEnding = ".gz";
/** Rows of text become a fifth by it already, at the speed of a disk. */
const packing = { level: 1 };

type Chunks = AsyncIterable<Uint8Array>;

/** Passes chunks on and counts them. */
function measured() {
  const hash = createHash("sha256");
  let bytes = 0;
  return {
    async *pass(chunks: Chunks): AsyncGenerator<Uint8Array> {
      for await (const chunk of chunks) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    },
    result: () => ({ bytes, sha256: hash.digest("hex") }),
  };
}

/** Writes a part, readable by its owner alone, down to the disk; packed where its name ends so. */
export async function writePart(folder: string, file: string, source: Chunks): Promise<Part> {
  const target = path.join(folder, file);
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  const written = measured();
  const pack = file.endsWith(packedEnding) ? createGzip(packing) : new PassThrough();
  await pipeline(
    source,
    pack,
    (chunks: Chunks) => written.pass(chunks),
    createWriteStream(target, { flags: "wx", mode: 0o600, flush: true }),
  );
  return { file, ...written.result() };
}

/** What a part says, unpacked. */
export function readPart(folder: string, { file }: Part): AsyncIterable<Uint8Array> {
  const stream = createReadStream(path.join(folder, file));
  if (!file.endsWith(packedEnding)) return stream;
  const unpacked = createGunzip();
  stream.once("error", (error) => unpacked.destroy(error));
  return stream.pipe(unpacked);
}

/** What is wrong with a part, in the words of a sentence about it; null: nothing. */
export async function faultOf(folder: string, { file, bytes, sha256 }: Part): Promise<string | null> {
  const found = measured();
  try {
    for await (const chunk of found.pass(createReadStream(path.join(folder, file)))) void chunk;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "is missing";
    throw error;
  }
  const { bytes: size, sha256: digest } = found.result();
  if (size !== bytes) return `has ${size} bytes instead of ${bytes}`;
  return digest === sha256 ? null : "is damaged: its checksum is not the one in the manifest";
}

/** Throws {@link BackupError} for the first part that is not as it was written. */
export async function assertWhole(folder: string, parts: readonly Part[]): Promise<void> {
  for (const part of parts) {
    const fault = await faultOf(folder, part);
    if (fault) throw new BackupError(`${path.join(folder, part.file)} ${fault}.`);
  }
}

/** Writes down to the disk which files a folder has. */
export async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}
