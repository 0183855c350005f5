import { Readable } from "node:stream";
import type { Result } from "#server/kit/result.ts";
import { type ByteRange, FilesUnavailable, type OpenFile } from "./files.ts";

/** How often in a row nothing may arrive before a reader gets an error. */
const triesMax = 3;

/**
 * An open file whose stream goes on where it broke off: a server hangs up on clients that read slowly, as a player does
 * that has buffered enough. `reopen` opens the rest.
 */
export function resumeStream(
  file: OpenFile,
  reopen: (rest: ByteRange) => Promise<Result<{ file: OpenFile }, string>>,
): OpenFile {
  return { ...file, stream: Readable.from(readOn(file, reopen), { objectMode: false }) };
}

async function* readOn(
  { stream, from, to }: OpenFile,
  reopen: Parameters<typeof resumeStream>[1],
): AsyncGenerator<Uint8Array> {
  let [at, part] = [from, stream];
  for (let tries = 0; at <= to; tries++) {
    let failure: unknown;
    try {
      for await (const chunk of part as AsyncIterable<Uint8Array>) {
        [at, tries] = [at + chunk.length, 0];
        yield chunk;
      }
    } catch (error) {
      failure = error;
    } finally {
      part.destroy();
    }
    if (at > to) return;
    if (tries >= triesMax) throw new FilesUnavailable("a file broke off several times", { cause: failure });
    const rest = await reopen({ from: at, to });
    if (!rest.ok) throw new FilesUnavailable("a file is gone that was being read", { cause: failure });
    part = rest.file.stream;
  }
}
