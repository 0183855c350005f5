import type { Tx } from "#server/kit/database/database.ts";
import type { Outcome, ReturnKind } from "../gateways/gateway.ts";
import { credit, moveBack } from "../move-tokens.ts";
import type { PaymentsNeeds } from "../needs.ts";
import { isKnownPart } from "../rules/known-part.ts";
import { reportedState } from "../rules/reported-state.ts";
import { isSameReport, type Report, stateAfter } from "../rules/reports.ts";
import { type IntentState, pathBetween } from "../rules/states.ts";
import { nextQueryAt, pendingMaxMs } from "../rules/waiting.ts";
import { closeAttempt } from "../store/attempts.ts";
import { insertReport, noticedParts, reportsOf } from "../store/inbox.ts";
import { type Intent, type IntentFields, type Step, stepIntent, updateIntent } from "../store/intents.ts";
import { numbersOfParts, partsOf } from "../store/part-refunds.ts";
import type { EventSource, Verdict } from "../store/tables.ts";
import { followPayment } from "./keep-card.ts";

export type Settled = { intent: Intent; verdict: Exclude<Verdict, "no_intent" | "illegal" | "noted"> };

/** A finding about a sale: its gateway's report, or that we never sent it. */
export type Finding = Outcome | { kind: "not_sent" };

/**
 * Stores a finding about a locked payment and moves it to the state that all findings so far give, in the
 * caller's transaction: step by step, each with its tokens and its event for the other modules, so that the order in
 * which reports come makes no difference in the end. A report of another sum of money, or of another payment by the same
 * form, is kept, logged and does not count. `askedAt`: when the gateway was asked, where it was.
 */
export async function settleIntent(
  needs: PaymentsNeeds,
  tx: Tx,
  intent: Intent,
  reported: Finding,
  source: EventSource,
  askedAt = needs.clock.now(),
): Promise<Settled> {
  const finding = withoutPage(intent, reported);
  const step = { source, detail: detailOf(finding), at: needs.clock.now() };
  const report = readReport(needs, intent, finding, askedAt);
  const objection = report && objectionTo(needs, intent, finding);
  if (objection === "other_sum" && (await isReportOfPart(tx, intent, finding)))
    return { intent, verdict: "unchanged" };
  if (objection) return setAside(needs, tx, intent, { report, finding, step, objection });
  const known = await reportsOf(tx, intent.id);
  const isNew = report !== null && !known.some((one) => isSameReport(one, report));
  const to = stateAfter(isNew ? [...known, report] : known);
  const path = to ? pathBetween(intent.state, to) : [];
  const verdict = path.length > 0 ? "applied" : "superseded";
  if (isNew) await insertReport(tx, intent.id, report, verdict, step);
  if (path.length === 0) {
    const kept = await keepNews(tx, intent, finding, step.at);
    return { intent: kept, verdict: isNew ? verdict : "unchanged" };
  }
  let current = intent;
  for (const next of path) current = await take(needs, tx, current, next, finding, step);
  return { intent: current, verdict };
}

/**
 * A kept card is charged by one press, and the page of a confirmation knows only a card that was entered for the sale: a bank
 * that wants one, as is learnt late where the answer to the sale was lost, has declined it.
 */
function withoutPage({ saved_card_id }: Intent, finding: Finding): Finding {
  if (saved_card_id === null || finding.kind !== "pending" || finding.checkoutUrl === null) return finding;
  const { gatewayReference } = finding;
  return { kind: "declined", gatewayReference, code: "authentication required", card: null };
}

/** The part of a finding that reports on this payment, or null. */
function readReport(
  { gateways }: Pick<PaymentsNeeds, "gateways">,
  intent: Intent,
  finding: Finding,
  askedAt: Date,
): Report | null {
  const ageMs = askedAt.getTime() - intent.created_at.getTime();
  const patienceMs = gateways[intent.gateway]?.capabilities.pendingMaxMs ?? pendingMaxMs;
  const confirmedAgeMs = intent.confirmed_at && askedAt.getTime() - intent.confirmed_at.getTime();
  const state = reportedState({ state: intent.state, ageMs, confirmedAgeMs, patienceMs }, finding.kind);
  return state && { state, sequence: "sequence" in finding ? finding.sequence : null };
}

type Objection = "other_sum" | "other_payment";

const objectionWords: Record<Objection, string> = {
  other_sum: "a gateway names another sum than was asked for",
  other_payment: "a gateway names another payment of one form",
};

/** Why a report does not count; null when it does. */
function objectionTo(
  { gateways }: Pick<PaymentsNeeds, "gateways">,
  intent: Intent,
  finding: Finding,
): Objection | null {
  if (!("amountCents" in finding)) return null;
  if (finding.amountCents !== intent.amount_cents || finding.currency !== intent.currency) return "other_sum";
  const isNumbered = gateways[intent.gateway]?.capabilities.numbersPayments === true;
  return isNumbered && isOtherPayment(intent, finding.gatewayReference) ? "other_payment" : null;
}

