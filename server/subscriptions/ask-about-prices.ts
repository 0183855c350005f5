import type { Email } from "#server/email/email.ts";
import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { type Addressee, addresseeOf } from "./addressee.ts";
import { switchOff } from "./cancel.ts";
import { mailRenewal } from "./mail-renewal.ts";
import type { SubscriptionsNeeds } from "./needs.ts";
import { offerAt } from "./plans.ts";
import { publishReminded, publishRow } from "./publish-events.ts";
import { priceAnswerMs, priceNoticeMs, reorderMaxMs } from "./rules/period.ts";
import { priceLapsedEmail, priceQuestionEmail } from "./rules/price-emails.ts";
import { isAboutNext, type PriceRise } from "./rules/price-rise.ts";
import { lockTerm } from "./store/plans.ts";
import {
  answerPriceChange,
  dueForQuestion,
  dueToLapse,
  insertPriceChange,
  type PriceChangeRow,
  unansweredOf,
} from "./store/price-changes.ts";
import { wasReminded } from "./store/reminders.ts";
import { lockById, lockFan, type SubscriptionRow } from "./store/subscriptions.ts";

const batchSize = 200;

/**
 * Asks those who are subscribed about the price that their model asks now, if it is higher than theirs, once for each
 * price; takes back questions about prices that are asked no more, and reminds those once more of the renewal who were
 * reminded already; and switches the renewal of those off who have not agreed by a day before it. A rise in the last seven
 * days before a renewal is asked about after it. To be run every minute. Gateways that cannot change the price of a
 * membership keep it.
 */
export async function askAboutPrices(needs: SubscriptionsNeeds): Promise<{ asked: number; lapsed: number }> {
  return { asked: await askAll(needs), lapsed: await lapseAll(needs) };
}

async function askAll(needs: SubscriptionsNeeds): Promise<number> {
  const gateways = Object.values(needs.gateways).flatMap(({ name, canReprice }) =>
    canReprice ? [name] : [],
  );
  if (gateways.length === 0) return 0;
  let asked = 0;
  let afterId = 0;
  for (;;) {
    const now = needs.clock.now();
    const askUntil = new Date(now.getTime() + priceNoticeMs);
    const due = await dueForQuestion(needs.db, { now, askUntil, gateways, afterId, limit: batchSize });
    for (const one of due) if (await safely(needs, one, ask)) asked++;
    const last = due.at(-1);
    if (!last || due.length < batchSize) return asked;
    afterId = last.id;
  }
}

async function lapseAll(needs: SubscriptionsNeeds): Promise<number> {
  const until = new Date(needs.clock.now().getTime() + priceAnswerMs);
  const due = await dueToLapse(needs.db, { until, slackMs: reorderMaxMs, limit: batchSize });
  let lapsed = 0;
  for (const one of due) if (await safely(needs, one, lapse)) lapsed++;
  return lapsed;
}

type Step = (needs: SubscriptionsNeeds, tx: Tx, row: SubscriptionRow) => Promise<boolean>;

/** A subscription that fails must not hold up the others. */
async function safely(
  needs: SubscriptionsNeeds,
  { id, fan_id }: { id: number; fan_id: number },
  step: Step,
): Promise<boolean> {
  try {
    return await inTransaction(needs.db, async (tx) => {
      await lockFan(tx, fan_id);
      const row = await lockById(tx, id);
      return row !== undefined && (await step(needs, tx, row));
    });
  } catch (error) {
    needs.log.error({ subscription: id, error: String(error) }, "a price could not be asked about");
    return false;
  }
}

const ask: Step = async (needs, tx, row) => {
  const at = needs.clock.now();
  if (row.state !== "running" || !row.expire_at || row.expire_at <= at) return false;
  const term = await lockTerm(tx, row.model_id, row.months);
  const before = (await unansweredOf(tx, [row.id])).get(row.id);
  const offer = term?.enabled && term.price_cents > row.agreed_cents ? offerAt(needs, term) : null;
  if (term && offer && before?.to_cents === term.price_cents && before.free_tokens === term.free_tokens)
    return false;
  if (before) await answerPriceChange(tx, before.id, "withdrawn", at);
  if (before) await publishRow(tx, row);
  const isTooLate = row.expire_at.getTime() < at.getTime() + priceNoticeMs;
  if (!term || !offer || offer.currency !== row.currency || isTooLate) {
    if (before) await remindAfterQuestion(needs, tx, { ...row, expire_at: row.expire_at });
    return false;
  }
  const change = {
    subscription_id: row.id,
    from_cents: row.agreed_cents,
    to_cents: term.price_cents,
    currency: row.currency,
    free_tokens: term.free_tokens,
    offer_id: offer.id,
    announced_at: at,
    applies_at: row.expire_at,
  };
  await insertPriceChange(tx, change);
  await publishRow(tx, row);
  // A subscriber who has cancelled is asked when they come back.
  if (!row.renews) return true;
  await publishReminded(tx, row, "price");
  await mailRise(needs, tx, row, { ...change, from: change.applies_at }, priceQuestionEmail);
  return true;
};

/** A fan who was reminded already read last that it ends without their answer; everybody else is reminded in time. */
async function remindAfterQuestion(
  needs: SubscriptionsNeeds,
  tx: Tx,
  row: SubscriptionRow & { expire_at: Date },
): Promise<void> {
  if (!row.renews || !(await wasReminded(tx, row.id))) return;
  await publishReminded(tx, row, "renewal");
  await mailRenewal(needs, tx, row);
}

const lapse: Step = async (needs, tx, row) => {
  const at = needs.clock.now();
  const change = (await unansweredOf(tx, [row.id])).get(row.id);
  if (change?.state !== "open" || row.state !== "running" || !row.renews || !row.expire_at) return false;
  if (row.expire_at.getTime() > at.getTime() + priceAnswerMs || !isAboutNext(change, row.expire_at))
    return false;
  await answerPriceChange(tx, change.id, "lapsed", at);
  await switchOff(tx, row, { source: "system", at });
  await mailRise(needs, tx, row, { ...change, from: row.expire_at }, priceLapsedEmail);
  return true;
};

type Change = Pick<PriceChangeRow, "from_cents" | "to_cents" | "free_tokens"> & { from: Date };
type Writer = (reader: Addressee & { url: string }, rise: PriceRise) => Email;

/** Mails a subscriber about a price, if they have an address. */
export async function mailRise(
  needs: SubscriptionsNeeds,
  tx: Tx,
  row: SubscriptionRow,
  change: Change,
  write: Writer,
): Promise<void> {
  const reader = await addresseeOf(needs, tx, row);
  // With a model who has left nothing is charged any more.
  if (!reader || reader.hasLeft) return;
  const url = `${needs.publicOrigin}/subscription-models`;
  const rise = await riseOf(needs, tx, row, change);
  await needs.mailer.enqueue(tx, write({ ...reader, url }, rise));
}

/** A price change in the words of mails and consents. */
export async function riseOf(
  { catalog }: Pick<SubscriptionsNeeds, "catalog">,
  tx: Tx,
  { model_id, months }: Pick<SubscriptionRow, "model_id" | "months">,
  { from_cents, to_cents, free_tokens, from }: Change,
): Promise<PriceRise> {
  const model = (await catalog.faces(tx, [model_id])).get(model_id);
  return {
    modelName: model?.name ?? "",
    months,
    fromCents: from_cents,
    toCents: to_cents,
    freeTokens: free_tokens,
    from,
  };
}
