import type { Reader } from "#server/kit/database/database.ts";
import { secondsToWait } from "./may-try.ts";
import type { PaymentsNeeds } from "./needs.ts";
import type { IntentState } from "./rules/states.ts";
import type { Intent } from "./store/intents.ts";

/** A payment as its fan may see it. */
export type PaymentView = {
  transactionId: string;
  state: IntentState;
  /** The fan's balance now, in tokens. */
  balance: number;
  tokens: number;
  /** Where the fan has to go to confirm, while that is awaited. */
  checkoutUrl: string | null;
  /** After a decline: seconds until the next try is possible; null when it is at once. */
  retryAfterSeconds: number | null;
};

/** Reads the balance and says of the payment what its fan may know. */
export async function viewPayment(
  needs: PaymentsNeeds,
  reader: Reader,
  intent: Intent,
): Promise<PaymentView> {
  return {
    transactionId: intent.id,
    state: intent.state,
    balance: await needs.wallet.balance(reader, { kind: "fan", id: intent.fan_id }),
    tokens: intent.base_tokens + intent.bonus_tokens,
    checkoutUrl: intent.state === "pending" ? intent.checkout_url : null,
    retryAfterSeconds: intent.state === "declined" ? await secondsToWait(needs, reader, intent.fan_id) : null,
  };
}
