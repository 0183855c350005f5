import { useQuery } from "@tanstack/react-query";
import type { ModelPage } from "#contract/catalog.ts";
import { ratesQuery } from "#web/entities/room/rates-query.ts";
import { useWorthAhead } from "#web/entities/wallet/token-worth.ts";
import { tokens } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";

/** The prices of a model's shows, in tokens and in money. */
export function RatesList({ page }: { page: ModelPage }) {
  const worth = useWorthAhead();
  useQuery(ratesQuery(page.id));
  const { rates } = page;
  const perMinute = [
    { what: m.profile_rate_private(), rate: rates.private },
    { what: m.profile_rate_vip(), rate: rates.vip },
    { what: m.profile_rate_spy(), rate: rates.spy },
  ];
  return (
    <section aria-labelledby="profile-rates">
      <h2 id="profile-rates" className="sr-only">
        {m.profile_rates()}
      </h2>
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-16 bg-line sm:grid-cols-4">
        {perMinute.map(({ what, rate }) => (
          <Rate
            key={what}
            what={what}
            count={tokens(rate)}
            unit={m.profile_per_minute()}
            price={withUnit(worth(rate))}
          />
        ))}
        {rates.minimum > 0 ? (
          <Rate
            what={m.profile_rate_minimum()}
            count={tokens(rates.minimum)}
            unit={m.profile_tokens()}
            price={worth(rates.minimum)}
          />
        ) : (
          <Rate what={m.profile_rate_minimum()} count={m.profile_rate_no_minimum()} unit="" price={null} />
        )}
      </dl>
      <p className="mt-2.5 text-12 text-text-3">
        {rates.minimum > 0 ? m.profile_shows_note_minimum() : m.profile_shows_note()}
      </p>
    </section>
  );
}

type RateProps = { what: string; count: string; unit: string; price: string | null };

function Rate({ what, count, unit, price }: RateProps) {
  return (
    <div className="bg-surface px-4 py-3">
      <dt className="text-12 text-text-2">{what}</dt>
      <dd className="text-12 text-text-2">
        <b className="text-16 font-[650] text-text tabular-nums">{count}</b> {unit}
        {price !== null && <span className="block tabular-nums">{price}</span>}
      </dd>
    </div>
  );
}

const withUnit = (amount: string | null) => (amount === null ? null : m.profile_money_per_minute({ amount }));
