import type { Tx } from "#server/kit/database/database.ts";
import type { CardFacts, Outcome, ReturnKind } from "./gateways/gateway.ts";
import { credit, moveBack } from "./move-tokens.ts";
import type { PaymentsNeeds } from "./needs.ts";
import { type IntentState, isLegalStep } from "./rules/states.ts";
import { lostSaleMs, nextQueryAt, pendingMaxMs } from "./rules/waiting.ts";
import { closeAttempt } from "./store/attempts.ts";
import { type Intent, type IntentFacts, type Step, stepIntent } from "./store/intents.ts";
import type { EventSource, Verdict } from "./store/tables.ts";

export type Settled = { intent: Intent; verdict: Exclude<Verdict, "no_intent"> };

/**
 * Brings a locked payment to where `outcome` says it is, in the caller's transaction. Success credits the fan, once
 * for ever by the key of the transfer, and tells the other modules. What is already so stays so; what may not follow,
 * or is about another sum of money, changes nothing and is logged.
 */
export async function settleIntent(
  needs: PaymentsNeeds,
  tx: Tx,
  intent: Intent,
  outcome: Outcome,
  source: EventSource,
): Promise<Settled> {
  if (isReturn(outcome) && isLegalStep(intent.state, "succeeded")) {
    // What was given back had been paid, though its approval has not arrived yet.
    const paid = await settleIntent(needs, tx, intent, { ...outcome, kind: "approved", card: null }, source);
    return paid.verdict === "applied" ? settleIntent(needs, tx, paid.intent, outcome, source) : paid;
  }
  const now = needs.clock.now();
  const to = targetState(intent, outcome, now);
  if (to === null || to === intent.state) return { intent, verdict: "unchanged" };
  if (!isLegalStep(intent.state, to)) {
    needs.log.warn({ intentId: intent.id, from: intent.state, to, source }, "a payment report came too late");
    return { intent, verdict: "illegal" };
  }
  if ("amountCents" in outcome && !isSameSum(intent, outcome)) {
    needs.log.error(
      { intentId: intent.id, outcome, source },
      "a gateway names another sum than was asked for",
    );
    return { intent, verdict: "mismatch" };
  }
  const step = { source, detail: detailOf(outcome), at: now };
  const settled = await take(needs, tx, intent, to, outcome, step);
  return { intent: settled, verdict: "applied" };
}

/** The state that an outcome means for this payment, or null when it says nothing new. */
function targetState(intent: Intent, outcome: Outcome, now: Date): IntentState | null {
  const ageMs = now.getTime() - intent.created_at.getTime();
  switch (outcome.kind) {
    case "approved":
      return "succeeded";
    case "declined":
    case "cancelled":
    case "expired":
    case "refunded":
    case "charged_back":
    case "chargeback_reversed":
      return outcome.kind;
    case "pending":
      return intent.state === "pending" && ageMs > pendingMaxMs ? "expired" : "pending";
    case "not_found":
      return ageMs > lostSaleMs && isWaiting(intent.state) ? "expired" : null;
    case "unknown":
      return intent.state === "submitting" ? "unknown" : null;
  }
}

type Return = Extract<Outcome, { kind: ReturnKind }>;
const isReturn = (outcome: Outcome): outcome is Return =>
  outcome.kind === "refunded" || outcome.kind === "charged_back" || outcome.kind === "chargeback_reversed";

const isWaiting = (state: IntentState) => state === "unknown" || state === "pending";

function isSameSum(intent: Intent, outcome: { amountCents: number; currency: string }): boolean {
  return outcome.amountCents === intent.amount_cents && outcome.currency === intent.currency;
}

async function take(
  needs: PaymentsNeeds,
  tx: Tx,
  intent: Intent,
  to: IntentState,
  outcome: Outcome,
  step: Step,
): Promise<Intent> {
  const facts: IntentFacts = {
    ...knownFrom(intent, outcome),
    next_query_at: nextQueryAt(to, intent.queries, intent.created_at, step.at),
  };
  if (isWaiting(to)) return stepIntent(tx, intent, to, facts, step);
  if (isReturn(outcome)) {
    await moveBack(needs, tx, intent, outcome.kind);
    return stepIntent(tx, intent, to, facts, step);
  }
  await closeAttempt(tx, intent.id, attemptOutcome(to));
  facts.settled_at = step.at;
  if (to === "succeeded") facts.transfer_id = await credit(needs, tx, intent);
  return stepIntent(tx, intent, to, facts, step);
}

function attemptOutcome(to: IntentState): "approved" | "declined" | "abandoned" {
  if (to === "succeeded") return "approved";
  return to === "declined" ? "declined" : "abandoned";
}

function knownFrom(intent: Intent, outcome: Outcome): IntentFacts {
  const reference = "gatewayReference" in outcome ? outcome.gatewayReference : intent.gateway_reference;
  const card: CardFacts | null = "card" in outcome ? outcome.card : null;
  return {
    gateway_reference: reference,
    decline_code: outcome.kind === "declined" ? outcome.code : intent.decline_code,
    ...(card && { card_brand: card.brand, card_bin: card.bin, card_last4: card.last4 }),
  };
}

function detailOf(outcome: Outcome): string | null {
  if (outcome.kind === "declined") return outcome.code.slice(0, 80);
  return outcome.kind === "unknown" ? outcome.detail.slice(0, 200) : null;
}
