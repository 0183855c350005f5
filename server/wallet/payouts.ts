import { sql } from "kysely";
import { type Reader, readRows } from "#server/kit/database/database.ts";
import { pageWithTotal } from "#server/kit/database/page-with-total.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { assertOrder, callLedger, toJson } from "./call-ledger.ts";
import type { MoveStatus } from "./move-tokens.ts";
import { receiptOf } from "./move-tokens.ts";
import type { Reasoned, Receipt, Writer } from "./orders.ts";

/** `before`: only what was earned before this instant may be paid out. */
export type Payout = Omit<Reasoned, "counterpart"> & { modelId: number; tokens: number; before: Date };

export type PayoutRefusal = { code: "key_conflict" } | { code: "exceeds_due"; due: number };

/**
 * Takes tokens out of the world that a model was paid for outside, never more than is due; the receipt's balance is the model's.
 * Payouts of one model wait for each other, and the ledger itself compares.
 */
export async function payOut(writer: Writer, order: Payout): Promise<Result<Receipt, PayoutRefusal>> {
  assertOrder(order);
  const moved = await callLedger<{
    status: MoveStatus | "exceeds_due";
    transfer_id: number;
    balance: number;
  }>(writer, "pay_out", [
    order.key,
    order.modelId,
    order.tokens,
    order.before.toISOString(),
    order.reason,
    toJson(order.metadata),
  ]);
  const { status } = moved;
  if (status === "exceeds_due") return refuse({ code: status, due: moved.balance });
  if (status === "key_conflict") return refuse({ code: status });
  return ok(receiptOf({ ...moved, status }));
}

/** A model's span of time in tokens. `due`: earned before its end and not paid out until now. */
export type PayoutLine = { modelId: number; earned: number; paid: number; due: number };
export type PayoutSpan = { from: Date; before: Date };

/** The models who earned or were paid something in a span, or have something due of it; most due first. */
export async function payoutSheet(
  reader: Reader,
  { from, before }: PayoutSpan,
  { modelId: only, limit, offset: skipped }: { modelId?: number; limit: number; offset: number },
): Promise<{ rows: PayoutLine[]; total: number }> {
  const { rows, total } = await pageWithTotal(skipped, (offset) =>
    readRows(
      reader,
      sql<PayoutLine & { total: number }>`
      with model as (
        select id, owner_id as model_id from wallet.account
        where kind = 'model' and (${only ?? null}::bigint is null or owner_id = ${only ?? null})),
      line as (
        select model.model_id, wallet.due(model.model_id, ${before}) as due,
          coalesce((select sum(t.amount) from wallet.transfer as t
            where t.credit_id = model.id and t.created_at >= ${from} and t.created_at < ${before}), 0)
          - coalesce((select sum(t.amount) from wallet.transfer as t
            where t.debit_id = model.id and t.kind <> 'payout'
              and t.created_at >= ${from} and t.created_at < ${before}), 0) as earned,
          coalesce((select sum(t.amount) from wallet.transfer as t
            where t.debit_id = model.id and t.kind = 'payout'
              and t.created_at >= ${from} and t.created_at < ${before}), 0) as paid
        from model)
      select model_id as "modelId", earned::bigint as earned, paid::bigint as paid, due,
        count(*) over ()::int as total
      from line where earned <> 0 or paid <> 0 or due <> 0
      order by due desc, model_id limit ${limit} offset ${offset}`,
    ),
  );
  const lines = rows.map(({ modelId, earned, paid, due }) => ({ modelId, earned, paid, due }));
  return { rows: lines, total };
}
