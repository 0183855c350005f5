import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { Form } from "react-router";
import { usePayout } from "#web/entities/studio/payout.ts";
import { downloadFile } from "#web/lib/api/download.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { tokens } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { Field } from "#web/ui/fields/Field.tsx";
import { toastRefusal } from "#web/ui/overlays/toast.ts";
import { Coin } from "#web/ui/pictures/Coin.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { EmptyState } from "#web/ui/states/EmptyState.tsx";
import { ErrorCard } from "#web/ui/states/ErrorCard.tsx";
import { Skeleton } from "#web/ui/states/Skeleton.tsx";
import { TabLinks } from "#web/ui/TabLinks.tsx";
import { earningsQuery } from "./earnings-query.ts";
import { isSane, type Span, usualSpans } from "./earnings-span.ts";
import { ByFan, ByKind, ByShow } from "./EarningsTables.tsx";

type EarningsPageProps = {
  span: Span;
  /** As the address has them, which may make no sense. */
  typed: Span;
  now: Date;
};

/** The model's earnings in some days: by kind, by fan and by show, and all of it as a file. */
export function EarningsPage({ span, typed, now }: EarningsPageProps) {
  const panelId = useId();
  const spans = usualSpans(now);
  // On some days two of them are the same days.
  const current = spans.findIndex(({ from, to }) => from === span.from && to === span.to);
  return (
    <main id="main" className="mx-auto w-full max-w-[1120px] px-4 pt-4 pb-14 lg:px-8 lg:pt-6">
      <h1>{m.earnings_title()}</h1>
      <p className="mt-1 mb-3 text-text-2">{m.earnings_lead()}</p>
      <TabLinks
        label={m.earnings_period()}
        panelId={panelId}
        tabs={spans.map(({ from, to, text }, at) => ({
          to: `?from=${from}&to=${to}`,
          text,
          current: at === current,
        }))}
      />
      <div id={panelId} role="tabpanel" aria-label={m.earnings_period()} className="pt-4">
        <SpanForm key={`${typed.from} ${typed.to}`} typed={typed} />
        <Earned span={span} />
      </div>
    </main>
  );
}

/** A plain form: days of one's own work before the page is hydrated, too. */
function SpanForm({ typed }: { typed: Span }) {
  const wrong = (typed.from !== "" || typed.to !== "") && !isSane(typed);
  return (
    <Form
      className="grid grid-cols-2 items-start gap-x-3 sm:grid-cols-[168px_168px_auto] sm:justify-start"
      preventScrollReset
    >
      <Field
        label={m.statement_from()}
        name="from"
        type="date"
        required
        defaultValue={typed.from}
        error={wrong ? m.earnings_range_wrong() : null}
      />
      <Field label={m.statement_to()} name="to" type="date" required defaultValue={typed.to} />
      <Button type="submit" tone="solid" className="min-h-12 max-sm:col-span-2 sm:mt-[23px]">
        {m.earnings_show()}
      </Button>
    </Form>
  );
}

function Earned({ span }: { span: Span }) {
  const answer = useQuery(earningsQuery(span));
  const payout = usePayout();
  const { data } = answer;
  if (!data)
    return answer.isError ? (
      <ErrorCard error={answer.error} onRetry={() => void answer.refetch()} />
    ) : (
      <Loading />
    );
  if (data.kinds.length === 0)
    return <EmptyState title={m.earnings_none_title()} text={m.earnings_none_text()} />;
  return (
    <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2">
      <section
        aria-label={m.earnings_total()}
        className="flex flex-wrap items-center justify-between gap-4 rounded-16 bg-surface p-5 shadow-[inset_0_0_0_1px_var(--line)] lg:col-span-2"
      >
        <div>
          <p className="text-text-2">{m.earnings_total()}</p>
          <p className="flex items-center gap-2 text-[28px] leading-tight font-bold tracking-[-.02em] tabular-nums">
            <Coin />
            {tokens(data.tokens)}
            <span className="ml-2 text-20 font-semibold tracking-normal text-text-2">
              {payout(data.tokens)}
            </span>
          </p>
        </div>
        <CsvButton span={span} />
      </section>
      <ByKind kinds={data.kinds} />
      <ByFan fans={data.fans} others={data.others} />
      <ByShow shows={data.shows} ratings={data.ratings} />
    </div>
  );
}

function CsvButton({ span }: { span: Span }) {
  const { pending, run } = useCommand({
    call: ({ from, to }: Span) =>
      downloadFile(
        `/api/studio/earnings.csv?${new URLSearchParams({ from, to })}`,
        `fanlight-earnings-${from}-${to}.csv`,
      ),
    onRefused: toastRefusal,
  });
  return (
    <Button tone="outline" busy={pending} onClick={() => void run(span)}>
      <Icon name="receipt" size={18} />
      {m.earnings_csv()}
    </Button>
  );
}

function Loading() {
  return (
    <div role="status" className="mt-3 grid gap-4 lg:grid-cols-2">
      <span className="sr-only">{m.common_loading()}</span>
      <Skeleton className="h-[104px] rounded-16 lg:col-span-2" />
      <Skeleton className="h-[260px] rounded-16" />
      <Skeleton className="h-[260px] rounded-16" />
    </div>
  );
}
