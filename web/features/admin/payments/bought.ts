import type { AdminPayment } from "#contract/admin-payments.ts";
import { tokens } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";

/** The goods of a payment: tokens, or time with a model and the tokens that came with it. */
export function whatWasBought({
  kind,
  model,
  tokens: count,
}: Pick<AdminPayment, "kind" | "model" | "tokens">): string {
  const amount = m.admin_tokens({ count, amount: tokens(count) });
  if (kind === "tokens") return amount;
  const subscription = model ? m.admin_subscription_to({ name: model }) : m.admin_subscription();
  return count > 0 ? `${subscription} · ${amount}` : subscription;
}
