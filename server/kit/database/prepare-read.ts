import { type Compilable, CompiledQuery, type RawBuilder } from "kysely";
import { assertReads, type Database, type Reader } from "./database.ts";

type Query<Row> = RawBuilder<Row> | Compilable<Row>;

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
 * Prepares the hottest statements: they are built and compiled once, which takes as long as their answer. `build`
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
    assertReads(sql);
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
    const query = CompiledQuery.raw(prepared.text, prepared.valuesOf(values)) as CompiledQuery<Row>;
    return (await db.executeQuery(query)).rows;
  };
}
