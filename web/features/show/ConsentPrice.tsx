import { useTokenWorth } from "#web/entities/wallet/token-worth.ts";
import { tokens } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import type { Terms } from "./consent.ts";

/** The rate and the least charge, in tokens and money. */
export function ConsentPrice({ terms: { rate, minimum } }: { terms: Terms }) {
  const worth = useTokenWorth();
  return (
    <dl className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-16 bg-overlay px-4 py-3">
      <div>
        <dt className="sr-only">{m.consent_rate()}</dt>
        <dd>
          <b className="text-28 leading-tight font-bold tracking-[-.02em]">{tokens(rate)}</b>{" "}
          {m.consent_per_minute()}
          <span className="block min-h-[17px] text-12 text-text-2">
            {worth(rate) !== null && m.consent_money_per_minute({ amount: worth(rate) ?? "" })}
          </span>
        </dd>
      </div>
      <div className="text-right max-md:text-left">
        <dt className="font-semibold">{m.consent_minimum()}</dt>
        <dd className="text-12 text-text-2">
          {minimum > 0
            ? m.consent_tokens_money({ count: tokens(minimum), amount: worth(minimum) ?? "…" })
            : m.consent_no_minimum()}
        </dd>
      </div>
    </dl>
  );
}
