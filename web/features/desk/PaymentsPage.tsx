import { Link } from "react-router";
import type { DeskPayment } from "#contract/desk.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { money, tokens } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { PaymentState } from "./PaymentState.tsx";
import { DeskList, DeskSearch, When } from "./parts.tsx";
import { useDesk, useFilters } from "./use-desk.ts";

/** Payments of everybody, and who owes tokens. */
export function PaymentsPage() {
  const { page, search, change } = useFilters(["all"]);
  const query = { page, search };
  const answer = useDesk(["payments", query], () => browserApi.call("GET /api/admin/payments", { query }));
  return (
    <>
      <h1>{m.desk_payments()}</h1>
      <div className="mt-4 mb-3">
        <DeskSearch
          key={search}
          label={m.desk_payments_search()}
          value={search}
          onSearch={(text) => change({ search: text })}
        />
      </div>
      <DeskList
        answer={answer}
        label={m.desk_payments()}
        empty={search === "" ? m.desk_payments_none() : m.desk_payments_not_found()}
        keyOf={(payment) => payment.id}
        onPage={(next) => change({ page: String(next) })}
      >
        {(payment) => <PaymentRow payment={payment} />}
      </DeskList>
      <Debts />
    </>
  );
}

function PaymentRow({ payment }: { payment: DeskPayment }) {
  return (
    <Link
      to={`/admin/models/payments/${payment.id}`}
      className="grid gap-1.5 p-4 outline-offset-[-2px] hover:bg-raised"
    >
      <span className="flex flex-wrap items-center gap-2 font-semibold">
        {payment.fan}
        <span className="tabular-nums">{money(payment.amount)}</span>
        <PaymentState state={payment.state} />
      </span>
      <span className="flex flex-wrap gap-x-3 gap-y-1 text-text-2">
        <span className="tabular-nums">{payment.order_id}</span>
        <span>{m.desk_tokens({ count: tokens(payment.tokens) })}</span>
        {payment.card && <span className="whitespace-nowrap">{payment.card}</span>}
        <When at={payment.created_at} />
      </span>
    </Link>
  );
}

function Debts() {
  const answer = useDesk(["debts"], () => browserApi.call("GET /api/admin/debts", { query: {} }));
  const debts = answer.data?.data ?? [];
  if (debts.length === 0) return null;
  return (
    <section className="mt-10">
      <h2 className="mb-3">{m.desk_debts()}</h2>
      <p className="mb-3 text-text-2">{m.desk_debts_text()}</p>
      <ul className="rounded-16 bg-surface shadow-[inset_0_0_0_1px_var(--line)] [&>li+li]:border-t [&>li+li]:border-line">
        {debts.map((debt) => (
          <li key={debt.fan_id} className="flex items-center justify-between gap-4 px-4 py-3">
            <Link to={`/admin/models/payments?search=${debt.fan_id}`} className="hover:underline">
              {debt.fan}
            </Link>
            <span className="tabular-nums">{m.desk_tokens({ count: tokens(debt.tokens) })}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
