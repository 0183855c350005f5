import { Link } from "react-router";
import type { z } from "zod";
import type { statementRow } from "#contract/wallet.ts";
import { localMoney, money, tokens } from "#web/lib/i18n/format.ts";
import { useLocale } from "#web/lib/i18n/locale.ts";
import { m } from "#web/paraglide/messages.js";
import { Coin } from "#web/ui/Coin.tsx";
import { cx } from "#web/ui/cx.ts";
import { dayGroups } from "./day-groups.ts";
import { lineWords, noteOf, partnerWords } from "./entry-labels.ts";

type Line = z.output<typeof statementRow>;

/** The movements by day: what, with whom, how many tokens, and the balance after. */
export function StatementDays({ lines }: { lines: readonly Line[] }) {
  const format = new Intl.DateTimeFormat(useLocale(), { dateStyle: "full", timeZone: "UTC" });
  return dayGroups(lines).map(({ day, lines: ofDay }) => (
    <section key={day} aria-label={format.format(new Date(day))} className="mt-7">
      <h2 className="mb-2 text-14! text-text-2 first-letter:uppercase">{format.format(new Date(day))}</h2>
      <ul className="rounded-16 bg-surface px-4 shadow-[inset_0_0_0_1px_var(--line)]">
        {ofDay.map((line) => (
          <StatementLine key={line.id} line={line} />
        ))}
      </ul>
    </section>
  ));
}

function StatementLine({ line }: { line: Line }) {
  const [partner, note] = [partnerWords(line), noteOf(line)];
  const gained = line.tokens > 0;
  return (
    <li className="flex items-center gap-4 border-line py-3 not-first:border-t">
      <div className="min-w-0 flex-1">
        <p className="font-[550]">
          {lineWords(line)}
          {partner && <span className="font-normal text-text-2"> {partner}</span>}
        </p>
        {note && <p className="text-text-2 wrap-anywhere">{m.statement_note({ note })}</p>}
        <p className="text-12 text-text-3">
          {line.at.slice(11, 16)} UTC
          {line.show_id !== null && (
            <Link to={`/receipts/${line.show_id}`} className="ml-2 text-accent underline">
              {m.receipt_open()}
            </Link>
          )}
          {line.payment_id && (
            <Link to={`/settings/receipts/${line.payment_id}`} className="ml-2 text-accent underline">
              {m.receipt_open()}
            </Link>
          )}
        </p>
      </div>
      <div className="flex-none text-right tabular-nums">
        <p className={cx("flex items-center justify-end gap-1.5 font-semibold", gained && "text-ok")}>
          <Coin />
          <span aria-hidden="true">
            {gained ? "+" : "−"}
            {tokens(Math.abs(line.tokens))}
          </span>
          <span className="sr-only">
            {m.statement_tokens({ count: `${gained ? "" : "−"}${tokens(Math.abs(line.tokens))}` })}
          </span>
        </p>
        {line.money !== null && line.money.amount > 0 && (
          <p className="text-12 text-text-2">{moneyText(line, line.money)}</p>
        )}
        <p className="text-12 text-text-3">
          {m.statement_balance_after({ count: tokens(line.balance_after) })}
        </p>
      </div>
    </li>
  );
}

/** What a purchase cost, or what a spending is worth to this fan. */
function moneyText({ payment_id }: Line, { amount, currency }: NonNullable<Line["money"]>): string {
  const text = currency === "USD" ? money(amount) : localMoney(amount, currency);
  return payment_id === null ? m.statement_money({ money: text }) : m.statement_paid({ money: text });
}
