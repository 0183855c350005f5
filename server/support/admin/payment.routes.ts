import { randomUUID } from "node:crypto";
import type { AdminPaymentDetails, adminPaymentsContract } from "#contract/admin-payments.ts";
import type { Call, Handlers } from "#server/kit/http/call.ts";
import { pageOf } from "#server/kit/http/pages.ts";
import { keyOf, problem } from "#server/kit/http/problem.ts";
import {
  type PartRefund,
  type PaymentEvent,
  paymentsPerPage,
  toDecimal,
  type PartRefusal,
} from "#server/payments/payments.ts";
import { debtsPerPage } from "#server/wallet/wallet.ts";
import { listChargebacks, resolveChargeback } from "./chargebacks.ts";
import { type AdminNeeds, staffOf } from "./needs.ts";
import {
  chargeIdIn,
  findPayments,
  namesOfFans,
  presentCharge,
  presentPayment,
  refund,
} from "./payment-search.ts";
import { presentChecks } from "./present.ts";

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
      const body = await details(needs, params.id);
      return body ? { status: 200, body } : problem(call, "unknown_payment");
    },
    "POST /api/admin/payments/{id}/refund": async ({ params, body: { reason, amount } }, call) => {
      const key = call.idempotencyKey ?? randomUUID();
      if (chargeIdIn(params.id) !== null) return problem(call, "not_supported");
      const done = await refundPayment(await staffOf(needs, call), {
        ...{ paymentId: params.id.toLowerCase(), reason, key },
        amountCents: amount === undefined ? null : Math.round(amount * 100),
      });
      if (!done.ok) return refused(done.refusal, call);
      const body = await details(needs, params.id);
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
      const [{ lines, differences }, charges] = await Promise.all([
        needs.payments.books({ from, before }),
        needs.subscriptions.staffCharges.books({ from, before }),
      ]);
      const both = [
        ...lines.map((line) => ({ kind: "tokens" as const, ...line })),
        ...charges.map((line) => ({ kind: "subscription" as const, ...line })),
      ];
      const body = {
        lines: both.map(({ cents, ...line }) => ({ ...line, amount: cents / 100 })),
        differences: differences.map(({ paymentId, orderId, at, ...difference }) => ({
          ...difference,
          ...{ payment_id: paymentId, order_id: orderId, at: at.toISOString() },
        })),
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

function refused(refusal: PartRefusal, call: Call) {
  return problem(
    call,
    keyOf(refusal, {
      ...{ unknown: "unknown_payment", key_reused: "refund_key_reused", too_much: "refund_too_much" },
    }),
  );
}

async function details(needs: AdminNeeds, id: string): Promise<AdminPaymentDetails | null> {
  const charge = chargeIdIn(id);
  if (charge !== null) return chargeDetails(needs, charge);
  const found = await needs.payments.history(id.toLowerCase());
  if (!found) return null;
  const { intent, events, parts } = found;
  const done = parts.filter(({ state }) => state === "done");
  const names = await namesOfFans(needs, [intent.fan_id]);
  return {
    ...presentPayment(intent, names),
    consent: {
      version: intent.terms_version,
      at: intent.accepted_at.toISOString(),
      address: intent.accepted_address,
    },
    ...(await fanNow(needs, intent.fan_id)),
    refunded: cents(done.map((part) => part.amount_cents)) / 100,
    asked_back: cents(parts.filter(({ state }) => state === "asked").map((part) => part.amount_cents)) / 100,
    events: withParts(events, done),
  };
}

const cents = (sums: readonly number[]) => sums.reduce((all, one) => all + one, 0);

/** The steps of a payment and the parts that were given back of it, in their order. */
function withParts(
  events: readonly PaymentEvent[],
  parts: readonly PartRefund[],
): AdminPaymentDetails["events"] {
  const given = parts.map(({ amount_cents, tokens, settled_at, asked_at }) => ({
    ...{ from: "succeeded", to: "part_refunded", verdict: "applied" as const, source: "staff" },
    ...{ detail: `${toDecimal(amount_cents)} · ${tokens ?? 0}`, at: settled_at ?? asked_at },
  }));
  return [...events, ...given]
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .map(({ at, ...event }) => ({ ...event, at: at.toISOString() }));
}

async function chargeDetails(needs: AdminNeeds, id: number): Promise<AdminPaymentDetails | null> {
  const { rows } = await needs.subscriptions.staffCharges.find({ id }, 1);
  const [charge] = rows;
  if (!charge) return null;
  const names = await namesOfFans(needs, [charge.fanId]);
  const parts = await needs.subscriptions.staffCharges.parts(charge);
  const reported = { verdict: "applied", source: "callback", detail: null } as const;
  return {
    ...presentCharge(charge, names),
    consent: {
      version: charge.termsVersion,
      at: charge.acceptedAt.toISOString(),
      address: charge.acceptedAddress,
    },
    ...(await fanNow(needs, charge.fanId)),
    refunded: charge.state === "paid" ? charge.backCents / 100 : 0,
    asked_back: 0,
    events: [
      { from: null, to: "succeeded", at: charge.at.toISOString(), ...reported },
      ...parts.map(({ amountCents, at }) => ({
        ...{ from: "succeeded", to: "part_refunded", at: at.toISOString() },
        ...{ ...reported, detail: toDecimal(amountCents) },
      })),
      ...(charge.returnedAt
        ? [{ from: "succeeded", to: charge.state, at: charge.returnedAt.toISOString(), ...reported }]
        : []),
    ],
  };
}

/** What the fan of a payment has and owes, and whether their account is open still. An erased one is closed. */
async function fanNow(
  { db, accounts, wallet }: AdminNeeds,
  fanId: number,
): Promise<Pick<AdminPaymentDetails, "balance" | "debt" | "account">> {
  const [fan, suspended, balance, debt] = await Promise.all([
    accounts.byId(db, fanId),
    accounts.suspendedSince(db, [fanId]),
    wallet.balance(db, { kind: "fan", id: fanId }),
    wallet.debtOf(db, fanId),
  ]);
  const account = !fan || fan.closed_at ? "closed" : suspended.has(fanId) ? "suspended" : "open";
  return { balance, debt, account };
}