/** Whether it reports what staff gave back of the payment, a part or the rest: that is counted when the gateway confirms it. */
async function isReportOfPart(tx: Tx, intent: Intent, finding: Finding): Promise<boolean> {
  const { id, currency, amount_cents: paidCents, state } = intent;
  if (finding.kind !== "refunded" || finding.currency !== currency) return false;
  const { amountCents, gatewayReference: number } = finding;
  const parts = await numbersOfParts(tx, id, amountCents);
  const noticed = await noticedParts(tx, id, amountCents);
  if (isKnownPart({ number, saleNumber: intent.gateway_reference, parts, noticed })) return true;
  const { cents } = await partsOf(tx, id);
  return state === "refunded" && cents > 0 && finding.amountCents === paidCents - cents;
}

/** Until a payment of a form is known, the form goes by our own reference. */
const isOtherPayment = ({ id, gateway_reference: known }: Intent, named: string): boolean =>
  known !== null && known !== id && known !== named;

async function setAside(
  needs: PaymentsNeeds,
  tx: Tx,
  intent: Intent,
  {
    report,
    finding,
    step,
    objection,
  }: { report: Report; finding: Finding; step: Step; objection: Objection },
): Promise<Settled> {
  const isNew = await insertReport(tx, intent.id, report, "mismatch", step);
  // Each further payment of a form is money of its own, and its notice counts once.
  if (isNew || objection === "other_payment")
    needs.log.error({ intentId: intent.id, finding, source: step.source }, objectionWords[objection]);
  return { intent, verdict: "mismatch" };
}

/** Takes one legal step with everything that belongs to it. */
async function take(
  needs: PaymentsNeeds,
  tx: Tx,
  intent: Intent,
  to: IntentState,
  finding: Finding,
  step: Step,
): Promise<Intent> {
  const fields: IntentFields = {
    ...knownFrom(intent, finding),
    next_query_at: nextQueryAt(to, intent.created_at, step.at),
  };
  if (to === "succeeded") fields.transfer_id = await credit(needs, tx, intent);
  if (isReturn(to)) fields.transfer_id = await moveBack(needs, tx, intent, to);
  // Limits on declines protect cards.
  const attempt = to === "declined" && intent.regional_method !== null ? "abandoned" : attemptOutcomes[to];
  if (attempt) await closeAttempt(tx, intent.id, attempt);
  await followPayment(tx, intent, to, step.at);
  if (attempt && to !== "unknown") fields.settled_at = step.at;
  return stepIntent(tx, intent, to, fields, step);
}

const isReturn = (state: IntentState): state is ReturnKind =>
  state === "refunded" || state === "charged_back" || state === "chargeback_reversed";

/** The outcome of the attempt with the card after a step. A missing answer does not count against card or fan. */
const attemptOutcomes: Partial<Record<IntentState, "approved" | "declined" | "abandoned">> = {
  unknown: "abandoned",
  succeeded: "approved",
  declined: "declined",
  expired: "abandoned",
  cancelled: "abandoned",
};

/** Keeps what a finding adds to a payment whose state it leaves: the card behind a token, or the page to confirm on. */
async function keepNews(tx: Tx, intent: Intent, finding: Finding, at: Date): Promise<Intent> {
  const news = { ...(intent.card_last4 === null && cardOf(finding)), ...newPage(intent, finding) };
  return Object.keys(news).length > 0 ? updateIntent(tx, intent, news, at) : intent;
}

/** A callback may report that the payer must confirm before the reply to the sale carries the address. */
function newPage(intent: Intent, finding: Finding): IntentFields {
  if (finding.kind !== "pending" || intent.state !== "pending" || intent.confirmed_at) return {};
  const { checkoutUrl } = finding;
  if (checkoutUrl === null || checkoutUrl === intent.checkout_url) return {};
  return { checkout_url: checkoutUrl };
}

function knownFrom(intent: Intent, finding: Finding): IntentFields {
  const reference = "gatewayReference" in finding ? finding.gatewayReference : intent.gateway_reference;
  return {
    gateway_reference: reference,
    decline_code: finding.kind === "declined" ? finding.code : intent.decline_code,
    checkout_url: finding.kind === "pending" ? finding.checkoutUrl : intent.checkout_url,
    ...cardOf(finding),
  };
}

function cardOf(finding: Finding): IntentFields {
  const card = "card" in finding ? finding.card : null;
  return card ? { card_brand: card.brand, card_bin: card.bin, card_last4: card.last4 } : {};
}

function detailOf(finding: Finding): string | null {
  switch (finding.kind) {
    case "declined":
      return finding.code.slice(0, 80);
    case "unknown":
      return finding.detail.slice(0, 200);
    case "not_found":
      return "never received by the gateway";
    case "not_sent":
      return "never sent to the gateway";
    default:
      return null;
  }
}
