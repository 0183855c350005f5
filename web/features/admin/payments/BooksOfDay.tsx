import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type { AdminBooks } from "#contract/admin-payments.ts";
import { tokens } from "#web/lib/i18n/format.ts";
import { anyMoney } from "#web/lib/i18n/local-money.ts";
import { m } from "#web/paraglide/messages.js";
import { Field } from "#web/ui/fields/Field.tsx";
import { ErrorCard } from "#web/ui/states/ErrorCard.tsx";
import { Skeleton } from "#web/ui/states/Skeleton.tsx";
import { booksQuery, dayReportsQuery, todayUtc } from "../admin-queries.ts";
import { StateCard, When } from "../parts.tsx";

type Line = AdminBooks["lines"][number];
type Difference = AdminBooks["differences"][number];

const steps: Record<Line["step"], () => string> = {
  succeeded: () => m.admin_book_succeeded(),
  refunded: () => m.admin_book_refunded(),
  charged_back: () => m.admin_book_charged_back(),
  chargeback_reversed: () => m.admin_book_chargeback_reversed(),
};

const kinds: Record<Difference["kind"], () => string> = {
  not_credited: () => m.admin_diff_not_credited(),
  other_tokens: () => m.admin_diff_other_tokens(),
  no_payment: () => m.admin_diff_no_payment(),
  other_sum: () => m.admin_diff_other_sum(),
  open_long: () => m.admin_diff_open_long(),
  part_open: () => m.admin_diff_part_open(),
};

/** A day's payments by gateway beside the ledger, and whatever differs, one by one. */
export function BooksOfDay() {
  const [day, setDay] = useState(todayUtc);
  const answer = useQuery(booksQuery(day));
  const books = answer.data;
  return (
    <StateCard title={m.admin_books()} ok={books ? books.differences.length === 0 : null} wide>
      <Field
        label={m.admin_day()}
        type="date"
        value={day}
        max={todayUtc()}
        required
        className="max-w-52"
        onChange={(event) => event.target.value !== "" && setDay(event.target.value)}
      />
      {books ? (
        <>
          <Lines lines={books.lines} />
          <Differences differences={books.differences} />
          <DayReports chosen={day} onChoose={setDay} />
        </>
      ) : answer.isError ? (
        <ErrorCard error={answer.error} action={null} onRetry={() => void answer.refetch()} />
      ) : (
        <Skeleton className="h-24 rounded-12" />
      )}
    </StateCard>
  );
}

/** The books of the last days, each closed in the night after it; a press shows how one stands now. */
function DayReports({ chosen, onChoose }: { chosen: string; onChoose(day: string): void }) {
  const { data: reports } = useQuery(dayReportsQuery);
  if (!reports || reports.data.length === 0) return null;
  return (
    <details>
      <summary className="flex min-h-11 cursor-pointer items-center text-text-2">
        {m.admin_day_reports()}
      </summary>
      <ul className="grid gap-1 sm:grid-cols-2">
        {reports.data.map(({ day, payments, differences }) => (
          <li key={day}>
            <button
              type="button"
              aria-pressed={day === chosen}
              onClick={() => onChoose(day)}
              className="flex min-h-11 w-full items-center gap-3 rounded-12 px-3 text-left tabular-nums hover:bg-raised aria-pressed:bg-raised"
            >
              <span>{day}</span>
              <span className="text-text-3">{m.admin_day_payments({ count: payments })}</span>
              <span className={differences === 0 ? "ml-auto text-ok" : "ml-auto text-error"}>
                {differences === 0 ? m.admin_day_sound() : m.admin_day_differs({ count: differences })}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Lines({ lines }: { lines: readonly Line[] }) {
  if (lines.length === 0) return <p className="text-text-2">{m.admin_books_none()}</p>;
  return (
    <ul className="[&>li+li]:border-t [&>li+li]:border-line">
      {lines.map(({ kind, gateway, currency, step, count, amount, tokens: moved }) => (
        <li
          key={`${kind} ${gateway} ${currency} ${step}`}
          className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-2.5 tabular-nums"
        >
          <b className="min-w-32 font-semibold">{gateway}</b>
          <span className="text-text-2">
            {kind === "subscription" && `${m.admin_subscription()} · `}
            {steps[step]()} · {tokens(count)}
          </span>
          <span className="ml-auto font-[650]">{anyMoney(amount, currency)}</span>
          <span className="min-w-28 text-right text-text-2 max-sm:ml-auto">
            {m.admin_tokens({ count: moved, amount: tokens(moved) })}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Differences({ differences }: { differences: readonly Difference[] }) {
  if (differences.length === 0) return <p className="text-ok">{m.admin_books_sound()}</p>;
  return (
    <ul className="grid gap-2.5">
      {differences.map(({ kind, gateway, payment_id, order_id, detail, at }) => (
        <li
          key={`${kind} ${payment_id} ${detail} ${at}`}
          className="rounded-12 bg-raised px-4 py-3 light:bg-overlay"
        >
          <p className="font-semibold text-error">{kinds[kind]()}</p>
          <p className="flex flex-wrap gap-x-3 text-text-2 [overflow-wrap:anywhere]">
            <span>{gateway}</span>
            <When at={at} />
            {payment_id && (
              <Link to={`/admin/models/payments/${payment_id}`} className="underline hover:text-text">
                {order_id ?? payment_id}
              </Link>
            )}
            {detail !== "" && <span>{detail}</span>}
          </p>
        </li>
      ))}
    </ul>
  );
}
