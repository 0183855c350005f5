import { PassThrough, type Readable } from "node:stream";
import { ZipFile } from "yazl";
import { csvOf } from "#server/kit/csv.ts";
import type { ExportArea, ExportRow } from "./area.ts";

export type ArchiveFile = { name: string; bytes: Uint8Array };

/**
 * A ZIP of each area as JSON and as CSV (RFC 4180, formulas escaped), after `first`. It is made while it is read: one
 * area is in memory at a time. When an area fails, the stream fails, and its reader gets no complete file.
 */
export function archiveOf(areas: readonly ExportArea[], first: readonly ArchiveFile[], at: Date): Readable {
  const zip = new ZipFile();
  const out = new PassThrough();
  zip.outputStream.pipe(out);
  // An area waits until what came before it has been taken away.
  const taken = () =>
    new Promise<void>((resolve) => (out.writableNeedDrain ? out.once("drain", resolve) : resolve()));
  const fill = async () => {
    for (const { name, bytes } of first) zip.addBuffer(Buffer.from(bytes), name, { mtime: at });
    for (const area of areas) {
      await taken();
      if (out.destroyed) return;
      const rows = (await area.rows()).map(plain);
      zip.addBuffer(Buffer.from(`${JSON.stringify(rows, null, 2)}\n`), `${area.name}.json`, { mtime: at });
      zip.addBuffer(Buffer.from(csvOf(rows, Object.keys(rows[0] ?? {}))), `${area.name}.csv`, { mtime: at });
    }
    zip.end();
  };
  fill().catch((error: unknown) => out.destroy(error instanceof Error ? error : new Error(String(error))));
  return out;
}

function plain(row: ExportRow): Record<string, string | number | boolean | null> {
  return Object.fromEntries(
    Object.entries(row).map(([name, cell]) => [name, cell instanceof Date ? cell.toISOString() : cell]),
  );
}
