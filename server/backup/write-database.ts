import type pg from "pg";
import { copyOut } from "#server/kit/database/copy.ts";
import { keysIn } from "#server/storage/storage.ts";
import type { TablePart } from "./manifest.ts";
import { writePart } from "./parts.ts";
import { copyStatement, type KeptTable } from "./tables.ts";

/** The longest key of a file, and more. */
const keyCharactersMax = 80;

/** Passes rows on and tells every key of a file that stands in them; a key may be told again. */
async function* tellKeys(
  rows: AsyncIterable<Uint8Array>,
  tell: (key: string) => void,
): AsyncGenerator<Uint8Array> {
  // A chunk may end within a key.
  let end = "";
  for await (const chunk of rows) {
    const text = end + Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString("latin1");
    for (const key of keysIn(text)) tell(key);
    end = text.slice(-keyCharactersMax);
    yield chunk;
  }
}

/** Writes the rows of a table as they are in the client's transaction, and tells the keys of files that stand in them. */
export async function writeTable(
  client: pg.Client,
  folder: string,
  table: KeptTable,
  tell: (key: string) => void,
): Promise<TablePart> {
  const copy = copyOut(client, copyStatement(table, "to stdout"));
  const [part, rows] = await Promise.all([
    writePart(folder, `database/${fileName(table)}.copy.gz`, tellKeys(copy.output, tell)),
    copy.rows,
  ]);
  return { ...table, rows, part };
}

/** The keys of files that stand in a table as it is in the client's transaction. */
export async function keysOf(client: pg.Client, table: KeptTable): Promise<Set<string>> {
  const found = new Set<string>();
  const copy = copyOut(client, copyStatement(table, "to stdout"));
  const read = async () => {
    for await (const chunk of tellKeys(copy.output, (key) => found.add(key))) void chunk;
  };
  await Promise.all([read(), copy.rows]);
  return found;
}

const fileName = ({ name }: KeptTable) => name.replaceAll(/[^\w.]/g, "_");
