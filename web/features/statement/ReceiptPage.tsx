import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import type { PurchaseReceipt } from "#contract/payments.ts";
import { siteSlug } from "#contract/site-name.ts";
import { statementPath } from "#web/entities/wallet/statement-filter.ts";
import { money, tokens } from "#web/lib/i18n/format.ts";
import { anyMoney } from "#web/lib/i18n/local-money.ts";
import { useLocalTime } from "#web/lib/page/local-time.ts";
import { m } from "#web/paraglide/messages.js";
import { purchaseReceiptQuery } from "./receipt-query.ts";
import { BuyerDetail, Detail, Details, ItemLine, ReceiptFrame, TotalLine } from "./ReceiptFrame.tsx";

/** The receipt of a purchase of tokens. */
export function ReceiptPage({ id }: { id: string }) {
  const [address] = useSearchParams();
  const receipt = useQuery(purchaseReceiptQuery(id));
  return (
    <ReceiptFrame
      receipt={receipt}
      backTo={statementPath(address)}
      pdf={({ id }) => ({
        path: `/api/payments/receipt/${id}`,
        name: `${siteSlug()}-receipt-${id.slice(0, 8)}`,
      })}
    >
      {(paid) => <Purchase receipt={paid} />}
    </ReceiptFrame>
  );
}

function Purchase({ receipt }: { receipt: PurchaseReceipt }) {
  const { dateTime } = useLocalTime();
  const amount = anyMoney(receipt.amount, receipt.currency);
  return (
    <>
      <Details>
        <Detail name={m.purchase_receipt_date()}>{dateTime(receipt.at)}</Detail>
        <Detail name={m.purchase_receipt_number()}>{receipt.order_id}</Detail>
        <Detail name={m.purchase_receipt_payment()}>{receipt.id}</Detail>
        <BuyerDetail />
        <Detail name={m.purchase_receipt_method()}>{receipt.method.name ?? m.purchase_receipt_form()}</Detail>
        <Detail name={m.purchase_receipt_descriptor()}>{receipt.descriptor}</Detail>
      </Details>
      <ItemLine
        what={m.purchase_receipt_item({ count: receipt.tokens, tokens: tokens(receipt.tokens) })}
        amount={amount}
        notes={notesOf(receipt)}
      />
      <TotalLine amount={amount} note={m.purchase_receipt_once()}>
        {receipt.currency !== "USD" && receipt.dollars !== null && (
          <p className="flex items-baseline justify-between gap-4 text-text-2">
            <span>{m.purchase_receipt_dollars()}</span>
            <span className="tabular-nums">{money(receipt.dollars)}</span>
          </p>
        )}
      </TotalLine>
    </>
  );
}

function notesOf({ base_tokens, bonus_tokens, promo }: PurchaseReceipt): string[] {
  const parts = { count: base_tokens, base: tokens(base_tokens), bonus: tokens(bonus_tokens) };
  return [
    ...(bonus_tokens > 0 ? [m.purchase_receipt_bonus(parts)] : []),
    ...(promo ? [m.purchase_receipt_promo()] : []),
  ];
}
