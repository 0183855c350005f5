import type { Pricing } from "#contract/subscriptions.ts";
import { money, tokens } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { Icon } from "#web/ui/Icon.tsx";

type SubscriptionFactsProps = { name: string; pricing: Pricing };

/** What a subscription to a model holds, that it renews itself, and how it ends. */
export function SubscriptionFacts({ name, pricing }: SubscriptionFactsProps) {
  return (
    <ul className="grid gap-2.5 text-text-2">
      <Fact text={m.sub_fact_content({ name })} />
      {pricing.freeTokens > 0 && <Fact text={m.sub_fact_tokens({ amount: tokens(pricing.freeTokens) })} />}
      <Fact text={m.sub_fact_renews({ price: money(pricing.price_monthly_subscription) })} />
      <Fact text={m.sub_fact_cancel()} />
    </ul>
  );
}

function Fact({ text }: { text: string }) {
  return (
    <li className="grid grid-cols-[20px_1fr] gap-3">
      <Icon name="check" size={18} className="mt-0.5 text-ok" />
      {text}
    </li>
  );
}
