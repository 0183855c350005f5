import { inTransaction } from "#server/kit/database/transaction.ts";
import { gatewayNamed, type PaymentsNeeds } from "../needs.ts";
import { intentById } from "../store/admin-payments.ts";
import { lockIntent } from "../store/intents.ts";
import { claimOpenParts, dropPart, type PartRefund, partById } from "../store/part-refunds.ts";
import { foundDone, settle } from "./settle-part.ts";

const partsAtOnceMax = 20;
/**
 * A part that was claimed and not settled, because the gateway is away or the process died, is asked about again
 * after this long.
 */
const askAgainMs = 60_000;

/**
 * Settles what staff have asked for, whose answer was lost, and that nobody asks about again: by what the gateway has given
 * back by now. Safe on several nodes at once, and beside the same order pressed again, which asks the gateway once more and
 * is then left alone until its time is over. Answers how many were settled.
 */
export async function settleOpenParts(needs: PaymentsNeeds): Promise<number> {
  const now = needs.clock.now();
  const until = new Date(now.getTime() + askAgainMs);
  const due = await inTransaction(needs.db, (tx) =>
    claimOpenParts(tx, { now, until, limit: partsAtOnceMax }),
  );
  const settled = await Promise.all(due.map((part) => settleUnlessFailing(needs, part)));
  return settled.filter(Boolean).length;
}

/** One part that cannot be settled must not keep the others, or what else is reconciled, waiting. */
async function settleUnlessFailing(needs: PaymentsNeeds, part: PartRefund): Promise<boolean> {
  try {
    return await settleOne(needs, part);
  } catch (error) {
    const about = { paymentId: part.intent_id, partId: part.id, error: String(error) };
    needs.log.error(about, "a part of a payment could not be settled");
    return false;
  }
}

async function settleOne(needs: PaymentsNeeds, part: PartRefund): Promise<boolean> {
  const intent = await intentById(needs.db, part.intent_id);
  if (!intent) throw new Error(`payment ${part.intent_id} is gone`);
  const backCents = await gatewayNamed(needs, intent.gateway).partRefunds?.refunded(intent.id);
  if (backCents === null || backCents === undefined) return false;
  return inTransaction(needs.db, async (tx) => {
    await lockIntent(tx, intent.id);
    const current = await partById(tx, part.id);
    const isOurs = current?.state === "asked" && current.sent_until.getTime() === part.sent_until.getTime();
    if (!isOurs) return false;
    const isBack = backCents >= part.total_cents;
    if (isBack) await settle(tx, needs, part, foundDone, async () => undefined);
    else await dropPart(tx, part.id, needs.clock.now());
    const about = { paymentId: intent.id, partId: part.id, isBack };
    needs.log.warn(about, "a part whose answer was lost was settled by what its gateway gave back");
    return true;
  });
}
