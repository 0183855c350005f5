import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { ReceiptPdfButton } from "#web/entities/wallet/ReceiptPdfButton.tsx";
import { useViewer } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { Button, ButtonLink } from "#web/ui/buttons/Button.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { Logo } from "#web/ui/pictures/Logo.tsx";
import { EmptyState } from "#web/ui/states/EmptyState.tsx";
import { ErrorCard } from "#web/ui/states/ErrorCard.tsx";
import { Skeleton } from "#web/ui/states/Skeleton.tsx";

type Returned = "refunded" | "charged_back" | null;

type ReceiptFrameProps<Receipt> = {
  /** The receipt; null where there is none that this person may see. */
  receipt: UseQueryResult<Receipt | null>;
  /** The page with all receipts of the kind. */
  backTo: string;
  /** Where the PDF file is at the API, and its name without its ending. */
  pdf(receipt: Receipt): { path: string; name: string };
  children(receipt: Receipt): ReactNode;
};

/** A receipt as a sheet of paper, with what is to be done with it: what surrounds the sheet does not print. */
export function ReceiptFrame<Receipt extends { returned: Returned }>(props: ReceiptFrameProps<Receipt>) {
  const { receipt, backTo, pdf, children } = props;
  return (
    <main id="main" className="mx-auto max-w-[680px] px-4 pt-6 pb-14 lg:pt-10">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3 print:hidden">
        {receipt.data !== null && (
          <Link
            to={backTo}
            className="-ml-1 inline-flex min-h-11 items-center gap-1 text-text-2 hover:text-text"
          >
            <Icon name="left" size={18} />
            {m.purchase_receipt_back()}
          </Link>
        )}
        {receipt.data && (
          <div className="flex flex-wrap gap-2">
            <ReceiptPdfButton {...pdf(receipt.data)} tone="outline" />
            <Button tone="outline" onClick={() => window.print()}>
              {m.purchase_receipt_print()}
            </Button>
          </div>
        )}
      </div>
      {receipt.isLoading && <Skeleton className="h-96 rounded-16" />}
      {receipt.isError && (
        <ErrorCard headingLevel="h1" error={receipt.error} onRetry={() => void receipt.refetch()} />
      )}
      {receipt.data === null && (
        <div role="alert">
          <EmptyState
            headingLevel="h1"
            title={m.receipt_unknown()}
            action={
              <ButtonLink to={backTo} tone="primary">
                {m.receipt_statement()}
              </ButtonLink>
            }
          />
        </div>
      )}
      {receipt.data && <Sheet returned={receipt.data.returned}>{children(receipt.data)}</Sheet>}
    </main>
  );
}

function Sheet({ returned, children }: { returned: Returned; children: ReactNode }) {
  return (
    <article className="print-sheet grid gap-6 rounded-16 bg-surface p-6 shadow-[inset_0_0_0_1px_var(--line)] sm:p-10">
      <header className="flex items-center justify-between gap-4">
        <Logo />
        <h1 className="text-20!">{m.purchase_receipt_title()}</h1>
      </header>
      {returned && (
        <p className="rounded-12 bg-warn-soft px-4 py-3">
          {returned === "refunded" ? m.purchase_receipt_refunded() : m.purchase_receipt_charged_back()}
        </p>
      )}
      {children}
    </article>
  );
}

/** Names with their values; put `Detail`s in it. */
export function Details({ children }: { children: ReactNode }) {
  return <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[max-content_minmax(0,1fr)]">{children}</dl>;
}

export function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-text-2">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  );
}

/** The payer: the person who is signed in. */
export function BuyerDetail() {
  const viewer = useViewer();
  if (!viewer) return null;
  return (
    <Detail name={m.purchase_receipt_buyer()}>
      {[viewer.login, viewer.email].filter(Boolean).join(" · ")}
    </Detail>
  );
}

/** An item with its amount, and its details in smaller type. */
export function ItemLine({
  what,
  amount,
  notes,
}: {
  what: string;
  amount: string;
  notes: readonly string[];
}) {
  return (
    <div className="grid gap-1 border-t border-line pt-4">
      <p className="flex items-baseline justify-between gap-4 text-16 font-semibold">
        <span className="min-w-0 wrap-anywhere">{what}</span>
        <span className="whitespace-nowrap tabular-nums">{amount}</span>
      </p>
      {notes.length > 0 && <p className="text-12 text-text-2">{notes.join(" · ")}</p>}
    </div>
  );
}

/** The charge, with more lines and the small print below. */
export function TotalLine({
  amount,
  note,
  children,
}: {
  amount: string;
  note: string;
  children?: ReactNode;
}) {
  return (
    <div className="grid gap-1 border-t border-line pt-4">
      <p className="flex items-baseline justify-between gap-4 text-20 font-bold">
        <span>{m.purchase_receipt_total()}</span>
        <span className="whitespace-nowrap tabular-nums">{amount}</span>
      </p>
      {children}
      <p className="mt-2 text-12 text-text-3">{note}</p>
    </div>
  );
}
