import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { StudioRates } from "#contract/paid-shows.ts";
import { usePayout, useTokensAndMoney } from "#web/entities/studio/payout.ts";
import { tokens } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { Panel, PanelFailed } from "../Panel.tsx";
import { ratesQuery } from "./rates-query.ts";
import { RatesDialog } from "./RatesDialog.tsx";

/** The prices and permissions of shows, to be edited together. */
export function RatesPanel() {
  const read = useQuery(ratesQuery);
  const rates = read.data;
  const [editing, setEditing] = useState(false);
  return (
    <Panel
      title={m.studio_rates_title()}
      end={
        <Button
          size="sm"
          tone="quiet"
          className="min-h-11"
          disabled={!rates}
          aria-label={`${m.studio_edit()}: ${m.studio_rates_title()}`}
          onClick={() => setEditing(true)}
        >
          {m.studio_edit()}
        </Button>
      }
    >
      <PanelFailed read={read} />
      {rates && <Rows rates={rates} />}
      {rates && editing && <RatesDialog rates={rates} onClose={() => setEditing(false)} />}
    </Panel>
  );
}

function Rows({ rates }: { rates: StudioRates }) {
  const payout = usePayout();
  const paid = useTokensAndMoney();
  const minute = (rate: number) => {
    if (rate <= 0) return m.studio_rates_not_given();
    const money = payout(rate);
    const perMinute = m.studio_rate_minute({ rate: tokens(rate) });
    return money === null ? perMinute : `${perMinute} · ${m.studio_rate_money({ money })}`;
  };
  const rows = [
    [m.common_badge_private(), minute(rates.private)],
    [m.common_badge_vip(), minute(rates.vip)],
    [m.studio_rates_spy(), rates.spies_allowed ? minute(rates.spy) : m.studio_rates_not_allowed()],
    [m.studio_rates_minimum(), rates.minimum > 0 ? paid(rates.minimum) : m.studio_rates_none()],
    [
      m.studio_rates_two_way(),
      rates.two_way_allowed ? m.studio_rates_allowed() : m.studio_rates_not_allowed(),
    ],
  ];
  return (
    <dl>
      {rows.map(([name, value]) => (
        <div
          key={name}
          className="flex min-h-[52px] items-center justify-between gap-3 border-t border-line px-4 py-2.5"
        >
          <dt>{name}</dt>
          <dd className="text-right text-text-2">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
