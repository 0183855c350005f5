import type { Reader } from "#server/kit/database/database.ts";
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
};

/** Reads the balance and says of the payment what its fan may know. */
export async function viewPayment(
  needs: Pick<PaymentsNeeds, "wallet">,
  reader: Reader,
  intent: Intent,
): Promise<PaymentView> {
  return {
    transactionId: intent.id,
    state: intent.state,
    balance: await needs.wallet.balance(reader, { kind: "fan", id: intent.fan_id }),
    tokens: intent.base_tokens + intent.bonus_tokens,
    checkoutUrl: intent.state === "pending" ? intent.checkout_url : null,
  };
}
