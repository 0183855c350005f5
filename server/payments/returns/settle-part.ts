import type { Tx } from "#server/kit/database/database.ts";
import { publishEvent } from "#server/kit/outbox/outbox.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { PartAnswer } from "../gateways/gateway.ts";
import { tokensOf } from "../move-tokens.ts";
import type { PaymentsNeeds } from "../needs.ts";
import { shareOfTokens } from "../rules/part-refund.ts";
import { isRefundable } from "../rules/states.ts";
import { type Intent, lockIntent } from "../store/intents.ts";
import { dropPart, type PartRefund, partById, partsOf, settlePart } from "../store/part-refunds.ts";

/** A record that is written in the transaction that settles a part. */
export type Recorded = (tx: Tx, intent: Intent) => Promise<void>;

/** The sum is found to be back; which of the gateway's refunds it was, nothing shows. */
export const foundDone = { kind: "done", gatewayReference: null } as const;

/** Writes down the gateway's answer for a part. A payment that went back meanwhile has no tokens left to be taken. */
export async function settle(
  tx: Tx,
  needs: PaymentsNeeds,
  { id: partId, intent_id }: PartRefund,
  answer: Exclude<PartAnswer, { kind: "unknown" }>,
  record: Recorded,
): Promise<Result<{ intent: Intent }, "not_refundable" | "no_answer">> {
  const intent = await lockIntent(tx, intent_id);
  const part = await partById(tx, partId);
  if (!intent || !part) throw new Error(`payment ${intent_id} is gone`);
  const at = needs.clock.now();
  if (answer.kind === "refused") {
    if (part.state === "asked") await dropPart(tx, partId, at);
    return refuse("not_refundable");
  }
  if (part.state === "dropped") {
    needs.log.error(
      { paymentId: intent_id, partId },
      "a part went back that was given up as never asked for",
    );
    return refuse("no_answer");
  }
  if (part.state === "asked") {
    const tokens = isRefundable(intent.state) ? await takeShare(tx, needs, intent, part) : 0;
    await settlePart(tx, partId, { tokens, gatewayReference: answer.gatewayReference, at });
    await record(tx, intent);
  }
  return ok({ intent });
}

async function takeShare(
  tx: Tx,
  { wallet }: PaymentsNeeds,
  intent: Intent,
  part: PartRefund,
): Promise<number> {
  const { id, fan_id: fanId, amount_cents: paidCents, transfer_id: transferId } = intent;
  if (transferId === null) throw new Error(`payment ${id} was never credited`);
  const before = await partsOf(tx, id);
  const tokens = shareOfTokens({
    tokens: tokensOf(intent),
    paidCents,
    backCents: before.cents + part.amount_cents,
    taken: before.tokens,
  });
  if (tokens === 0) return 0;
  const key = `refund:${id}:part:${part.id}`;
  const reason = "purchase_refunded";
  const receipt = await wallet.reverse(tx, { key, transferId, tokens, kind: "refund", reason });
  if (!receipt.ok) throw new Error(`a part of payment ${id} could not be reversed: ${receipt.refusal.code}`);
  await publishEvent(tx, "purchase_part_returned", { fanId, transactionId: id, balance: receipt.balance });
  return tokens;
}

declare module "#server/kit/outbox/outbox.ts" {
  interface Events {
    /** Tokens of a purchase were taken back for a part of its price that was given back. */
    purchase_part_returned: { fanId: number; transactionId: string; balance: number };
  }
}
