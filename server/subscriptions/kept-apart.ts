import type { Account } from "#server/identity/identity.ts";
import type { Reader, Tx } from "#server/kit/database/database.ts";
import type { SubscriptionsNeeds } from "./needs.ts";

type Pair = { fanId: number; modelId: number };

export type BarredBy = "unknown_model" | "banned" | "model_blocked";

/**
 * Why nothing more may be begun between these two, or be switched on again; null when nothing does.
 * Until the transaction ends nobody can hide or suspend the model then, so that what ends renewals sees what it has
 * switched on.
 */
export async function barredBy(needs: SubscriptionsNeeds, tx: Tx, pair: Pair): Promise<BarredBy | null> {
  const isListed = await needs.catalog.keepListed(tx, pair.modelId);
  return isListed ? keptApart(needs, tx, pair) : "unknown_model";
}

/**
 * Whether the fan's account is closed, suspended or made staff. It can be none of them before the transaction ends, so that
 * what ends their renewals then sees what this has ordered or switched on. Asked before the model and any subscription are
 * locked: who closes or suspends the fan, or makes them staff, locks the account first, too.
 */
export async function isBlocked({ accounts }: SubscriptionsNeeds, tx: Tx, fanId: number): Promise<boolean> {
  return !(await accounts.holdOpen(tx, fanId));
}

/** Whether nothing is renewed for an account: it is closed or suspended, or has become one of the staff. */
export const renewsNothing = (account: Pick<Account, "role" | "status"> | undefined): boolean =>
  account?.status === "blocked" || account?.role === "admin";

/** The one of the two who keeps the other away; null when neither does. A paid term runs on regardless. */
async function keptApart(
  { catalog }: SubscriptionsNeeds,
  tx: Tx,
  { fanId, modelId }: Pair,
): Promise<"banned" | "model_blocked" | null> {
  const model = await catalog.model(tx, modelId, fanId);
  if (model?.banned) return "banned";
  return model?.blocked ? "model_blocked" : null;
}

/** Answers of each of these rows whether one of its two has blocked or banned the other. */
export async function rowsKeptApart<Row extends { fan_id: number; model_id: number }>(
  { catalog }: SubscriptionsNeeds,
  reader: Reader,
  rows: readonly Row[],
): Promise<(row: Row) => boolean> {
  if (rows.length === 0) return () => false;
  const [fans, models] = [rows.map(({ fan_id }) => fan_id), rows.map(({ model_id }) => model_id)];
  const pairs = await catalog.pairsApart(reader, fans, models);
  return (row) => pairs.some(({ fan_id, model_id }) => fan_id === row.fan_id && model_id === row.model_id);
}
