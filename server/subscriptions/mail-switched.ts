import type { Tx } from "#server/kit/database/database.ts";
import { addresseeOf } from "./addressee.ts";
import type { SubscriptionsNeeds } from "./needs.ts";
import { switchedEmail } from "./rules/switched-email.ts";
import type { SubscriptionRow } from "./store/subscriptions.ts";

/** Mails a fan that they have switched the renewal of a paid subscription off or on, in the transaction that did so. */
export async function mailSwitched(needs: SubscriptionsNeeds, tx: Tx, row: SubscriptionRow): Promise<void> {
  const reader = row.expire_at && (await addresseeOf(needs, tx, row));
  if (!reader || !row.expire_at) return;
  const { to, language, model } = reader;
  const email = switchedEmail({
    ...{ to, language, model, on: row.renews, months: row.months, priceCents: row.agreed_cents },
    expireAt: row.expire_at,
    at: needs.clock.now(),
    url: `${needs.publicOrigin}/subscription-models`,
  });
  await needs.mailer.enqueue(tx, email);
}
