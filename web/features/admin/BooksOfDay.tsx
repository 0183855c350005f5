import { useState } from "react";
import { Link } from "react-router";
import type { AdminBooks } from "#contract/admin.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { localMoney, money, tokens } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { ErrorCard } from "#web/ui/ErrorCard.tsx";
import { Field } from "#web/ui/Field.tsx";
import { Skeleton } from "#web/ui/Skeleton.tsx";
import { StateCard, When } from "./parts.tsx";
import { useAdminQuery } from "./use-admin.ts";

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
};

const today = () => new Date().toISOString().slice(0, 10);

/** A day's payments by gateway beside the ledger, and whatever differs, one by one. */
export function BooksOfDay() {
  const [day, setDay] = useState(today);
  const answer = useAdminQuery(["books", day], () =>
    browserApi.call("GET /api/admin/books", { query: { day } }),
  );
  const books = answer.data;
  return (
    <StateCard title={m.admin_books()} ok={books ? books.differences.length === 0 : null} wide>
      <Field
        label={m.admin_day()}
        type="date"
        value={day}
        max={today()}
        required
        className="max-w-52"
        onChange={(event) => event.target.value !== "" && setDay(event.target.value)}
      />
      {books ? (
        <>
          <Lines lines={books.lines} />
          <Differences differences={books.differences} />
        </>
      ) : answer.isError ? (
        <ErrorCard onRetry={() => void answer.refetch()} />
      ) : (
        <Skeleton className="h-24 rounded-12" />
      )}
    </StateCard>
  );
}

function Lines({ lines }: { lines: readonly Line[] }) {
  if (lines.length === 0) return <p className="text-text-2">{m.admin_books_none()}</p>;
  return (
    <ul className="[&>li+li]:border-t [&>li+li]:border-line">
      {lines.map(({ gateway, currency, step, count, amount, tokens: moved }) => (
        <li
          key={`${gateway} ${currency} ${step}`}
          className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-2.5 tabular-nums"
        >
          <b className="min-w-32 font-semibold">{gateway}</b>
          <span className="text-text-2">
            {steps[step]()} · {tokens(count)}
          </span>
          <span className="ml-auto font-[650]">
            {currency === "USD" ? money(amount) : localMoney(amount, currency)}
          </span>
          <span className="min-w-28 text-right text-text-2 max-sm:ml-auto">
            {m.admin_tokens({ count: tokens(moved) })}
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
