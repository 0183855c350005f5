import type { savedCardsContract } from "#contract/saved-cards.ts";
import { type Identity, reauthCredentialsOf, reauthRefused } from "#server/identity/identity.ts";
import type { Call, Handlers } from "#server/kit/http/call.ts";
import { fieldProblem, problem } from "#server/kit/http/problem.ts";
import { orderRefused, presentPayment } from "../payments.routes.ts";
import type { Payments, SavedCardRefusal } from "../payments.ts";

/** Serves saved cards. */
export function savedCardRoutes(
  payments: Payments,
  identity: Pick<Identity, "reauthenticate">,
): Handlers<typeof savedCardsContract> {
  return {
    "GET /api/payments/saved-cards": async (_input, { viewer }) => {
      const data = await payments.savedCards(viewer.userId, viewer.tokenId);
      return { status: 200, body: { data, links: { next: null }, meta: { current_page: 1, last_page: 1 } } };
    },
    "DELETE /api/payments/saved-cards/{id}": async ({ params }, call) => {
      const removed = await payments.removeSavedCard(call.viewer.userId, params.id);
      return removed ? { status: 204, body: undefined } : problem(call, "saved_card_not_found");
    },
    "POST /api/payments/saved-cards/{id}/confirm": async ({ params, body }, call) => {
      const { userId, tokenId } = call.viewer;
      const checked = await identity.reauthenticate(userId, reauthCredentialsOf(body, call));
      if (!checked.ok) return reauthRefused(call, checked.refusal);
      const confirmed = await payments.confirmSavedCard(userId, params.id, tokenId);
      return confirmed ? { status: 204, body: undefined } : problem(call, "saved_card_not_found");
    },
    "POST /api/payments/saved-cards/{id}/pay": async ({ params, body }, call) => {
      const { viewer, address, language, idempotencyKey } = call;
      const result = await payments.payWithSavedCard({
        ...{ fanId: viewer.userId, cardId: params.id, packageId: body.package_id, amount: body.amount },
        ...{ orderId: body.orderid, idempotencyKey, address, language },
        sessionId: viewer.tokenId,
      });
      if (!result.ok) return refused(result.refusal, call);
      return { status: 200, body: presentPayment(result.payment, call) };
    },
  };
}

function refused(refusal: SavedCardRefusal, call: Pick<Call, "language">) {
  switch (refusal.code) {
    case "plan_unavailable":
      return fieldProblem(call, refusal.code, "package_id");
    case "amount_differs":
      return fieldProblem(call, refusal.code, "amount");
    case "saved_card_not_found":
    case "saved_card_expired":
    case "saved_card_confirm":
      return problem(call, refusal.code);
    default:
      return orderRefused(refusal, call);
  }
}
