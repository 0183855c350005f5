import type { ReactNode } from "react";
import { useWorthAhead } from "#web/entities/wallet/token-worth.ts";
import { clock, tokens } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { Icon, type IconName } from "#web/ui/pictures/Icon.tsx";
import { type Cap, capCost, secondsOf, type Terms } from "./consent.ts";

type TermsProps = { terms: Terms; cap: Cap; balance: number };

/** The facts that the fan must have seen before they agree: the most that it can cost, and the free part of it. */
export function ConsentSum({ terms, cap }: Omit<TermsProps, "balance">) {
  const worth = useWorthAhead();
  const most = capCost(terms, cap);
  const free = terms.freeSeconds ?? 0;
  if (most === null && free === 0) return null;
  return (
    <ul className="grid gap-2 text-text-2">
      {most !== null && (
        <Fact icon="stop">
          {m.consent_most({ count: most, amount: tokens(most), money: worth(most) ?? "…" })}
        </Fact>
      )}
      {free > 0 && <Fact icon="gift">{m.consent_free({ count: free })}</Fact>}
    </ul>
  );
}

/** The rest, folded away: how it is charged and ends, who may look on, that nothing is kept, what the balance lasts. */
export function ConsentDetails(props: TermsProps) {
  return (
    <details className="group">
      <summary className="-my-2 flex min-h-11 w-fit cursor-pointer list-none items-center gap-1 rounded-12 font-semibold text-text-2 hover:text-text [&::-webkit-details-marker]:hidden">
        {m.common_details()}
        <Icon name="down" size={18} className="group-open:rotate-180" />
      </summary>
      <Details {...props} />
    </details>
  );
}

function Details({ terms, balance }: TermsProps) {
  const worth = useWorthAhead();
  const lasts = secondsOf(balance, terms.rate);
  return (
    <ul className="mt-2 grid gap-2 text-text-2">
      <Fact icon="clock">{terms.minimum > 0 ? m.consent_stop_early() : m.consent_stop_any_time()}</Fact>
      {terms.minimum === 0 && <Fact icon="check">{m.consent_no_minimum()}</Fact>}
      {terms.spyRate !== null && <Fact icon="eye">{spiesText(terms.spyRate, worth)}</Fact>}
      <Fact icon="ban">{m.consent_not_recorded()}</Fact>
      {balance >= terms.rate && (
        <Fact icon="tip">
          {m.consent_lasts({ count: balance, amount: tokens(balance), time: clock(lasts) })}
        </Fact>
      )}
      <Fact icon="refresh">{m.consent_note()}</Fact>
    </ul>
  );
}

/** The rate, and the least charge where there is one, in tokens and money. */
export function ConsentPrice({ terms: { rate, minimum } }: { terms: Terms }) {
  const worth = useWorthAhead();
  return (
    <dl className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-16 bg-overlay px-4 py-3">
      <div>
        <dt className="sr-only">{m.consent_rate()}</dt>
        <dd>
          <b className="text-28 leading-tight font-bold tracking-[-.02em]">{tokens(rate)}</b>{" "}
          {m.consent_per_minute({ count: rate })}
          <span className="block min-h-[17px] text-12 text-text-2">{worth(rate)}</span>
        </dd>
      </div>
      {minimum > 0 && (
        <div className="text-right max-md:text-left">
          <dt className="font-semibold">{m.consent_minimum()}</dt>
          <dd className="text-12 text-text-2">
            {m.consent_tokens_money({
              count: minimum,
              amount: tokens(minimum),
              money: worth(minimum) ?? "…",
            })}
          </dd>
        </div>
      )}
    </dl>
  );
}

const spiesText = (rate: number, worth: (tokens: number) => string | null) =>
  m.consent_spies({ count: rate, amount: tokens(rate), money: worth(rate) ?? "…" });

function Fact({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[auto_1fr] items-start gap-3">
      <Icon name={icon} size={18} className="mt-px" />
      {children}
    </li>
  );
}
