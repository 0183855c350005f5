import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { SubscriptionPayment } from "#contract/subscription-payments.ts";
import { subscriptionPaymentsQuery } from "#web/entities/subscription/subscription-payments-query.ts";
import { utcDay } from "#web/lib/i18n/format.ts";
import { anyMoney } from "#web/lib/i18n/local-money.ts";
import { m } from "#web/paraglide/messages.js";
import { ButtonLink } from "#web/ui/buttons/Button.tsx";
import { ListPages } from "#web/ui/ListPages.tsx";
import { EmptyState } from "#web/ui/states/EmptyState.tsx";
import { Skeleton } from "#web/ui/states/Skeleton.tsx";
import { StatementFrame } from "./StatementFrame.tsx";
import { paymentNotes } from "./SubscriptionReceiptPage.tsx";

/** Every payment for a subscription, with its receipt. */
export function SubscriptionPaymentsPage() {
  const pages = useInfiniteQuery(subscriptionPaymentsQuery);
  const payments = pages.data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <StatementFrame shown="subscriptions" lead={m.sub_payments_lead()}>
      <ListPages
        list={pages}
        skeleton={<Skeleton className="h-64 rounded-16" />}
        nothing={payments.length === 0 && <Nothing />}
      >
        {payments.length > 0 && (
          <ul className="rounded-16 bg-surface px-4 shadow-[inset_0_0_0_1px_var(--line)]">
            {payments.map((payment) => (
              <PaymentEntry key={payment.id} payment={payment} />
            ))}
          </ul>
        )}
      </ListPages>
    </StatementFrame>
  );
}

function PaymentEntry({ payment }: { payment: SubscriptionPayment }) {
  const { id, at, model, amount, currency, returned } = payment;
  return (
    <li className="flex items-center gap-4 border-line py-3 not-first:border-t">
      <div className="min-w-0 flex-1">
        <p className="font-[550] wrap-anywhere">{model.name || m.sub_model_gone()}</p>
        <p className="text-text-2">{paymentNotes(payment).join(" · ")}</p>
        <p className="text-12 text-text-3">
          {utcDay(at)}
          <Link to={`/settings/receipts/subscriptions/${id}`} className="ml-2 text-accent underline">
            {m.receipt_open()}
          </Link>
        </p>
      </div>
      <div className="flex-none text-right">
        <p className={returned ? "text-text-3 line-through tabular-nums" : "font-semibold tabular-nums"}>
          {anyMoney(amount, currency)}
        </p>
        {returned && (
          <p className="text-12 text-warn">
            {returned === "refunded" ? m.sub_payments_refunded() : m.sub_payments_charged_back()}
          </p>
        )}
      </div>
    </li>
  );
}

function Nothing() {
  return (
    <EmptyState
      title={m.sub_payments_empty_title()}
      text={m.sub_payments_empty_text()}
      action={
        <ButtonLink to="/subscription-models" tone="primary">
          {m.nav_subscriptions()}
        </ButtonLink>
      }
    />
  );
}
