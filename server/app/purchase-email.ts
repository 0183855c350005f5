import type { Email, Mailer } from "#server/email/email.ts";
import type { Identity } from "#server/identity/identity.ts";
import type { Logger } from "#server/kit/log.ts";
import { amountText, grouped } from "#server/kit/texts.ts";
import type { CompletedPurchase, PurchaseHooks } from "#server/payments/payments.ts";

type Needs = {
  log: Pick<Logger, "error">;
  accounts: Pick<Identity, "byId">;
  mailer: Pick<Mailer, "enqueue">;
  publicOrigin: string;
};

/**
 * Sends the buyer a receipt in the transaction that credits the tokens, once as they are credited once. Who has closed
 * the account meanwhile can open neither receipt nor balance: the staff have to give that money back.
 */
export function mailReceipts(hooks: PurchaseHooks, needs: Needs): PurchaseHooks {
  return {
    ...hooks,
    async completed(tx, purchase) {
      await hooks.completed(tx, purchase);
      const fan = await needs.accounts.byId(tx, purchase.fanId);
      if (fan?.closed_at) {
        needs.log.error({ payment: purchase.transactionId }, "a payment came for a closed account");
        return;
      }
      if (!fan?.email) return;
      const url = `${needs.publicOrigin}/settings/receipts/${purchase.transactionId}`;
      await needs.mailer.enqueue(tx, purchaseEmail({ to: fan.email, language: fan.language }, purchase, url));
    },
  };
}

/** The email of a purchase: what was bought and charged, and the way to the receipt. */
export function purchaseEmail(
  reader: Pick<Email, "to" | "language">,
  { tokens, amountCents, currency }: Pick<CompletedPurchase, "tokens" | "amountCents" | "currency">,
  url: string,
): Email {
  const amount = amountText(amountCents, currency, reader.language);
  const count = `${grouped(tokens, reader.language)} ${tokens === 1 ? "token" : "tokens"}`;
  const texts = reader.language === "es" ? spanish : english;
  return {
    ...reader,
    subject: texts.subject(count),
    paragraphs: [texts.bought(count, amount, tokens === 1), texts.once],
    action: { label: texts.open, url },
    footnote: texts.footnote,
  };
}

const english = {
  subject: (tokens: string) => `Your receipt: ${tokens}`,
  bought: (tokens: string, amount: string, one: boolean) =>
    `Thank you. ${tokens} ${one ? "is" : "are"} in your balance; you paid ${amount}, VAT included.`,
  once: "This is a one-time charge. Nothing is billed again.",
  open: "Open the receipt",
  footnote: "You will find all purchases in your statement.",
};

const spanish: typeof english = {
  subject: (tokens) => `Tu recibo: ${tokens}`,
  bought: (tokens, amount, one) =>
    `Gracias. ${tokens} ${one ? "está" : "están"} en tu saldo; pagaste ${amount}, IVA incluido.`,
  once: "Es un cobro único. No se volverá a cobrar nada.",
  open: "Ver el recibo",
  footnote: "Todas tus compras están en tus movimientos.",
};
