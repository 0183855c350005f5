import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const TEXT = /\.(js|css|svg|json|webmanifest|txt)$/;
const WORTH_BYTES = 1_000;
const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Writes a `.br` and a `.gz` beside every larger text file under `folder`, so that serving one costs no work. */
export async function compressFiles(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && TEXT.test(entry.name));
  await Promise.all(files.map((entry) => compressFile(join(entry.parentPath, entry.name))));
}

async function compressFile(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < WORTH_BYTES) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  await Promise.all([
    writeFile(`${file}.br`, await compressBrotli(content, { params })),
    writeFile(`${file}.gz`, await compressGzip(content, { level: 9 })),
  ]);
}

const brotliParams = {
  [constants.BROTLI_PARAM_QUALITY]: 3,
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
};

export type Encoded = { body: Buffer; encoding: "br" | "gzip" | null };

/**
 * Compresses a whole document for a browser that sent this `Accept-Encoding`, in one piece: Brotli where it is
 * accepted, else gzip, else as it is. An encoding that is named with `q=0` is refused (RFC 9110, 12.5.3).
 */
export async function compressOnce(body: Buffer, acceptEncoding: string | undefined): Promise<Encoded> {
  const accepts = accepted(acceptEncoding ?? "");
  if (accepts("br")) {
    const params = { ...brotliParams, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
    return { body: await compressBrotli(body, { params }), encoding: "br" };
  }
  if (accepts("gzip")) return { body: await compressGzip(body, { level: 3 }), encoding: "gzip" };
  return { body, encoding: null };
}

function accepted(header: string): (encoding: string) => boolean {
  const named = new Map(
    header.split(",").map((part) => {
      const [name = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase());
      return [name, !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))] as const;
    }),
  );
  return (encoding) => named.get(encoding) ?? named.get("*") ?? false;
}
