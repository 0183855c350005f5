import type { Compilable, RawBuilder } from "kysely";
import { assertReads, type Database, type Reader } from "./database.ts";
import { preparedQuery } from "./prepared.ts";

/**
 * Reads by a statement that is planned once for each connection, see {@link preparedQuery}: its text is constant, with
 * lists as one array each, and what would change its plan (a place to begin at, a limit) is part of its text. Its columns
 * are named: PostgreSQL refuses a prepared `select *` from the moment that a newer node adds a column.
 */
export async function readPrepared<Row>(
  reader: Reader,
  query: RawBuilder<Row> | Compilable<Row>,
): Promise<Row[]> {
  const db = reader as unknown as Database;
  const { sql, parameters } = query.compile(db);
  assertReads(sql);
  if (/select \* from "|"\.\*/.test(sql)) throw new Error("a prepared statement names its columns");
  return (await db.executeQuery(preparedQuery<Row>(sql, parameters))).rows;
}
