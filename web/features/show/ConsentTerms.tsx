import type { ReactNode } from "react";
import { useWorthAhead } from "#web/entities/wallet/token-worth.ts";
import { tokens } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { Icon, type IconName } from "#web/ui/pictures/Icon.tsx";
import { type Cap, capCost, secondsOf, type Terms } from "./consent.ts";

/** In sentences: when it ends, what comes back, who may look on, that nothing is kept, what the balance lasts. */
export function ConsentTerms({ terms, cap, balance }: { terms: Terms; cap: Cap; balance: number }) {
  const worth = useWorthAhead();
  const lasts = secondsOf(balance, terms.rate);
  const most = capCost(terms, cap);
  return (
    <ul className="grid gap-2 text-text-2">
      {most !== null && (
        <Fact icon="stop">
          {m.consent_most({ count: most, amount: tokens(most), money: worth(most) ?? "…" })}
        </Fact>
      )}
      {terms.freeSeconds !== undefined && terms.freeSeconds > 0 && (
        <Fact icon="gift">{m.consent_free({ count: terms.freeSeconds })}</Fact>
      )}
      <Fact icon="clock">{terms.minimum > 0 ? m.consent_stop_early() : m.consent_stop_any_time()}</Fact>
      {terms.kind === "spy" ? (
        <Fact icon="eyeOff">{m.consent_invisible()}</Fact>
      ) : (
        <Fact icon={terms.spyRate === null ? "eyeOff" : "eye"}>{spiesText(terms, worth)}</Fact>
      )}
      <Fact icon="ban">{m.consent_not_recorded()}</Fact>
      {balance >= terms.rate && (
        <Fact icon="tip">
          {m.consent_lasts({ count: balance, amount: tokens(balance), time: minutes(lasts) })}
        </Fact>
      )}
    </ul>
  );
}

/** As minutes and seconds, also beyond an hour: the sentence counts minutes. */
function minutes(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(Math.floor(seconds / 60))}:${two(Math.floor(seconds) % 60)}`;
}

/** The rate and the least charge, in tokens and money. */
export function ConsentPrice({ terms: { rate, minimum } }: { terms: Terms }) {
  const worth = useWorthAhead();
  return (
    <dl className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-16 bg-overlay px-4 py-3">
      <div>
        <dt className="sr-only">{m.consent_rate()}</dt>
        <dd>
          <b className="text-28 leading-tight font-bold tracking-[-.02em]">{tokens(rate)}</b>{" "}
          {m.consent_per_minute({ count: rate })}
          <span className="block min-h-[17px] text-12 text-text-2">
            {worth(rate) !== null && m.consent_money_per_minute({ amount: worth(rate) ?? "" })}
          </span>
        </dd>
      </div>
      <div className="text-right max-md:text-left">
        <dt className="font-semibold">{m.consent_minimum()}</dt>
        <dd className="text-12 text-text-2">
          {minimum > 0
            ? m.consent_tokens_money({
                count: minimum,
                amount: tokens(minimum),
                money: worth(minimum) ?? "…",
              })
            : m.consent_no_minimum()}
        </dd>
      </div>
    </dl>
  );
}

function spiesText({ kind, spyRate }: Terms, worth: (tokens: number) => string | null): string {
  if (spyRate !== null)
    return m.consent_spies({ count: spyRate, amount: tokens(spyRate), money: worth(spyRate) ?? "…" });
  return kind === "vip" ? m.consent_no_spies_vip() : m.consent_no_spies();
}

function Fact({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[auto_1fr] items-start gap-3">
      <Icon name={icon} size={18} className="mt-px" />
      {children}
    </li>
  );
}
