import { inTransaction } from "#server/kit/database/transaction.ts";
import type { Chargeback } from "../gateways/gateway.ts";
import type { PaymentsNeeds } from "../needs.ts";
import { settleIntent } from "../purchase/settle-intent.ts";
import { isInInbox, storeCallback } from "../store/inbox.ts";
import { type Intent, paidWithCard } from "../store/intents.ts";
import type { Verdict } from "../store/tables.ts";

/**
 * Takes a payment back that its bank has taken back, once, where card and sum show whose it was. Payments of one fan by one
 * card and of one sum are alike, so that the newest goes back. Where they are of several fans, or there is none, nobody
 * is charged: it is stored and logged, and waits for the staff to decide whose it was (`resolve-chargeback.ts`). A payment
 * of that sum whose card is unknown may be of that card: it makes its fan one of the several, and is never taken by itself.
 */
export async function applyChargeback(
  needs: PaymentsNeeds,
  gateway: string,
  chargeback: Chargeback,
  address: string,
): Promise<void> {
  const { dedupeKey, amountCents, currency } = chargeback;
  await inTransaction(needs.db, async (tx) => {
    // The locks on the payments make copies of one notice come here one after another.
    const paid = await paidWithCard(tx, gateway, chargeback).forUpdate().execute();
    if (await isInInbox(tx, gateway, dedupeKey)) return;
    const intent = chosenOf(paid);
    const gatewayReference = intent?.gateway_reference ?? dedupeKey;
    const outcome = {
      kind: "charged_back",
      gatewayReference,
      amountCents,
      currency,
      sequence: null,
    } as const;
    let verdict: Verdict = "no_intent";
    if (intent) ({ verdict } = await settleIntent(needs, tx, intent, outcome, "callback"));
    else
      needs.log.error({ gateway, chargeback, fits: paid.length }, "a chargeback names no payment for sure");
    await storeCallback(tx, {
      ...{ gateway, dedupeKey, intentId: intent?.id ?? null, report: { ...chargeback, ...outcome } },
      ...{ address, verdict, receivedAt: needs.clock.now() },
    });
  });
}

const standing: readonly string[] = ["succeeded", "chargeback_reversed"];

/** `paid`: newest first, those included that went back already: one of them may be meant again. */
function chosenOf(paid: readonly Intent[]): Intent | undefined {
  const fans = new Set(paid.map(({ fan_id }) => fan_id));
  if (fans.size !== 1) return undefined;
  return paid.find(({ state, card_last4 }) => card_last4 !== null && standing.includes(state));
}
