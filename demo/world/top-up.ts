import type { Clock } from "#server/kit/clock.ts";
import type { Database } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import type { Wallet } from "#server/wallet/wallet.ts";

type TopUpNeeds = { wallet: Wallet; db: Database; clock: Clock };

/** Gives a simulated fan `tokens` when they have less than `needed`. */
export async function topUp(
  { db, wallet, clock }: TopUpNeeds,
  fanId: number,
  needed: number,
  tokens = needed,
): Promise<void> {
  const to = { kind: "fan", id: fanId } as const;
  const balance = await wallet.balance(db, to);
  if (balance >= needed) return;
  await inTransaction(db, (tx) =>
    wallet.issue(tx, {
      key: `opening:${fanId}:${clock.now().getTime()}`,
      to,
      tokens,
      kind: "opening",
      reason: "Demo balance",
    }),
  );
}
