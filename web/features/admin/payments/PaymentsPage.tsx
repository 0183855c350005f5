import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { AdminPayment } from "#contract/admin-payments.ts";
import { tokens } from "#web/lib/i18n/format.ts";
import { anyMoney } from "#web/lib/i18n/local-money.ts";
import { m } from "#web/paraglide/messages.js";
import { debtsQuery, paymentsIn } from "../admin-queries.ts";
import { AdminList, AdminSearch, When } from "../parts.tsx";
import { useFilters } from "../use-admin.ts";
import { whatWasBought } from "./bought.ts";
import { Chargebacks } from "./Chargebacks.tsx";
import { PaymentState } from "./PaymentState.tsx";

/** Payments of everybody, and who owes tokens. */
export function PaymentsPage() {
  const { address, search, change } = useFilters(["all"]);
  const answer = useQuery(paymentsIn(address));
  return (
    <>
      <h1>{m.admin_payments()}</h1>
      <Chargebacks />
      <div className="mt-4 mb-3">
        <AdminSearch
          label={m.admin_payments_search()}
          value={search}
          onSearch={(text) => change({ search: text })}
        />
      </div>
      <AdminList
        answer={answer}
        label={m.admin_payments()}
        empty={search === "" ? m.admin_payments_none() : m.admin_payments_not_found()}
        keyOf={(payment) => payment.id}
        onPage={(next) => change({ page: String(next) })}
      >
        {(payment) => <PaymentRow payment={payment} />}
      </AdminList>
      <Debts />
    </>
  );
}

function PaymentRow({ payment }: { payment: AdminPayment }) {
  return (
    <Link
      to={`/admin/models/payments/${payment.id}`}
      className="grid gap-1.5 p-4 outline-offset-[-2px] hover:bg-raised"
    >
      <span className="flex flex-wrap items-center gap-2 font-semibold">
        {payment.fan}
        <span className="tabular-nums">{anyMoney(payment.amount, payment.currency)}</span>
        <PaymentState state={payment.state} />
      </span>
      <span className="flex flex-wrap gap-x-3 gap-y-1 text-text-2">
        <span className="tabular-nums">{payment.order_id}</span>
        <span>{whatWasBought(payment)}</span>
        {payment.card && <span className="whitespace-nowrap">{payment.card}</span>}
        <When at={payment.created_at} />
      </span>
    </Link>
  );
}

function Debts() {
  const answer = useQuery(debtsQuery);
  const debts = answer.data?.data ?? [];
  if (debts.length === 0) return null;
  return (
    <section className="mt-10">
      <h2 className="mb-3">{m.admin_debts()}</h2>
      <p className="mb-3 text-text-2">{m.admin_debts_text()}</p>
      <ul className="rounded-16 bg-surface shadow-[inset_0_0_0_1px_var(--line)] [&>li+li]:border-t [&>li+li]:border-line">
        {debts.map((debt) => (
          <li key={debt.fan_id} className="flex items-center justify-between gap-4 px-4 py-3">
            <Link to={`/admin/models/payments?search=${debt.fan_id}`} className="hover:underline">
              {debt.fan}
            </Link>
            <span className="tabular-nums">
              {m.admin_tokens({ count: debt.tokens, amount: tokens(debt.tokens) })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
