import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type { AdminPaymentDetails } from "#contract/admin-payments.ts";
import { tokens } from "#web/lib/i18n/format.ts";
import { anyMoney } from "#web/lib/i18n/local-money.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { paymentQuery } from "../admin-queries.ts";
import { EndSessionsButton } from "../EndSessionsButton.tsx";
import { NotRead } from "../NotRead.tsx";
import { DetailList, Waiting, When } from "../parts.tsx";
import { RemoveFactorButton } from "../RemoveFactorButton.tsx";
import { SuspendFanButton } from "../SuspendFanButton.tsx";
import { whatWasBought } from "./bought.ts";
import { PaymentState, paymentStateName, sourceName, verdictName } from "./PaymentState.tsx";
import { RefundDialog } from "./RefundDialog.tsx";

/** One payment with every step that it took, what was reported too late to be one, and the way to give it back. */
export function PaymentPage({ id }: { id: string }) {
  const answer = useQuery(paymentQuery(id));
  return (
    <>
      <Link
        to="/admin/models/payments"
        className="inline-flex min-h-11 items-center gap-1.5 text-text-2 hover:text-text"
      >
        <Icon name="left" size={18} />
        {m.admin_payments()}
      </Link>
      {answer.data ? (
        <Payment payment={answer.data} />
      ) : answer.isError ? (
        <NotRead answer={answer} back={{ to: "/admin/models/payments", text: m.admin_payments() }} />
      ) : (
        <Waiting />
      )}
    </>
  );
}

function Payment({ payment }: { payment: AdminPaymentDetails }) {
  const [asking, setAsking] = useState(false);
  const { consent } = payment;
  return (
    <div className="grid gap-6">
      <header className="flex flex-wrap items-center gap-3">
        <h1 className="tabular-nums">{anyMoney(payment.amount, payment.currency)}</h1>
        <PaymentState state={payment.state} />
        <div className="ml-auto flex flex-wrap gap-2">
          <EndSessionsButton accountId={payment.fan_id} name={payment.fan} />
          <SuspendFanButton accountId={payment.fan_id} name={payment.fan} />
          <RemoveFactorButton accountId={payment.fan_id} name={payment.fan} />
        </div>
        {payment.kind === "subscription" && payment.state === "succeeded" && !payment.refundable && (
          <p className="basis-full text-text-2 [overflow-wrap:anywhere]">
            {m.admin_refund_at_provider({ gateway: payment.gateway, transaction: payment.order_id })}
          </p>
        )}
        {payment.refundable && (
          <Button tone="danger" onClick={() => setAsking(true)}>
            {m.admin_refund()}
          </Button>
        )}
      </header>
      <section className="rounded-16 bg-surface p-5 shadow-[inset_0_0_0_1px_var(--line)]">
        <DetailList
          details={[
            [m.admin_fan(), `${payment.fan} (#${payment.fan_id})`],
            [m.admin_fan_account(), accountStates[payment.account]()],
            [m.admin_bought(), whatWasBought(payment)],
            [
              m.admin_balance_now(),
              m.admin_tokens({ count: payment.balance, amount: tokens(payment.balance) }),
            ],
            ...(payment.refunded > 0
              ? [[m.admin_refunded_parts(), anyMoney(payment.refunded, payment.currency)] as const]
              : []),
            ...(payment.asked_back > 0
              ? [[m.admin_asked_back(), anyMoney(payment.asked_back, payment.currency)] as const]
              : []),
            ...(payment.debt > 0
              ? [
                  [
                    m.admin_debt(),
                    m.admin_tokens({ count: payment.debt, amount: tokens(payment.debt) }),
                  ] as const,
                ]
              : []),
            [payment.kind === "tokens" ? m.admin_order() : m.admin_transaction(), payment.order_id],
            [m.admin_payment_id(), payment.id],
            [m.admin_card(), payment.card ?? "–"],
            [m.admin_gateway(), payment.gateway],
            [
              m.admin_consent(),
              <span key="consent">
                {m.admin_consent_version({ version: consent.version, address: consent.address })} ·{" "}
                <When at={consent.at} />
              </span>,
            ],
          ]}
        />
      </section>
      <section>
        <h2 className="mb-3">{m.admin_steps()}</h2>
        <ol className="grid gap-2">
          {payment.events.map((event) => (
            <li
              key={`${event.at} ${event.to} ${event.verdict}`}
              className="flex flex-wrap items-center gap-x-3 rounded-12 bg-raised px-4 py-2.5"
            >
              <span className="font-[550]">{paymentStateName(event.to)}</span>
              <span className="text-text-3">
                {sourceName(event.source)}
                {event.detail && ` · ${event.detail}`}
                {event.verdict !== "applied" && ` · ${verdictName(event.verdict)}`}
              </span>
              <span className="ml-auto text-text-2">
                <When at={event.at} />
              </span>
            </li>
          ))}
        </ol>
      </section>
      {asking && <RefundDialog payment={payment} onClose={() => setAsking(false)} />}
    </div>
  );
}

const accountStates = {
  open: () => m.admin_account_open(),
  suspended: () => m.admin_account_suspended(),
  closed: () => m.admin_account_closed(),
} as const;
