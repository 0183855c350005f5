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
