import { Link } from "react-router";
import type { z } from "zod";
import type { statementRow } from "#contract/wallet.ts";
import { type StatementFilter, withFilter } from "#web/entities/wallet/statement-filter.ts";
import { tokens } from "#web/lib/i18n/format.ts";
import { anyMoney } from "#web/lib/i18n/local-money.ts";
import { useLocale } from "#web/lib/i18n/locale.ts";
import { m } from "#web/paraglide/messages.js";
import { cx } from "#web/ui/cx.ts";
import { Coin } from "#web/ui/pictures/Coin.tsx";
import { dayGroups, type Entry, joinShows } from "./day-groups.ts";
import { entryLabel, noteOf, partnerText } from "./entry-labels.ts";

type Line = z.output<typeof statementRow>;

/** The movements by day: kind, partner, tokens, and the balance after. All movements of one show are one entry. */
export function StatementDays({ lines, filter }: { lines: readonly Line[]; filter: StatementFilter }) {
  const format = new Intl.DateTimeFormat(useLocale(), { dateStyle: "full", timeZone: "UTC" });
  return dayGroups(joinShows(lines)).map(({ day, lines: ofDay }) => (
    <section key={day} aria-label={format.format(new Date(day))} className="mt-7">
      <h2 className="mb-2 text-14! text-text-2 first-letter:uppercase">{format.format(new Date(day))}</h2>
      <ul className="rounded-16 bg-surface px-4 shadow-[inset_0_0_0_1px_var(--line)]">
        {ofDay.map((entry) => (
          <StatementEntry key={entry.newest.id} entry={entry} filter={filter} />
        ))}
      </ul>
    </section>
  ));
}

function StatementEntry({
  entry: { newest: line, lines, tokens: sum, money: worth, aside },
  filter,
}: {
  entry: Entry<Line>;
  filter: StatementFilter;
}) {
  const [partner, note] = [partnerText(line), noteOf(line)];
  const isShow = lines.length > 1;
  const gained = sum > 0;
  return (
    <li className="flex items-center gap-4 border-line py-3 not-first:border-t">
      <div className="min-w-0 flex-1">
        <p className="font-[550]">
          {isShow ? m.statement_show() : entryLabel(line)}
          {partner && <span className="font-normal text-text-2"> {partner}</span>}
        </p>
        {note && <p className="text-text-2 wrap-anywhere">{m.statement_note({ note })}</p>}
        <p className="text-12 text-text-3">
          {line.at.slice(11, 16)} UTC
          {line.show_id !== null && (
            <Link to={withFilter(filter, `/receipts/${line.show_id}`)} className="ml-2 text-accent underline">
              {m.receipt_open()}
            </Link>
          )}
          {line.payment_id && (
            <Link
              to={withFilter(filter, `/settings/receipts/${line.payment_id}`)}
              className="ml-2 text-accent underline"
            >
              {m.receipt_open()}
            </Link>
          )}
        </p>
        {isShow && <Movements lines={lines} />}
      </div>
      <div className="flex-none text-right tabular-nums">
        <p className={cx("flex items-center justify-end gap-1.5 font-semibold", gained && "text-ok")}>
          <Coin />
          <span aria-hidden="true">
            {signOf(sum)}
            {tokens(Math.abs(sum))}
          </span>
          <span className="sr-only">
            {m.statement_tokens({
              count: Math.abs(sum),
              amount: `${sum < 0 ? "−" : ""}${tokens(Math.abs(sum))}`,
            })}
          </span>
        </p>
        {worth !== null && worth.amount > 0 && (
          <p className="text-12 text-text-2">{moneyText(line, worth)}</p>
        )}
        <p className="text-12 text-text-3">
          {m.statement_balance_after({ count: tokens(line.balance_after) })}
          {aside > 0 && ` · ${m.nav_held({ amount: tokens(aside) })}`}
        </p>
      </div>
    </li>
  );
}

const signOf = (sum: number) => (sum > 0 ? "+" : sum < 0 ? "−" : "");

/** The tokens that were set aside for a show and those that came back. */
function Movements({ lines }: { lines: readonly Line[] }) {
  return (
    <details className="mt-1 text-12 text-text-2">
      <summary className="inline-flex min-h-6 cursor-pointer items-center underline">
        {m.statement_movements({ count: lines.length })}
      </summary>
      <ul className="mt-1 grid gap-0.5 tabular-nums">
        {lines.map((line) => (
          <li key={line.id} className="flex max-w-72 gap-3">
            <span className="text-text-3">{line.at.slice(11, 16)}</span>
            <span className="min-w-0 flex-1">{entryLabel(line)}</span>
            <span>{`${signOf(line.tokens)}${tokens(Math.abs(line.tokens))}`}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The price of a purchase, or the worth of a spending to this fan. */
function moneyText({ payment_id }: Line, { amount, currency }: NonNullable<Line["money"]>): string {
  const text = anyMoney(amount, currency);
  return payment_id === null ? text : m.statement_paid({ money: text });
}
