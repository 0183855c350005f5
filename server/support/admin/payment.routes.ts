import { randomUUID } from "node:crypto";
import type { adminPaymentsContract } from "#contract/admin-payments.ts";
import type { Call, Handlers } from "#server/kit/http/call.ts";
import { pageOf } from "#server/kit/http/pages.ts";
import { keyOf, problem } from "#server/kit/http/problem.ts";
import { paymentsPerPage, toDecimal } from "#server/payments/payments.ts";
import { debtsPerPage } from "#server/wallet/wallet.ts";
import { listChargebacks, resolveChargeback } from "./chargebacks.ts";
import { type AdminNeeds, staffOf } from "./needs.ts";
import { paymentDetails } from "./payment-details.ts";
import { findPayments, namesOfFans, presentCharge, presentPayment } from "./payment-search.ts";
import { presentChecks } from "./present.ts";
import { refund, type RefundRefusal } from "./refund-payment.ts";

/** Payments, debts, and how the machine is. */
export function paymentRoutes(needs: AdminNeeds): Handlers<typeof adminPaymentsContract> {
  const find = findPayments(needs);
  const refundPayment = refund(needs);
  const resolve = resolveChargeback(needs);
  return {
    "GET /api/admin/payments": async ({ query: { search, page } }) => {
      const { rows, total } = await find(search, page);
      const names = await namesOfFans(
        needs,
        rows.map((found) => (found.kind === "tokens" ? found.payment.fan_id : found.payment.fanId)),
      );
      const paging = { page, total, pageSize: paymentsPerPage };
      const data = rows.map((found) =>
        found.kind === "tokens" ? presentPayment(found.payment, names) : presentCharge(found.payment, names),
      );
      return { status: 200, body: pageOf(data, paging, "/api/admin/payments", { search }) };
    },
    "GET /api/admin/payments/{id}": async ({ params }, call) => {
      const body = await paymentDetails(needs, params.id);
      return body ? { status: 200, body } : problem(call, "unknown_payment");
    },
    "POST /api/admin/payments/{id}/refund": async ({ params, body: { reason, amount } }, call) => {
      const key = call.idempotencyKey ?? randomUUID();
      const done = await refundPayment(await staffOf(needs, call), {
        ...{ paymentId: params.id.toLowerCase(), reason, key },
        amountCents: amount === undefined ? null : Math.round(amount * 100),
      });
      if (!done.ok) return refused(done.refusal, call);
      const body = await paymentDetails(needs, params.id);
      return body ? { status: 200, body } : problem(call, "unknown_payment");
    },
    "GET /api/admin/chargebacks": async () => ({ status: 200, body: await listChargebacks(needs) }),
    "POST /api/admin/chargebacks/{id}/resolve": async ({ params, body: { payment_id, reason } }, call) => {
      const key = call.idempotencyKey ?? randomUUID();
      const order = { id: params.id, paymentId: payment_id, reason, key };
      const done = await resolve(await staffOf(needs, call), order);
      if (done.ok) return { status: 200, body: await listChargebacks(needs) };
      return problem(call, resolutionKeys[done.refusal]);
    },
    "GET /api/admin/debts": async ({ query: { page } }) => {
      const { rows, total } = await needs.wallet.debts(needs.db, page);
      const names = await namesOfFans(
        needs,
        rows.map((row) => row.fanId),
      );
      const data = rows.map(({ fanId, tokens }) => ({
        fan_id: fanId,
        fan: names.get(fanId) ?? `#${fanId}`,
        tokens,
      }));
      return {
        status: 200,
        body: pageOf(data, { page, total, pageSize: debtsPerPage }, "/api/admin/debts"),
      };
    },
    "GET /api/admin/books": async ({ query: { day } }) => {
      const from = new Date(day);
      const before = new Date(from.getTime() + 86_400_000);
      const [{ lines, differences }, charges, openRefunds] = await Promise.all([
        needs.payments.books({ from, before }),
        needs.subscriptions.staffCharges.books({ from, before }),
        needs.subscriptions.staffCharges.openRefunds({ from, before }),
      ]);
      const both = [
        ...lines.map((line) => ({ kind: "tokens" as const, ...line })),
        ...charges.map((line) => ({ kind: "subscription" as const, ...line })),
      ];
      const body = {
        lines: both.map(({ cents, ...line }) => ({ ...line, amount: cents / 100 })),
        differences: [
          ...differences.map(({ paymentId, orderId, at, ...difference }) => ({
            ...difference,
            ...{ payment_id: paymentId, order_id: orderId, at: at.toISOString() },
          })),
          ...openRefunds.map(({ chargeId, gateway, transactionId, amountCents, currency, at }) => ({
            ...{
              kind: "part_open" as const,
              gateway,
              payment_id: `sub-${chargeId}`,
              order_id: transactionId,
            },
            ...{ detail: `${toDecimal(amountCents)} ${currency}`, at: at.toISOString() },
          })),
        ],
      };
      return { status: 200, body };
    },
    "GET /api/admin/day-reports": async () => {
      const reports = await needs.payments.dayReports();
      const data = reports.map(({ madeAt, ...report }) => ({ ...report, made_at: madeAt.toISOString() }));
      return { status: 200, body: { data } };
    },
    "GET /api/admin/state": async () => {
      const { support, payments, wallet, db } = needs;
      const [checks, tickets, waiting, chargebacks, debts] = await Promise.all([
        support.checks(db),
        support.waiting(),
        payments.waiting(),
        payments.openChargebacks(),
        wallet.debts(db, 1),
      ]);
      const oldest = waiting.oldest?.toISOString() ?? null;
      const body = { ...presentChecks(checks, needs.clock.now()), tickets, debts: { fans: debts.total } };
      return { status: 200, body: { ...body, payments: { waiting: waiting.waiting, oldest, chargebacks } } };
    },
  };
}

const resolutionKeys = {
  unknown: "unknown_chargeback",
  resolved: "chargeback_resolved",
  not_fitting: "chargeback_not_fitting",
  key_reused: "refund_key_reused",
} as const;

function refused(refusal: RefundRefusal, call: Call) {
  return problem(
    call,
    keyOf(refusal, {
      ...{ unknown: "unknown_payment", key_reused: "refund_key_reused", too_much: "refund_too_much" },
    }),
  );
}
