import type { ReactNode } from "react";
import { Link } from "react-router";
import { daysLeft, subscriptionStatus } from "#contract/subscription-status.ts";
import type { Subscription } from "#contract/subscriptions.ts";
import { termText } from "#web/entities/subscription/term-labels.ts";
import { money, utcDay } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { cx } from "#web/ui/cx.ts";
import { Avatar } from "#web/ui/pictures/Avatar.tsx";
import { RowAction } from "./RowAction.tsx";

type Row = { row: Subscription; index: number; now: Date; others: readonly Subscription[] };
type Column = { name(): string; cell(at: Row): ReactNode; className?: string };

/** The ten columns, in their order. */
const columns: readonly Column[] = [
  { name: () => m.sub_col_index(), cell: ({ index }) => index + 1 },
  { name: () => m.sub_col_model(), cell: ({ row }) => <Model row={row} /> },
  { name: () => m.sub_col_price(), cell: ({ row }) => <Price row={row} /> },
  { name: () => m.sub_col_start(), cell: ({ row }) => <Day at={row.created_at} /> },
  { name: () => m.sub_col_end(), cell: ({ row }) => <Day at={row.expire_at} /> },
  { name: () => m.sub_col_status(), cell: ({ row, now }) => <Status row={row} now={now} /> },
  { name: () => m.sub_col_gateway(), cell: ({ row }) => row.gateway },
  {
    name: () => m.sub_col_id(),
    cell: ({ row }) => row.gateway_subscription_id ?? "–",
    className: "xl:max-w-[130px] break-all text-12 text-text-3",
  },
  { name: () => m.sub_col_days(), cell: ({ row, now }) => daysLeft(row.expire_at, now) },
  { name: () => m.sub_col_actions(), cell: (at) => <RowAction {...at} /> },
];

/** Written out, because a table that is not laid out as one loses them. */
const roles = {
  table: { role: "table" },
  rowgroup: { role: "rowgroup" },
  row: { role: "row" },
  columnheader: { role: "columnheader" },
  cell: { role: "cell" },
} as const;

/**
 * The table; below 1200 px each row is a card that names each value. The headers stay for those who
 * listen.
 */
export function SubscriptionTable({ rows, now }: { rows: readonly Subscription[]; now: Date }) {
  return (
    <table
      {...roles.table}
      aria-label={m.nav_subscriptions()}
      className="w-full border-collapse max-xl:block"
    >
      <thead {...roles.rowgroup} className="max-xl:sr-only">
        <tr {...roles.row}>
          {columns.map(({ name }) => (
            <th
              key={name()}
              {...roles.columnheader}
              scope="col"
              className="border-b border-line px-3 py-2.5 text-left text-12 font-semibold text-text-3"
            >
              {name()}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...roles.rowgroup} className="max-xl:grid max-xl:gap-3 max-xl:md:grid-cols-2">
        {rows.map((row, index) => (
          <tr
            key={row.id}
            {...roles.row}
            data-subscription={row.id}
            className="max-xl:grid max-xl:content-start max-xl:rounded-16 max-xl:bg-surface max-xl:py-2 max-xl:shadow-[inset_0_0_0_1px_var(--line)] xl:border-b xl:border-line"
          >
            {columns.map(({ name, cell, className }) => (
              <td
                key={name()}
                {...roles.cell}
                className="min-w-0 max-xl:flex max-xl:min-h-10 max-xl:items-center max-xl:justify-between max-xl:gap-4 max-xl:px-4 max-xl:py-1.5 xl:px-3 xl:py-3"
              >
                <span aria-hidden="true" className="flex-none text-12 text-text-3 xl:hidden">
                  {name()}
                </span>
                <span className={cx("min-w-0 max-xl:text-right", className)}>
                  {cell({ row, index, now, others: rows })}
                </span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Model({ row }: { row: Subscription }) {
  const face = (
    <>
      <Avatar name={row.name} src={row.avatar || null} size={32} />
      <span className="min-w-0 truncate font-semibold">{row.name || m.sub_model_gone()}</span>
    </>
  );
  const classes = "inline-flex min-h-11 min-w-0 max-w-full items-center gap-2.5 text-left";
  if (row.name === "") return <span className={classes}>{face}</span>;
  return (
    <Link to={`/${row.login}`} className={cx(classes, "rounded-8 hover:underline")}>
      {face}
    </Link>
  );
}

function Price({ row }: { row: Subscription }) {
  const { price, months, charge, price_change: change } = row;
  return (
    <>
      {money(price)}
      {months > 1 && (
        <span className="block text-12 text-text-3">
          {m.sub_charge_row({ price: money(charge), term: termText(months) })}
        </span>
      )}
      {change && (
        <span className="block text-12 text-warn">
          {m.sub_rise_row({ price: money(change.price), date: utcDay(change.from) })}
        </span>
      )}
    </>
  );
}

function Day({ at }: { at: string }) {
  return (
    <time dateTime={at} className="whitespace-nowrap">
      {utcDay(at)}
    </time>
  );
}

function Status({ row, now }: { row: Subscription; now: Date }) {
  const { text, colour } = statusBadge(subscriptionStatus(row, now));
  return (
    <span
      className={cx("inline-flex min-h-6 items-center rounded-full px-2.5 text-12 font-semibold", colour)}
    >
      {text}
    </span>
  );
}

/** How a state is called and coloured. */
export function statusBadge(status: "active" | "canceled" | "expired"): { text: string; colour: string } {
  switch (status) {
    case "active":
      return { text: m.sub_status_active(), colour: "bg-ok-soft text-ok" };
    case "canceled":
      return { text: m.sub_status_canceled(), colour: "bg-warn-soft text-warn" };
    case "expired":
      return { text: m.sub_status_expired(), colour: "bg-overlay text-text-2" };
  }
}
