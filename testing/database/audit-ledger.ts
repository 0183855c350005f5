import type { Database } from "#server/kit/database/database.ts";
import { createWallet } from "#server/wallet/wallet.ts";

/** Throws unless every token in the database is accounted for. */
export async function auditLedger(db: Database): Promise<void> {
  const report = await createWallet().audit(db);
  if (!report.ok) throw new Error(`the ledger does not add up:\n${report.problems.join("\n")}`);
}
