import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { PaymentsNeeds } from "./needs.ts";
import { type PaymentView, viewPayment } from "./payment-view.ts";
import { queryIfWaiting } from "./query-intent.ts";
import { intentOfFan } from "./store/intents.ts";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What became of a payment of this fan's own. While it is open the gateway is asked, at most once in 2 s. */
export async function readStatus(
  needs: PaymentsNeeds,
  fanId: number,
  transactionId: string,
): Promise<Result<{ payment: PaymentView }, "not_found">> {
  if (!uuid.test(transactionId)) return refuse("not_found");
  const intent = await intentOfFan(needs.db, transactionId, fanId);
  if (!intent) return refuse("not_found");
  const isOpen = intent.state === "unknown" || intent.state === "pending";
  const current = (isOpen && (await queryIfWaiting(needs, intent.id))) || intent;
  return ok({ payment: await viewPayment(needs, needs.db, current) });
}
