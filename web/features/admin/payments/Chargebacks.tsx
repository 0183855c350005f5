import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type { AdminPayment, OpenChargeback } from "#contract/admin-payments.ts";
import { refundReasonHoldsCard } from "#contract/card-number.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { money, tokens } from "#web/lib/i18n/format.ts";
import { anyMoney } from "#web/lib/i18n/local-money.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { chargebacksQuery } from "../admin-queries.ts";
import { When } from "../parts.tsx";
import { ReasonDialog } from "../ReasonDialog.tsx";
import { useAdminCommand } from "../use-admin.ts";
import { PaymentState } from "./PaymentState.tsx";

type Choice = { chargeback: OpenChargeback; payment: AdminPayment | null };

/**
 * The sums that banks took back without naming a payment for sure: staff say whose each was. Nothing where there is
 * none.
 */
export function Chargebacks() {
  const answer = useQuery(chargebacksQuery);
  const [choice, setChoice] = useState<Choice | null>(null);
  const open = answer.data?.data ?? [];
  return (
    <>
      {open.length > 0 && (
        <section aria-label={m.admin_chargebacks()} className="mt-4 grid gap-3">
          <h2>{m.admin_chargebacks()}</h2>
          <p className="text-text-2">{m.admin_chargebacks_text()}</p>
          {open.map((chargeback) => (
            <Chargeback
              key={chargeback.id}
              chargeback={chargeback}
              onChoose={(payment) => setChoice({ chargeback, payment })}
            />
          ))}
        </section>
      )}
      {choice && <ResolveDialog choice={choice} onClose={() => setChoice(null)} />}
    </>
  );
}

type ChargebackProps = { chargeback: OpenChargeback; onChoose(payment: AdminPayment | null): void };

function Chargeback({ chargeback, onChoose }: ChargebackProps) {
  const { amount, card, gateway, payments } = chargeback;
  return (
    <article className="grid gap-3 rounded-16 bg-surface p-4 shadow-[inset_0_0_0_1px_var(--line)]">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="tabular-nums">{m.admin_chargeback_line({ amount: money(amount), card, gateway })}</h3>
        <span className="text-text-2">
          <When at={chargeback.received_at} />
        </span>
        <Button tone="quiet" className="ml-auto" onClick={() => onChoose(null)}>
          {m.admin_chargeback_none()}
        </Button>
      </header>
      {payments.length === 0 && <p className="text-text-2">{m.admin_chargeback_none_fits()}</p>}
      <ul className="grid gap-2">
        {payments.map((payment) => (
          <li
            key={payment.id}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-12 bg-raised px-4 py-2.5"
          >
            <Link to={`/admin/models/payments/${payment.id}`} className="font-[550] hover:underline">
              {payment.fan}
            </Link>
            <PaymentState state={payment.state} />
            <span className="text-text-2 tabular-nums">{payment.order_id}</span>
            <span className="text-text-2">
              <When at={payment.created_at} />
            </span>
            {payment.card === null && (
              <span className="text-text-2">{m.admin_chargeback_card_unknown()}</span>
            )}
            {payment.refundable && (
              <Button tone="danger" className="ml-auto" onClick={() => onChoose(payment)}>
                {m.admin_chargeback_this()}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </article>
  );
}

function ResolveDialog({ choice, onClose }: { choice: Choice; onClose(): void }) {
  const { chargeback, payment } = choice;
  const { pending, run } = useAdminCommand(
    (reason: string, idempotencyKey) =>
      browserApi.call("POST /api/admin/chargebacks/{id}/resolve", {
        params: { id: chargeback.id },
        body: { payment_id: payment?.id ?? null, reason },
        idempotencyKey,
      }),
    () => m.admin_chargeback_done(),
  );
  const confirm = async (reason: string) => {
    if (await run(reason)) onClose();
  };
  return (
    <ReasonDialog
      title={
        payment
          ? m.admin_chargeback_this_title({
              amount: anyMoney(payment.amount, payment.currency),
              fan: payment.fan,
            })
          : m.admin_chargeback_none_title()
      }
      text={
        payment
          ? m.admin_chargeback_this_text({ count: payment.tokens, amount: tokens(payment.tokens) })
          : m.admin_chargeback_none_text()
      }
      confirm={payment ? m.admin_chargeback_this() : m.admin_chargeback_none()}
      danger={payment !== null}
      busy={pending}
      problemOf={(text) => (refundReasonHoldsCard(text) ? m.pay_error_card_number_in_text() : null)}
      onConfirm={(text) => void confirm(text)}
      onClose={onClose}
    />
  );
}
