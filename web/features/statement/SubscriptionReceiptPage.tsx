import { useQuery } from "@tanstack/react-query";
import type { SubscriptionPayment } from "#contract/subscription-payments.ts";
import { subscriptionReceiptQuery } from "#web/entities/subscription/subscription-payments-query.ts";
import { tokens, utcDay } from "#web/lib/i18n/format.ts";
import { anyMoney } from "#web/lib/i18n/local-money.ts";
import { useLocalTime } from "#web/lib/page/local-time.ts";
import { m } from "#web/paraglide/messages.js";
import { BuyerDetail, Detail, Details, ItemLine, ReceiptFrame, TotalLine } from "./ReceiptFrame.tsx";

/** The receipt of one payment for a subscription. */
export function SubscriptionReceiptPage({ id }: { id: number }) {
  const receipt = useQuery(subscriptionReceiptQuery(id));
  return (
    <ReceiptFrame
      receipt={receipt}
      backTo="/settings/statement/subscriptions"
      pdf={({ id }) => ({
        path: `/api/fan/subscription-payments/${id}`,
        name: `fanlight-subscription-receipt-${id}`,
      })}
    >
      {(payment) => <Payment payment={payment} />}
    </ReceiptFrame>
  );
}

function Payment({ payment }: { payment: SubscriptionPayment }) {
  const { dateTime } = useLocalTime();
  const amount = anyMoney(payment.amount, payment.currency);
  return (
    <>
      <Details>
        <Detail name={m.purchase_receipt_date()}>{dateTime(payment.at)}</Detail>
        <Detail name={m.purchase_receipt_payment()}>{payment.transaction_id}</Detail>
        {payment.gateway_subscription_id !== null && (
          <Detail name={m.sub_col_id()}>{payment.gateway_subscription_id}</Detail>
        )}
        <BuyerDetail />
        <Detail name={m.purchase_receipt_method()}>
          {m.sub_receipt_provider({ provider: payment.provider })}
        </Detail>
        <Detail name={m.purchase_receipt_descriptor()}>{payment.descriptor}</Detail>
      </Details>
      <ItemLine
        what={m.sub_receipt_item({ name: payment.model.name || m.receipt_gone() })}
        amount={amount}
        notes={paymentNotes(payment)}
      />
      <TotalLine amount={amount} note={m.sub_receipt_renews()} />
    </>
  );
}

/** The paid days, whether they began the subscription, and the tokens that came with them. */
export function paymentNotes({ from, to, renewal, free_tokens }: SubscriptionPayment): string[] {
  return [
    m.sub_receipt_days({ from: utcDay(from), to: utcDay(to) }),
    renewal ? m.sub_receipt_renewal() : m.sub_receipt_first(),
    ...(free_tokens > 0 ? [m.sub_receipt_tokens({ count: free_tokens, tokens: tokens(free_tokens) })] : []),
  ];
}
