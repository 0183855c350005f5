import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import type { Outcome, Sale, Started } from "./gateways/gateway.ts";
import { gatewayNamed, type PaymentsNeeds } from "./needs.ts";
import type { Order } from "./open-intent.ts";
import { isLegalStep } from "./rules/states.ts";
import { nextQueryAt } from "./rules/waiting.ts";
import { settleIntent } from "./settle-intent.ts";
import { type Intent, lockIntent, noteFacts, stepIntent } from "./store/intents.ts";

/**
 * Asks the gateway for the money of a payment in state `submitting`, once, outside of any transaction, and stores the
 * answer. A callback may have been faster; then its word stands.
 */
export async function submitSale(
  needs: PaymentsNeeds,
  intent: Intent,
  order: Order,
  challenge: boolean,
): Promise<Intent> {
  const gateway = gatewayNamed(needs, intent.gateway);
  const started = await gateway.start({ ...saleOf(needs, intent, order), challenge }, order.source);
  return inTransaction(needs.db, async (tx) => {
    const current = await lockIntent(tx, intent.id);
    if (!current) throw new Error(`payment ${intent.id} is gone`);
    if (started.kind !== "redirect") {
      return (await settleIntent(needs, tx, current, outcomeOf(started), "gateway")).intent;
    }
    return awaitFan(needs, tx, current, started);
  });
}

/** The fan goes to the gateway's page. Its callback may have said so before its reply did. */
async function awaitFan(
  { clock }: PaymentsNeeds,
  tx: Tx,
  intent: Intent,
  redirect: Extract<Started, { kind: "redirect" }>,
): Promise<Intent> {
  const at = clock.now();
  const facts = {
    gateway_reference: redirect.gatewayReference,
    checkout_url: redirect.url,
    next_query_at: nextQueryAt("pending", intent.queries, intent.created_at, at),
  };
  if (intent.state === "pending") return noteFacts(tx, intent, facts, at);
  if (!isLegalStep(intent.state, "pending")) return intent;
  return stepIntent(tx, intent, "pending", facts, { source: "gateway", detail: null, at });
}

function outcomeOf(started: Exclude<Started, { kind: "redirect" }>): Outcome {
  return started.kind === "final" ? started.outcome : started;
}

function saleOf({ config }: PaymentsNeeds, intent: Intent, order: Order): Omit<Sale, "challenge"> {
  return {
    reference: intent.id,
    orderId: intent.order_id,
    amountCents: intent.amount_cents,
    currency: intent.currency,
    description: order.description,
    payer: order.payer,
    returnUrl: config.returnUrl(intent.id),
    language: order.language,
  };
}
