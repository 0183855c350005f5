import { sql } from "kysely";
import type { Database } from "#server/kit/database/database.ts";

/** The clock by which the ledger checks limits, standing until it is moved. */
export type WalletClock = { now(): Date; set(at: Date): Promise<void>; pass(ms: number): Promise<void> };

/** Lets a test set the ledger's clock of one database; `owner` may change functions. */
export async function walletClock(owner: Database, at: string): Promise<WalletClock> {
  let now = new Date(at);
  const clock: WalletClock = {
    now: () => now,
    async set(to) {
      now = to;
      const body = `select timestamptz '${to.toISOString()}'`;
      await sql`
        create or replace function wallet.instant() returns timestamptz language sql stable as ${sql.lit(body)}`.execute(
        owner,
      );
    },
    pass: (ms) => clock.set(new Date(now.getTime() + ms)),
  };
  await clock.set(now);
  return clock;
}
