import type { PayoutRow } from "#contract/earnings.ts";
import { payoutCentsOf } from "#contract/payout-cents.ts";
import { csvOf } from "#server/kit/csv.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { PayoutLine, PayoutSpan } from "#server/wallet/wallet.ts";
import type { Staff } from "../record-action.ts";
import type { AdminNeeds } from "./needs.ts";

export const payoutsPerPage = 50;
const entireSheetMax = 50_000;

export type PayoutOrder = {
  modelId: number;
  /** `2026-05`: only what was earned until its end is paid. */
  month: string;
  tokens: number;
  reference: string;
  clientId: string;
};
export type PayoutRefusal = "unknown_model" | "exceeds_due" | "key_reused";

/** A month in UTC as instants: its first, and the first of the next. */
export function spanOfMonth(month: string): PayoutSpan {
  const from = new Date(`${month}-01T00:00:00Z`);
  return { from, before: new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1)) };
}

/** Models' earnings, payouts and sums due, and how a payment to one is entered. */
export function payouts(needs: AdminNeeds) {
  const { db, wallet, accounts, support, clock, payoutCents } = needs;

  async function present(lines: readonly PayoutLine[]): Promise<PayoutRow[]> {
    const names = await accounts.logins(
      db,
      lines.map(({ modelId }) => modelId),
    );
    return lines.map(({ modelId, earned, paid, due }) => ({
      ...{ model_id: modelId, login: names.get(modelId) ?? `#${modelId}`, earned, paid, due },
      amount: payoutCentsOf(due, payoutCents) / 100,
    }));
  }

  async function rowOf(modelId: number, month: string): Promise<PayoutRow> {
    const { rows } = await wallet.payoutSheet(db, spanOfMonth(month), { modelId, limit: 1, offset: 0 });
    const [row] = await present([rows[0] ?? { modelId, earned: 0, paid: 0, due: 0 }]);
    if (!row) throw new Error(`model ${modelId} has no line`);
    return row;
  }

  return {
    async sheet(month: string, page: number): Promise<{ rows: PayoutRow[]; total: number }> {
      const place = { limit: payoutsPerPage, offset: (page - 1) * payoutsPerPage };
      const { rows, total } = await wallet.payoutSheet(db, spanOfMonth(month), place);
      return { rows: await present(rows), total };
    },
    async csv(month: string): Promise<string> {
      const all = { limit: entireSheetMax, offset: 0 };
      const { rows } = await wallet.payoutSheet(db, spanOfMonth(month), all);
      return csvOf(await present(rows), ["model_id", "login", "earned", "paid", "due", "amount"]);
    },
    /**
     * Enters a payment that was made outside: the tokens leave the ledger and the log records who entered it. A
     * repeated `clientId` names the same payment.
     */
    async pay(staff: Staff, order: PayoutOrder): Promise<Result<{ row: PayoutRow }, PayoutRefusal>> {
      const { modelId, month, tokens, reference, clientId } = order;
      const model = await accounts.byId(db, modelId);
      if (model?.role !== "model") return refuse("unknown_model");
      const key = `payout:${clientId}`;
      const entry = {
        ...({ key, staff, action: "pay_out", target: `model:${modelId}`, label: model.login } as const),
        ...{ reason: `${month}: ${tokens} · ${reference}`, at: clock.now() },
      };
      const paid = await inTransaction(db, async (tx): Promise<Result<object, PayoutRefusal>> => {
        const recorded = await support.isRecorded(tx, entry);
        if (recorded !== "new") return recorded === "same" ? ok({}) : refuse("key_reused");
        const { before } = spanOfMonth(month);
        const metadata = { month, reference, cents: payoutCentsOf(tokens, payoutCents), staff: staff.id };
        const moved = await wallet.payOut(tx, {
          ...{ key, modelId, tokens, before, metadata },
          reason: `Payout ${month}: ${reference}`,
        });
        if (!moved.ok) return refuse(moved.refusal.code === "exceeds_due" ? "exceeds_due" : "key_reused");
        await support.record(tx, entry);
        return ok({});
      });
      return paid.ok ? ok({ row: await rowOf(modelId, month) }) : paid;
    },
  };
}
