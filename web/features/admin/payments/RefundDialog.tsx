import { useState } from "react";
import type { AdminPaymentDetails } from "#contract/admin-payments.ts";
import { refundReasonHoldsCard } from "#contract/card-number.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { tokens } from "#web/lib/i18n/format.ts";
import { anyMoney } from "#web/lib/i18n/local-money.ts";
import { m } from "#web/paraglide/messages.js";
import { Field } from "#web/ui/fields/Field.tsx";
import { ReasonDialog } from "../ReasonDialog.tsx";
import { useAdminCommand } from "../use-admin.ts";

/** Asks for all that is left of a payment, or a part of it. */
export function RefundDialog({ payment, onClose }: { payment: AdminPaymentDetails; onClose(): void }) {
  const { currency } = payment;
  const left = Math.round((payment.amount - payment.refunded) * 100) / 100;
  const [typed, setTyped] = useState("");
  const [tried, setTried] = useState(false);
  const part = typed.trim() === "" ? null : amountIn(typed);
  const isWrong = Number.isNaN(part) || (part !== null && part > left);
  const given = part === null || isWrong ? left : part;
  const amount = anyMoney(given, currency);
  const { pending, run } = useAdminCommand(
    (reason: string, idempotencyKey) =>
      browserApi.call("POST /api/admin/payments/{id}/refund", {
        params: { id: payment.id },
        body: { reason, ...(part !== null && part < left && { amount: part }) },
        idempotencyKey,
      }),
    () => m.admin_refund_done({ amount }),
  );
  const confirm = async (reason: string) => {
    setTried(true);
    if (!isWrong && (await run(reason))) onClose();
  };
  return (
    <ReasonDialog
      title={m.admin_refund_title({ amount, fan: payment.fan })}
      text={whatFollows(payment, given, left)}
      confirm={m.admin_refund()}
      danger
      busy={pending}
      problemOf={(text) => (refundReasonHoldsCard(text) ? m.pay_error_card_number_in_text() : null)}
      onConfirm={(text) => void confirm(text)}
      onClose={onClose}
    >
      {payment.kind === "subscription" && payment.asked_back > 0 && (
        <p role="alert" className="font-[550] text-warn">
          {m.admin_refund_asked_before({
            amount: anyMoney(payment.asked_back, currency),
            gateway: payment.gateway,
          })}
        </p>
      )}
      <Field
        label={m.admin_refund_part()}
        hint={m.admin_refund_part_hint({ amount: anyMoney(left, currency) })}
        inputMode="decimal"
        value={typed}
        error={tried && isWrong ? m.admin_refund_part_wrong({ amount: anyMoney(left, currency) }) : null}
        onChange={(event) => setTyped(event.target.value)}
      />
    </ReasonDialog>
  );
}

/**
 * The consequences of a refund of so much: the share of the tokens goes, and nothing of a subscription until all of
 * it is back.
 */
function whatFollows(payment: AdminPaymentDetails, given: number, left: number): string {
  if (payment.kind === "subscription") {
    if (given < left) return m.admin_refund_charge_part();
    const { tokens: count } = payment;
    return count === 0
      ? m.admin_refund_charge_days()
      : m.admin_refund_charge({ count, amount: tokens(count) });
  }
  // The share of all that went back, rounded down, less what was taken for the parts before.
  const shareOf = (back: number) =>
    Math.floor((payment.tokens * Math.round(back * 100)) / Math.round(payment.amount * 100));
  const taken = shareOf(payment.refunded + given) - shareOf(payment.refunded);
  return m.admin_refund_text({ count: taken, amount: tokens(taken) });
}

/** A sum as it is typed, "5", "5.5" or "5,50"; NaN for anything else. */
function amountIn(text: string): number {
  const written = text.trim().replace(",", ".");
  const sum = /^\d{1,9}(\.\d{1,2})?$/.test(written) ? Number(written) : Number.NaN;
  return sum > 0 ? sum : Number.NaN;
}
