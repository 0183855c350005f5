import { z } from "zod";
import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { enqueue, type QueuedJob, type QueuedWork } from "#server/kit/jobs.ts";
import { publishEvent } from "#server/kit/outbox/outbox.ts";
import type { SupportNeeds } from "../needs.ts";
import type { Sale } from "../remove-reported-content.ts";
import {
  insertRefunds,
  nextRefund,
  type RefundRow,
  settleRefund,
  unfinishedRefunds,
} from "../store/refunds-store.ts";

const jobName = "return_tokens_of_removed";
const returnJob = (ticketId: number): QueuedJob => ({ name: jobName, payload: { ticketId }, triesMax: 11 });

declare module "#server/kit/outbox/outbox.ts" {
  interface Events {
    /** A buyer has tokens back, because staff removed what was paid for. */
    removed_refunded: { fanId: number; modelId: number; tokens: number; balance: number };
  }
}

/** Writes down, in the transaction that removes something, that its buyers get their tokens back; a job does it. */
export async function orderRefunds(
  tx: Tx,
  ticketId: number,
  sales: readonly Sale[],
  at: Date,
): Promise<void> {
  if (sales.length === 0) return;
  await insertRefunds(tx, ticketId, sales, at);
  await enqueue(tx, returnJob(ticketId));
}

/** The queued work of refunds. */
export function refundWork(needs: SupportNeeds): QueuedWork {
  return {
    [jobName]: (payload) => returnTokens(needs, z.object({ ticketId: z.int() }).parse(payload).ticketId),
  };
}

/** Takes up what a process that died has left half done. */
export function resumeRefunds({ db }: Pick<SupportNeeds, "db">) {
  return () =>
    inTransaction(db, async (tx) => {
      for (const id of await unfinishedRefunds(tx)) await enqueue(tx, returnJob(id));
    });
}

/**
 * Gives every buyer of what a report was about their tokens back, each in a transaction of its own. May be done twice and
 * at once, and after any step in between: each payment is given back once.
 */
export async function returnTokens(needs: SupportNeeds, ticketId: number): Promise<void> {
  let isMore = true;
  while (isMore)
    isMore = await inTransaction(needs.db, async (tx) => {
      const refund = await nextRefund(tx, ticketId);
      if (refund) await giveBack(tx, needs, refund);
      return refund !== undefined;
    });
}

/** Out of the model's earnings as far as they go; what is paid out to them already, the platform gives. */
async function giveBack(tx: Tx, needs: SupportNeeds, refund: RefundRow): Promise<void> {
  const { transfer_id: transferId, fan_id: fanId, model_id: modelId } = refund;
  const left = await needs.wallet.leftOf(tx, transferId);
  const fromModel = left === 0 ? 0 : await takeFromModel(tx, needs, refund, left);
  const fromPlatform = left - fromModel;
  if (fromPlatform > 0) {
    const issued = await needs.wallet.issue(tx, {
      ...({ key: `removed:${transferId}/platform`, kind: "refund", reason } as const),
      ...{ to: { kind: "fan", id: fanId }, tokens: fromPlatform, metadata: { returns: transferId } },
    });
    if (!issued.ok) throw new Error(`payment ${transferId} was given back before it was written down`);
  }
  const at = needs.clock.now();
  await settleRefund(tx, transferId, { from_model: fromModel, from_platform: fromPlatform, returned_at: at });
  if (left === 0) return;
  const balance = await needs.wallet.balance(tx, { kind: "fan", id: fanId });
  await publishEvent(tx, "removed_refunded", { fanId, modelId, tokens: left, balance });
}

/** The reason on the statements; pages have a sentence for it. */
const reason = "removed_content";
/** The balance is read again this many times, because the model may be paid out at the same time. */
const triesMax = 5;

/** Takes as much of a payment from the model's earnings as is there; answers how much. */
async function takeFromModel(
  tx: Tx,
  { wallet }: SupportNeeds,
  { transfer_id: transferId }: RefundRow,
  owed: number,
): Promise<number> {
  let tokens = owed;
  for (let tried = 0; tried < triesMax && tokens > 0; tried++) {
    const order = { key: `removed:${transferId}`, transferId, tokens, kind: "refund", reason } as const;
    const taken = await wallet.reverse(tx, order);
    if (taken.ok) return taken.taken;
    if (taken.refusal.code !== "too_few_tokens")
      throw new Error(`payment ${transferId} cannot be given back: ${taken.refusal.code}`);
    tokens = Math.min(tokens, taken.refusal.balance);
  }
  return 0;
}
