import en from "#locales/mails/purchase.en.json" with { type: "json" };
import es from "#locales/mails/purchase.es.json" with { type: "json" };
import type { Email, Mailer } from "#server/email/email.ts";
import type { Identity } from "#server/identity/identity.ts";
import type { Logger } from "#server/kit/log.ts";
import { amountText, counted, fill, tokensText } from "#server/kit/texts.ts";
import type { CompletedPurchase, PurchaseHook } from "./needs.ts";

type Needs = {
  log: Pick<Logger, "error">;
  accounts: Pick<Identity, "byId">;
  mailer: Pick<Mailer, "enqueue">;
  publicOrigin: string;
};

/**
 * Sends the buyer a receipt in the transaction that credits the tokens, once as they are credited once. A buyer who
 * has closed the account meanwhile can open neither receipt nor balance: the staff have to give that money back.
 */
export const mailReceipts = (needs: Needs): PurchaseHook => ({
  async completed(tx, purchase) {
    const fan = await needs.accounts.byId(tx, purchase.fanId);
    if (fan?.closed_at) {
      needs.log.error({ payment: purchase.transactionId }, "a payment came for a closed account");
      return;
    }
    if (!fan?.email) return;
    const url = `${needs.publicOrigin}/settings/receipts/${purchase.transactionId}`;
    await needs.mailer.enqueue(tx, purchaseEmail({ to: fan.email, language: fan.language }, purchase, url));
  },
});

const texts = { en, es } as const;

/** The email of a purchase: what was bought and charged, and the way to the receipt. */
export function purchaseEmail(
  reader: Pick<Email, "to" | "language">,
  { tokens, amountCents, currency }: Pick<CompletedPurchase, "tokens" | "amountCents" | "currency">,
  url: string,
): Email {
  const t = texts[reader.language];
  const values = {
    tokens: tokensText(tokens, reader.language),
    paid: amountText(amountCents, currency, reader.language),
  };
  return {
    ...reader,
    subject: fill(t.subject, values),
    paragraphs: [fill(counted(t.bought, tokens), values), t.once],
    action: { label: t.open, url },
    footnote: t.footnote,
  };
}
