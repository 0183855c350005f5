import type { Reader, Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { PaymentsNeeds } from "../needs.ts";
import { settleIntent } from "../purchase/settle-intent.ts";
import {
  chargebackById,
  insertResolution,
  isResolved,
  type OpenChargeback,
  openChargebacks,
} from "../store/chargebacks.ts";
import { type Intent, lockIntent, paidWithCard } from "../store/intents.ts";

/** A chargeback for the staff to resolve, with every payment of that sum by such or an unknown card, newest first. */
export type ChargebackToResolve = OpenChargeback & { fitting: Intent[] };

/** `unknown`: there is no such chargeback. `not_fitting`: the payment is of another card or sum, or is not paid. */
export type ResolutionRefusal = "unknown" | "resolved" | "not_fitting";

/** The sums that banks took back without naming a payment for sure, oldest first. */
export async function chargebacksToResolve(reader: Reader): Promise<ChargebackToResolve[]> {
  const open = await openChargebacks(reader);
  return Promise.all(
    open.map(async (one) => ({ ...one, fitting: await paidWithCard(reader, one.gateway, one).execute() })),
  );
}

/**
 * Takes the payment back that a chargeback belongs to by the decision of staff, or, with null, keeps that it is none of ours. Once for
 * each chargeback and each payment, however many press at once. `record` runs in the same transaction.
 */
export async function resolveChargeback(
  needs: PaymentsNeeds,
  id: number,
  paymentId: string | null,
  record: (tx: Tx, chargeback: OpenChargeback) => Promise<void>,
): Promise<Result<object, ResolutionRefusal>> {
  const chargeback = await chargebackById(needs.db, id);
  if (!chargeback) return refuse("unknown");
  return inTransaction(needs.db, async (tx) => {
    const intent = paymentId === null ? null : await lockIntent(tx, paymentId);
    const now = needs.clock.now();
    if (await isResolved(tx, id)) return refuse("resolved");
    if (intent !== null && !(intent && fits(intent, chargeback))) return refuse("not_fitting");
    // Waits for anybody who resolves it at the same moment.
    if (!(await insertResolution(tx, id, intent?.id ?? null, now))) return refuse("resolved");
    if (intent) {
      const { amountCents, currency } = chargeback;
      const gatewayReference = intent.gateway_reference ?? `chargeback:${id}`;
      const outcome = {
        kind: "charged_back",
        gatewayReference,
        amountCents,
        currency,
        sequence: null,
      } as const;
      const { verdict } = await settleIntent(needs, tx, intent, outcome, "staff");
      if (verdict !== "applied")
        throw new Error(`payment ${intent.id} did not take chargeback ${id}: ${verdict}`);
    }
    await record(tx, chargeback);
    return ok({});
  });
}

function fits(intent: Intent, { gateway, last4, amountCents, currency }: OpenChargeback): boolean {
  return (
    intent.state === "succeeded" &&
    intent.gateway === gateway &&
    (intent.card_last4 === null || intent.card_last4 === last4) &&
    intent.amount_cents === amountCents &&
    intent.currency === currency
  );
}
