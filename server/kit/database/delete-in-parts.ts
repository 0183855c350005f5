import type { RawBuilder } from "kysely";
import type { Database } from "./database.ts";
import { inTransaction } from "./transaction.ts";

const rowsOfPart = 10_000;

/**
 * Runs the statement that `deletePart` makes for so many rows at most, each time in a transaction of its own, until it finds
 * fewer. However much has gathered, no statement holds many rows for long, and what is done stays done when a later one
 * fails.
 */
export async function deleteInParts(
  db: Database,
  deletePart: (rows: number) => RawBuilder<unknown>,
): Promise<void> {
  for (let deleted = rowsOfPart; deleted === rowsOfPart;) {
    const { numAffectedRows } = await inTransaction(db, (tx) => deletePart(rowsOfPart).execute(tx));
    deleted = Number(numAffectedRows ?? 0);
  }
}
