import type { Tx } from "#server/kit/database/database.ts";
import { addresseeOf } from "./addressee.ts";
import type { SubscriptionsNeeds } from "./needs.ts";
import { renewalEmail } from "./rules/renewal-email.ts";
import type { SubscriptionRow } from "./store/subscriptions.ts";

/** Mails a subscriber when their subscription renews, and at which price, if they have an address. */
export async function mailRenewal(
  needs: SubscriptionsNeeds,
  tx: Tx,
  row: SubscriptionRow & { expire_at: Date },
): Promise<void> {
  const reader = await addresseeOf(needs, tx, row);
  // With a model who has left nothing is charged any more.
  if (!reader || reader.hasLeft) return;
  const email = renewalEmail({
    ...reader,
    priceCents: row.agreed_cents,
    freeTokens: row.agreed_tokens,
    months: row.months,
    renewsAt: row.expire_at,
    url: `${needs.publicOrigin}/subscription-models`,
  });
  await needs.mailer.enqueue(tx, email);
}
