import type { TermMonths } from "#contract/subscription-terms.ts";
import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { mailRise } from "./ask-about-prices.ts";
import { switchOff } from "./cancel.ts";
import { renewsNothing } from "./kept-apart.ts";
import { mailRenewal } from "./mail-renewal.ts";
import type { SubscriptionsNeeds } from "./needs.ts";
import { publishReminded } from "./publish-events.ts";
import { reminderMs } from "./rules/period.ts";
import { priceQuestionEmail } from "./rules/price-emails.ts";
import { isAboutNext } from "./rules/price-rise.ts";
import { chargesOf } from "./store/charges.ts";
import { unansweredOf } from "./store/price-changes.ts";
import { claimReminder, dueForReminder } from "./store/reminders.ts";
import { lockById, lockFan } from "./store/subscriptions.ts";

const batchSize = 200;

/**
 * Reminds everybody whose subscription renews within three days, within eight if it is of half a year or more, once for
 * each renewal: in the app, and by mail if they have an address. The mail is enqueued in the transaction that claims the
 * reminder, under the locks of cancelling, so that a fan who has cancelled by then gets none. A fan who was asked about
 * a new price and has not agreed is asked again instead. Nobody is reminded of a term that ends before it is charged:
 * with a model who is hidden, suspended or gone, until they are shown again. A renewal for an account that is closed,
 * suspended or one of the staff is switched off instead. Answers how many were reminded.
 */
export async function remindOfRenewals(needs: SubscriptionsNeeds): Promise<number> {
  let reminded = 0;
  let afterId = 0;
  for (;;) {
    const from = needs.clock.now();
    const until = (months: TermMonths) => new Date(from.getTime() + reminderMs(months));
    const hidden = await needs.catalog.outOfSight(needs.db);
    const due = await dueForReminder(needs.db, { from, until, hidden, afterId, limit: batchSize });
    for (const { id, fan_id } of due) if (await remindSafely(needs, id, fan_id)) reminded++;
    const last = due.at(-1);
    if (!last || due.length < batchSize) return reminded;
    afterId = last.id;
  }
}

/** A subscription that fails must not hold up the others. */
async function remindSafely(needs: SubscriptionsNeeds, id: number, fanId: number): Promise<boolean> {
  try {
    return await inTransaction(needs.db, (tx) => remind(needs, tx, id, fanId));
  } catch (error) {
    needs.log.error({ subscription: id, error: String(error) }, "a renewal reminder could not be sent");
    return false;
  }
}

async function remind(needs: SubscriptionsNeeds, tx: Tx, id: number, fanId: number): Promise<boolean> {
  await lockFan(tx, fanId);
  const row = await lockById(tx, id);
  const at = needs.clock.now();
  if (row?.state !== "running" || !row.renews || !row.expire_at || row.expire_at <= at) return false;
  if (row.expire_at.getTime() > at.getTime() + reminderMs(row.months)) return false;
  if (renewsNothing(await needs.accounts.byId(tx, fanId))) {
    await switchOff(tx, row, { source: "system", at });
    return false;
  }
  const asked = (await unansweredOf(tx, [id])).get(id);
  const question = asked && isAboutNext(asked, row.expire_at) ? asked : null;
  const claimed = await claimReminder(tx, {
    subscription_id: id,
    payment_number: (await chargesOf(tx, id)).length + 1,
    renews_at: row.expire_at,
    price_cents: question?.to_cents ?? row.agreed_cents,
    at,
  });
  if (!claimed) return false;
  await publishReminded(tx, row, question ? "price" : "renewal");
  if (question) await mailRise(needs, tx, row, { ...question, from: row.expire_at }, priceQuestionEmail);
  else await mailRenewal(needs, tx, { ...row, expire_at: row.expire_at });
  return true;
}
