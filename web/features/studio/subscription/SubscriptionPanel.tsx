import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { termName } from "#web/entities/subscription/term-labels.ts";
import { money, tokens } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { hasFailed } from "#web/ui/states/PartFailed.tsx";
import { Panel, PanelFailed } from "../Panel.tsx";
import { planQuery } from "./plan-query.ts";
import { SubscriptionDialog } from "./SubscriptionDialog.tsx";

/** The model's prices for a month and for longer terms, and how many fans pay them. */
export function SubscriptionPanel() {
  const read = useQuery(planQuery);
  const plan = read.data;
  const [editing, setEditing] = useState(false);
  if (hasFailed(read))
    return (
      <Panel title={m.studio_sub_title()}>
        <PanelFailed read={read} />
      </Panel>
    );
  if (!plan?.available) return null;
  const { price_monthly_subscription: price, freeTokens, subscription_enable: isOn } = plan;
  return (
    <Panel
      title={m.studio_sub_title()}
      end={
        <Button
          size="sm"
          tone="quiet"
          className="min-h-11"
          aria-label={m.studio_sub_edit()}
          onClick={() => setEditing(true)}
        >
          {m.studio_edit()}
        </Button>
      }
    >
      <dl>
        <Row name={m.studio_sub_price()} value={price > 0 ? money(price) : m.studio_sub_none()} />
        {plan.bundles.map(({ months, price: sum }) => (
          <Row key={months} name={termName(months)} value={m.sub_term_in_all({ price: money(sum) })} />
        ))}
        <Row name={m.studio_sub_tokens()} value={tokens(freeTokens)} />
        <Row name={m.studio_sub_enabled()} value={isOn ? m.studio_sub_on() : m.studio_sub_off()} />
        <Row name={m.studio_sub_subscribers()} value={tokens(plan.subscribers)} />
      </dl>
      {editing && <SubscriptionDialog plan={plan} onClose={() => setEditing(false)} />}
    </Panel>
  );
}

function Row({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex min-h-[52px] items-center justify-between gap-3 border-t border-line px-4 py-2.5">
      <dt>{name}</dt>
      <dd className="min-w-0 truncate text-text-2">{value}</dd>
    </div>
  );
}
