import { coalesce } from "#server/kit/coalesce.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import type { TipOrder } from "./judge-tips.ts";
import type { LiveNeeds } from "./needs.ts";
import { payTips, type TipAnswer } from "./pay-tips.ts";

/**
 * One batch at a time would be a little faster (measured: a tenth), but a wallet that something else holds would then
 * hold up everybody.
 */
export const tipBatches = { atOnce: 2, batchMax: 50, waitingMax: 500 };

/**
 * Moves a fan's tokens to a model, once per key, and tells the room. She need not be live: her page takes tips too, and
 * she finds them in her room's chat. Tokens, tip, chat line and event stand or fall together; a repeated key answers
 * what the first try answered. Tips that come side by side share one transaction: a storm of them on one model costs a
 * commit and a dozen round trips for many instead of for each.
 */
export function sendTip(needs: LiveNeeds): (order: TipOrder) => Promise<TipAnswer> {
  return coalesce((orders) => inTransaction(needs.db, (tx) => payTips(tx, needs, orders)), tipBatches);
}
