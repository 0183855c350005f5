import type { Compilable, RawBuilder } from "kysely";
import { assertReads, type Database, type Reader } from "./database.ts";
import { preparedQuery } from "./prepared.ts";

type Query<Row> = RawBuilder<Row> | Compilable<Row>;

/**
 * Reads by a statement that is planned once for each connection, see {@link preparedQuery}: its text is constant, with
 * lists as one array each, and what would change its plan (a place to begin at, a limit) is part of its text. Its columns
 * are named: PostgreSQL refuses a prepared `select *` from the moment that a newer node adds a column.
 */
export async function readPrepared<Row>(reader: Reader, query: Query<Row>): Promise<Row[]> {
  const db = reader as unknown as Database;
  const { sql, parameters } = query.compile(db);
  assertPreparable(sql);
  return (await db.executeQuery(preparedQuery<Row>(sql, parameters))).rows;
}

/** Stands for a value while a statement is built, and cannot be computed with. */
class Place {
  readonly name: PropertyKey;
  constructor(name: PropertyKey) {
    this.name = name;
  }

  [Symbol.toPrimitive](): never {
    throw new TypeError(`${String(this.name)} has no value while its statement is built`);
  }
}

/**
 * Prepares the hottest statements, which are built and compiled once too: that takes as long as their answer. `build`
 * gets stand-ins for the values, to be put into the statement as they are: it may neither look at them nor unfold
 * them; a comparison by `===` finds them different from every value. Other values go into the text, by `sql.lit`.
 */
export function prepareRead<Values extends object, Row>(
  build: (reader: Reader, values: Values) => Query<Row>,
): (reader: Reader, values: Values) => Promise<Row[]> {
  let prepared: { text: string; valuesOf: (values: Values) => unknown[] } | null = null;
  const prepare = (db: Database) => {
    const places = new Proxy({}, { get: (_, name) => new Place(name) }) as Values;
    const { sql, parameters } = build(db, places).compile(db);
    assertPreparable(sql);
    const names = parameters.map((value) => {
      // PostgreSQL plans by what it knows of a literal, and knows nothing of a parameter.
      if (!(value instanceof Place)) throw new Error(`what never changes is a literal: ${String(value)}`);
      return value.name as keyof Values;
    });
    return { text: sql, valuesOf: (values: Values) => names.map((name) => values[name]) };
  };
  return async (reader, values) => {
    const db = reader as unknown as Database;
    prepared ??= prepare(db);
    return (await db.executeQuery(preparedQuery<Row>(prepared.text, prepared.valuesOf(values)))).rows;
  };
}

function assertPreparable(text: string): void {
  assertReads(text);
  if (/select \* from "|"\.\*/.test(text)) throw new Error("a prepared statement names its columns");
}
