import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { written } from "#contract/written-text.ts";
import { useLocalTime } from "#web/lib/page/local-time.ts";
import { m } from "#web/paraglide/messages.js";
import { Pill } from "#web/ui/Badge.tsx";
import { Button, type ButtonTone } from "#web/ui/buttons/Button.tsx";
import { IconButton } from "#web/ui/buttons/IconButton.tsx";
import { menuItemClass } from "#web/ui/buttons/MenuButton.tsx";
import { cx } from "#web/ui/cx.ts";
import { Field } from "#web/ui/fields/Field.tsx";
import { EmptyState } from "#web/ui/states/EmptyState.tsx";
import { ErrorCard } from "#web/ui/states/ErrorCard.tsx";
import { Skeleton } from "#web/ui/states/Skeleton.tsx";

type Listed<Item> = { data: Item[]; meta: { current_page: number; last_page: number } };

type AdminListProps<Item> = {
  answer: UseQueryResult<Listed<Item>>;
  label: string;
  empty: string;
  keyOf(item: Item): string | number;
  onPage(page: number): void;
  children(item: Item): ReactNode;
};

/** A paged list of the admin area in each of its states, with its pages below. */
export function AdminList<Item>({ answer, label, empty, keyOf, onPage, children }: AdminListProps<Item>) {
  const { data } = answer;
  if (!data)
    return answer.isError ? (
      <ErrorCard error={answer.error} onRetry={() => void answer.refetch()} />
    ) : (
      <Waiting />
    );
  const { current_page, last_page } = data.meta;
  if (data.data.length === 0 && current_page > 1) return <BehindLastPage onPage={onPage} />;
  if (data.data.length === 0) return <EmptyState title={empty} headingLevel="h2" />;
  return (
    <>
      <ul
        aria-label={label}
        className="rounded-16 bg-surface shadow-[inset_0_0_0_1px_var(--line)] [&>li+li]:border-t [&>li+li]:border-line [&>li:first-child>*]:rounded-t-16 [&>li:last-child>*]:rounded-b-16"
      >
        {data.data.map((item) => (
          <li key={keyOf(item)}>{children(item)}</li>
        ))}
      </ul>
      {last_page > 1 && (
        <nav aria-label={m.admin_pages()} className="mt-4 flex items-center justify-center gap-3">
          <IconButton
            icon="left"
            label={m.admin_page_before()}
            disabled={current_page === 1}
            onClick={() => onPage(current_page - 1)}
          />
          <span className="text-text-2 tabular-nums">
            {m.admin_page_of({ page: current_page, pages: last_page })}
          </span>
          <IconButton
            icon="right"
            label={m.admin_page_after()}
            disabled={current_page >= last_page}
            onClick={() => onPage(current_page + 1)}
          />
        </nav>
      )}
    </>
  );
}

/** A list that has grown shorter meanwhile begins again: what stood on this page is gone, and not all the rest. */
function BehindLastPage({ onPage }: { onPage(page: number): void }) {
  const begin = useEffectEvent(() => onPage(1));
  useEffect(() => begin(), []);
  return <Waiting />;
}

type RowActionProps = {
  label: string;
  /** Whom or what it is about, for who hears the button alone. */
  about: string;
  /** An entry of the row's menu instead of its button. */
  inMenu?: boolean;
  tone?: ButtonTone;
  onClick(): void;
};

/** An action of the staff on a row: the one next thing as a button, the rest as entries of a menu. */
export function RowAction({ label, about, inMenu = false, tone = "plain", onClick }: RowActionProps) {
  const name = `${label}: ${about}`;
  return inMenu ? (
    <button
      type="button"
      aria-label={name}
      className={cx(menuItemClass, tone === "danger" && "text-error")}
      onClick={onClick}
    >
      {label}
    </button>
  ) : (
    <Button size="sm" tone={tone} aria-label={name} onClick={onClick}>
      {label}
    </Button>
  );
}

/** The shape of a list that has not come yet. */
export function Waiting() {
  return (
    <div aria-busy="true" className="grid gap-2">
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <Skeleton key={row} className="h-[72px] rounded-12" />
      ))}
    </div>
  );
}

/** Searches on Enter or with its button, so that nothing is asked for half a word. */
export function AdminSearch({
  label,
  value,
  onSearch,
}: {
  label: string;
  value: string;
  onSearch(text: string): void;
}) {
  const [{ from, text }, setTyped] = useState({ from: value, text: value });
  const setText = (typed: string) => setTyped({ from: value, text: typed });
  // Another search from elsewhere, as by the way back: the field keeps the focus, which it would lose to a new one.
  if (from !== value) setText(value);
  return (
    <search>
      <form
        method="dialog"
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          onSearch(written(text));
        }}
      >
        <Field
          label={label}
          type="search"
          icon="search"
          className="min-w-0 flex-1"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" tone="solid" className="mb-6 min-h-12">
          {m.nav_search()}
        </Button>
      </form>
    </search>
  );
}

/** A moment in the reader's own zone; until the page is hydrated its day in UTC, which has the same room. */
export function When({ at }: { at: string }) {
  const { dateTime } = useLocalTime();
  return (
    <time dateTime={at} className="inline-block min-w-[172px] whitespace-nowrap">
      {dateTime(at)}
    </time>
  );
}

/** Names and values, one below the other on phones. */
export function DetailList({ details }: { details: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[minmax(120px,auto)_minmax(0,1fr)]">
      {details.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-text-3 max-sm:-mb-1.5">{name}</dt>
          <dd className="min-w-0 [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** One part of the machine's state. `ok`: whether it is sound; null where nothing can be said. */
export function StateCard({
  title,
  ok,
  wide = false,
  children,
}: {
  title: string;
  ok: boolean | null;
  wide?: boolean;
  children: ReactNode;
}) {
  return (
    <section
      aria-label={title}
      className={cx(
        "grid grid-cols-[minmax(0,1fr)] content-start gap-4 rounded-16 bg-surface p-5 shadow-[inset_0_0_0_1px_var(--line)]",
        wide && "lg:col-span-2",
      )}
    >
      <header className="flex items-center justify-between gap-3">
        <h2>{title}</h2>
        {ok !== null && <Pill tone={ok ? "ok" : "error"}>{ok ? m.admin_sound() : m.admin_look()}</Pill>}
      </header>
      {children}
    </section>
  );
}
