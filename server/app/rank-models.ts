import { inTransaction } from "#server/kit/database/transaction.ts";
import type { AppNeeds, Modules } from "./needs.ts";

const rankedDays = 30;

/**
 * Ranks the models of each gender by what they earned in the last 30 days. The demo's visitors pay no tokens, so the
 * demo sets what they would have given: its ranking stands by that until real tips overturn it.
 */
export function rankModels(
  { db, clock, hooks }: Pick<AppNeeds, "db" | "clock" | "hooks">,
  { catalog, wallet }: Pick<Modules, "catalog" | "wallet">,
) {
  return async (): Promise<void> => {
    const since = new Date(clock.now().getTime() - rankedDays * 86_400_000);
    const earned = await wallet.earnedSince(db, since);
    for (const [modelId, tokens] of hooks?.simulatedEarnings?.() ?? [])
      earned.set(modelId, (earned.get(modelId) ?? 0) + tokens);
    await inTransaction(db, (tx) => catalog.rankByEarnings(tx, earned));
  };
}
