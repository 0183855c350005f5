import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { PaymentsNeeds } from "./needs.ts";
import { type PaymentView, viewPayment } from "./payment-view.ts";
import { queryIfWaiting } from "./query-intent.ts";
import { type Intent, intentOfFan, intentOfOrder } from "./store/intents.ts";

const orderId = /^TKN_\d{1,20}$/;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * What became of a payment of this fan's own, by its transaction id or, when the answer to the order was lost, by the
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
