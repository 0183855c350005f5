import { CompiledQuery } from "kysely";
import type { Tx } from "./database.ts";

/**
 * Makes what adds rows to a table, any number at once and in their order, by one text: a list of rows in it would be another
 * statement for each number of them, to be parsed and planned again. `answer` stands behind `added`, the rows as they were
 * stored; `conflict` tells what becomes of those that are there already. The columns that are not named have their
 * defaults.
 */
export function insertRows<New extends object, Row>(
  table: string,
  columns: readonly (keyof New & string)[],
  answer: string,
  conflict = "",
): (tx: Tx, rows: readonly New[]) => Promise<Row[]> {
  const list = columns.map((column) => `"${column}"`).join(", ");
  const text = `with added as (insert into ${table} (${list})
    select ${list} from json_populate_recordset(null::${table}, $1::json)
    ${conflict} returning *) ${answer}`;
  return async (tx, rows) => {
    if (rows.length === 0) return [];
    const query = CompiledQuery.raw(text, [JSON.stringify(rows)]) as CompiledQuery<Row>;
    return (await tx.executeQuery(query)).rows;
  };
}
