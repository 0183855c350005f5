import type { Reader } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { gatewayNamed, type PaymentsNeeds } from "../needs.ts";
import type { IntentState } from "../rules/states.ts";
import { nextQueryAt } from "../rules/waiting.ts";
import { type Intent, intentOfFan, intentOfOrder, lockIntent } from "../store/intents.ts";
import { claimOne, scheduleQuery } from "../store/waiting-intents.ts";
import { secondsToWait } from "./may-try.ts";
import { type Settled, settleIntent } from "./settle-intent.ts";

/** A payment as its fan may see it. */
export type PaymentView = {
  transactionId: string;
  state: IntentState;
  /** The fan's balance now, in tokens. */
  balance: number;
  tokens: number;
  /** The order is paid by a regional method, not by a card. */
  isRegional: boolean;
  /** Where the fan confirms a payment by card, while it is pending. Other pages were opened in a frame and stay there. */
  checkoutUrl: string | null;
  /** After a decline: seconds until the next try is possible; null when it is at once. */
  retryAfterSeconds: number | null;
};

/** The payment as its fan may see it, with the current balance. */
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
    isRegional: intent.regional_method !== null,
    checkoutUrl: intent.state === "pending" && isByCard(needs, intent) ? intent.checkout_url : null,
    retryAfterSeconds: intent.state === "declined" ? await secondsToWait(needs, reader, intent.fan_id) : null,
  };
}

function isByCard({ gateways }: PaymentsNeeds, { gateway, regional_method }: Intent): boolean {
  const takes = gateways[gateway]?.capabilities.takes ?? [];
  return regional_method === null && takes.some(({ method }) => method === "card");
}

const orderId = /^TKN_\d{1,20}$/;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The state of one of this fan's payments, by its transaction id or, when the answer to the order was lost, by the
 * order id. While it is open the gateway is asked, at most once in 2 s.
 */
export async function readStatus(
  needs: PaymentsNeeds,
  fanId: number,
  reference: string,
): Promise<Result<{ payment: PaymentView }, "not_found">> {
  const intent = await find(needs, fanId, reference);
  if (!intent) return refuse("not_found");
  const isOpen = intent.state === "unknown" || intent.state === "pending";
  const current = (isOpen && (await queryIfWaiting(needs, intent.id))) || intent;
  return ok({ payment: await viewPayment(needs, needs.db, current) });
}

async function find(needs: PaymentsNeeds, fanId: number, reference: string): Promise<Intent | undefined> {
  if (orderId.test(reference)) return intentOfOrder(needs.db, reference, fanId);
  return uuid.test(reference) ? intentOfFan(needs.db, reference, fanId) : undefined;
}

export type Queried = Settled & {
  /** False when the gateway could not be asked. */
  isAnswered: boolean;
};

/** Queries the gateway for a claimed payment and stores the answer. */
export async function queryIntent(needs: PaymentsNeeds, claimed: Intent): Promise<Queried> {
  const askedAt = needs.clock.now();
  const outcome = await gatewayNamed(needs, claimed.gateway).fetch(claimed.id, claimed.gateway_reference);
  return inTransaction(needs.db, async (tx) => {
    const intent = await lockIntent(tx, claimed.id);
    if (!intent) throw new Error(`payment ${claimed.id} is gone`);
    const settled = await settleIntent(needs, tx, intent, outcome, "reconciliation", askedAt);
    const isAnswered = outcome.kind !== "unknown";
    const { state, created_at } = settled.intent;
    if (isAnswered) await scheduleQuery(tx, intent.id, nextQueryAt(state, created_at, askedAt));
    return { ...settled, isAnswered };
  });
}

/** Queries a payment that a fan waits for; answers null when it was queried less than 2 s ago or is final. */
export async function queryIfWaiting(needs: PaymentsNeeds, id: string): Promise<Intent | null> {
  const claimed = await inTransaction(needs.db, (tx) => claimOne(tx, id, needs.clock.now()));
  return claimed ? (await queryIntent(needs, claimed)).intent : null;
}
