import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import type { ShowReceipt } from "#contract/paid-shows.ts";
import { siteSlug } from "#contract/site-name.ts";
import { ReceiptPdfButton } from "#web/entities/wallet/ReceiptPdfButton.tsx";
import { statementPath } from "#web/entities/wallet/statement-filter.ts";
import { clock, money, tokens } from "#web/lib/i18n/format.ts";
import { useLocale } from "#web/lib/i18n/locale.ts";
import { m } from "#web/paraglide/messages.js";
import { Button, ButtonLink } from "#web/ui/buttons/Button.tsx";
import { EmptyState } from "#web/ui/states/EmptyState.tsx";
import { ErrorCard } from "#web/ui/states/ErrorCard.tsx";
import { Skeleton } from "#web/ui/states/Skeleton.tsx";
import { isRated, RateShow } from "../RateShow.tsx";
import { endText } from "../show-texts.ts";
import { Pauses } from "./Pauses.tsx";
import { showReceiptQuery } from "./receipt-query.ts";
import { ReceiptLines } from "./ReceiptLines.tsx";

/** A show and its price, second by second; to be printed and kept. */
export function ReceiptPage({ id }: { id: number }) {
  const { data, isLoading, isError, error, refetch } = useQuery(showReceiptQuery(id));
  return (
    <main id="main" className="receipt-page mx-auto w-full max-w-[640px] px-4 pt-6 pb-14 lg:pt-10">
      {isLoading && <Loading />}
      {isError && !data && (
        <ErrorCard
          headingLevel="h1"
          title={m.receipt_failed()}
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {data === null && <Nothing />}
      {data && <Receipt receipt={data} />}
    </main>
  );
}

function Receipt({ receipt }: { receipt: ShowReceipt }) {
  const { show, tokens: charged, money: worth, transfers } = receipt;
  const name = receipt.name ?? m.receipt_gone();
  const ended = show.state === "ended";
  const time = useUtc();
  const served = { count: show.served_seconds, time: clock(show.served_seconds) };
  return (
    <article className="rounded-20 bg-surface p-5 shadow-[inset_0_0_0_1px_var(--line)] sm:p-8">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h1>{m.receipt_title()}</h1>
        <p className="text-text-2 tabular-nums">{m.receipt_number({ id: String(show.id) })}</p>
      </header>
      {!ended && <p className="mt-2 text-text-2">{m.receipt_running()}</p>}
      <dl className="mt-5 grid gap-x-6 sm:grid-cols-2">
        <Row what={m.receipt_model()}>
          {receipt.name === null ? (
            name
          ) : (
            <Link to={`/${show.slug}`} className="text-accent underline">
              {name}
            </Link>
          )}
        </Row>
        <Row what={m.receipt_kind()}>{kindText(receipt)}</Row>
        <Row what={m.receipt_start()}>{time(show.started_at)}</Row>
        {show.ended_at !== null && <Row what={m.receipt_end()}>{time(show.ended_at)}</Row>}
        <Row what={m.receipt_served()}>{m.receipt_served_seconds(served)}</Row>
        {show.minimum > 0 && (
          <Row what={m.receipt_minimum()}>
            {m.content_tokens({ count: show.minimum, amount: tokens(show.minimum) })}
          </Row>
        )}
        {show.end_reason !== null && (
          <Row what={m.receipt_why()} wide>
            {endText({ show, reason: show.end_reason }, name)}
          </Row>
        )}
      </dl>
      <ReceiptLines receipt={receipt} />
      <p className="mt-1.5 flex items-baseline justify-between gap-4 rounded-16 bg-overlay px-4 py-3">
        <span className="font-semibold">{m.receipt_charged()}</span>
        <span className="text-right">
          <b className="text-20 tabular-nums">
            {m.content_tokens({ count: charged, amount: tokens(charged) })}
          </b>
          {worth.amount > 0 && (
            <span className="block text-text-2 tabular-nums">
              {m.receipt_worth()}: {money(worth.amount)} {worth.currency}
            </span>
          )}
        </span>
      </p>
      {worth.amount > 0 && <p className="mt-1 text-12 text-text-3">{m.receipt_worth_note()}</p>}
      <Pauses receipt={receipt} name={name} />
      {transfers.length > 0 && (
        <section aria-labelledby="receipt-transfers" className="mt-6">
          <h2 id="receipt-transfers" className="text-16!">
            {m.receipt_transfers()}
          </h2>
          <p className="mt-1 text-text-2 tabular-nums wrap-anywhere">
            {transfers.map((transfer) => `#${transfer}`).join(", ")}
          </p>
        </section>
      )}
      <p className="mt-4 text-12 text-text-3">{m.receipt_utc()}</p>
      {ended && receipt.rating_open && isRated(show) && (
        <RateShow showId={show.id} rating={receipt.rating} className="mt-6 print:hidden" />
      )}
      <footer className="mt-6 flex flex-wrap gap-2 print:hidden">
        <ReceiptPdfButton
          path={`/api/fan/shows/${show.id}/receipt`}
          name={`${siteSlug()}-show-receipt-${show.id}`}
          tone="solid"
        />
        <Button tone="outline" onClick={() => window.print()}>
          {m.receipt_print()}
        </Button>
        <ToStatement tone="outline" />
      </footer>
    </article>
  );
}

function kindText({ show: { mode, role } }: ShowReceipt): string {
  if (role === "spy") return m.receipt_kind_spy();
  const kinds = {
    private: m.receipt_kind_private,
    vip: m.receipt_kind_vip,
    promo: m.receipt_kind_promo,
  } as const;
  return kinds[mode]();
}

/** A receipt says the same wherever it is read: days and times are UTC, to the second. */
export function useUtc(): (instant: string) => string {
  const format = new Intl.DateTimeFormat(useLocale(), {
    dateStyle: "medium",
    timeStyle: "medium",
    timeZone: "UTC",
  });
  return (instant) => format.format(new Date(instant));
}

function Row({ what, wide = false, children }: { what: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={`border-t border-line py-2.5 ${wide ? "sm:col-span-2" : ""}`}>
      <dt className="text-12 text-text-2">{what}</dt>
      <dd className="font-[550] tabular-nums">{children}</dd>
    </div>
  );
}

function ToStatement({ tone }: { tone: "outline" | "primary" }) {
  const [address] = useSearchParams();
  return (
    <ButtonLink to={statementPath(address)} tone={tone}>
      {m.receipt_statement()}
    </ButtonLink>
  );
}

function Nothing() {
  return <EmptyState headingLevel="h1" title={m.receipt_unknown()} action={<ToStatement tone="primary" />} />;
}

function Loading() {
  return (
    <div role="status">
      <span className="sr-only">{m.common_loading()}</span>
      <Skeleton className="h-[520px] rounded-20" />
    </div>
  );
}
