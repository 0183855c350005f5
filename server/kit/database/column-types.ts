import pg from "pg";

/**
 * How PostgreSQL's values arrive in JavaScript, where that differs from the defaults of `pg`:
 * `bigint` becomes a number (asserted to be exact), `date` stays the text `YYYY-MM-DD`, free of time zones.
 */
const parsers: ReadonlyMap<number, (text: string) => unknown> = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, parseBigint],
  [pg.types.builtins.DATE, (text) => text],
  [1016, (text) => parseArray(text).map(parseBigint)],
]);

/** The `types` setting of a `pg` pool or client. */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: "text" | "binary") {
    const ours = format === "binary" ? undefined : parsers.get(oid);
    // `pg` declares one overload for each built-in type, hence the wide parser.
    return ours ?? (pg.types.getTypeParser(oid, format as "text") as (text: string) => unknown);
  },
};

/** Reads a `bigint` and throws when a JavaScript number cannot hold it exactly. */
export function parseBigint(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} does not fit a JavaScript number`);
  return value;
}

function parseArray(text: string): string[] {
  const items = text.slice(1, -1);
  return items === "" ? [] : items.split(",");
}
