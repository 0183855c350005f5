import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { PurchaseReceipt } from "#contract/payments.ts";
import { ReceiptPdfButton } from "#web/entities/wallet/ReceiptPdfButton.tsx";
import { money, tokens } from "#web/lib/i18n/format.ts";
import { localMoney } from "#web/lib/i18n/local-money.ts";
import { useLocalTime } from "#web/lib/page/local-time.ts";
import { useViewer } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/Button.tsx";
import { ErrorCard } from "#web/ui/ErrorCard.tsx";
import { Icon } from "#web/ui/Icon.tsx";
import { Logo } from "#web/ui/Logo.tsx";
import { Skeleton } from "#web/ui/Skeleton.tsx";
import { receiptQuery } from "./receipt-query.ts";

/** A purchase as a sheet of paper: what surrounds it does not print. */
export function ReceiptPage({ id }: { id: string }) {
  const receipt = useQuery(receiptQuery(id));
  return (
    <main id="main" className="mx-auto max-w-[680px] px-4 pt-6 pb-14 lg:pt-10">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3 print:hidden">
        <Link
          to="/settings/statement"
          className="-ml-1 inline-flex min-h-11 items-center gap-1 text-text-2 hover:text-text"
        >
          <Icon name="left" size={18} />
          {m.purchase_receipt_back()}
        </Link>
        {receipt.data && (
          <div className="flex flex-wrap gap-2">
            <ReceiptPdfButton
              path={`/api/payments/receipt/${receipt.data.id}`}
              name={`fanlight-receipt-${receipt.data.id.slice(0, 8)}`}
              tone="outline"
            />
            <Button tone="outline" onClick={() => window.print()}>
              {m.purchase_receipt_print()}
            </Button>
          </div>
        )}
      </div>
      {receipt.isLoading && <Skeleton className="h-96 rounded-16" />}
      {receipt.isError && <ErrorCard headingLevel="h1" onRetry={() => void receipt.refetch()} />}
      {receipt.data === null && (
        <div role="alert">
          <h1 className="text-16!">{m.purchase_receipt_failed()}</h1>
        </div>
      )}
      {receipt.data && <Sheet receipt={receipt.data} />}
    </main>
  );
}

function Sheet({ receipt }: { receipt: PurchaseReceipt }) {
  const { dateTime } = useLocalTime();
  const viewer = useViewer();
  const inDollars = receipt.currency === "USD";
  return (
    <article className="print-sheet grid gap-6 rounded-16 bg-surface p-6 shadow-[inset_0_0_0_1px_var(--line)] sm:p-10">
      <header className="flex items-center justify-between gap-4">
        <Logo />
        <h1 className="text-20!">{m.purchase_receipt_title()}</h1>
      </header>
      {receipt.returned && (
        <p className="rounded-12 bg-warn-soft px-4 py-3">
          {receipt.returned === "refunded"
            ? m.purchase_receipt_refunded()
            : m.purchase_receipt_charged_back()}
        </p>
      )}
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[max-content_minmax(0,1fr)]">
        <Fact name={m.purchase_receipt_date()}>{dateTime(receipt.at)}</Fact>
        <Fact name={m.purchase_receipt_number()}>{receipt.order_id}</Fact>
        <Fact name={m.purchase_receipt_payment()}>{receipt.id}</Fact>
        {viewer && (
          <Fact name={m.purchase_receipt_buyer()}>
            {[viewer.login, viewer.email].filter(Boolean).join(" · ")}
          </Fact>
        )}
        <Fact name={m.purchase_receipt_method()}>{receipt.method.name ?? m.purchase_receipt_form()}</Fact>
        <Fact name={m.purchase_receipt_descriptor()}>{receipt.descriptor}</Fact>
      </dl>
      <div className="grid gap-1 border-t border-line pt-4">
        <p className="flex items-baseline justify-between gap-4 text-16 font-semibold">
          <span>{m.purchase_receipt_item({ tokens: tokens(receipt.tokens) })}</span>
          <span className="whitespace-nowrap tabular-nums">{amountText(receipt)}</span>
        </p>
        <p className="text-12 text-text-2">
          {[
            receipt.bonus_tokens > 0 &&
              m.purchase_receipt_bonus({
                base: tokens(receipt.base_tokens),
                bonus: tokens(receipt.bonus_tokens),
              }),
            receipt.promo && m.purchase_receipt_promo(),
          ]
            .filter(Boolean)
            .join(" · ")}
        </p>
      </div>
      <div className="grid gap-1 border-t border-line pt-4">
        <p className="flex items-baseline justify-between gap-4 text-20 font-bold">
          <span>{m.purchase_receipt_total()}</span>
          <span className="whitespace-nowrap tabular-nums">{amountText(receipt)}</span>
        </p>
        {!inDollars && receipt.dollars !== null && (
          <p className="flex items-baseline justify-between gap-4 text-text-2">
            <span>{m.purchase_receipt_dollars()}</span>
            <span className="tabular-nums">{money(receipt.dollars)}</span>
          </p>
        )}
        <p className="mt-2 text-12 text-text-3">{m.purchase_receipt_once()}</p>
      </div>
    </article>
  );
}

const amountText = ({ amount, currency }: PurchaseReceipt) =>
  currency === "USD" ? money(amount) : localMoney(amount, currency);

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-text-2">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  );
}
