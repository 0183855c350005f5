import { bundleSaving } from "#contract/subscription-terms.ts";
import type { Pricing } from "#contract/subscriptions.ts";
import { money } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { type Term, termText, termTokens } from "./term-labels.ts";

type SubscriptionDetailsProps = { name: string; pricing: Pricing; term: Term };

/** The contents of a subscription to a model for a term, that it renews itself, and how it ends. */
export function SubscriptionDetails({ name, pricing, term }: SubscriptionDetailsProps) {
  const { months, price, freeTokens } = term;
  const cents = Math.round(price * 100);
  const saving = bundleSaving(Math.round(pricing.price_monthly_subscription * 100), { months, cents });
  return (
    <ul className="grid gap-2.5 text-text-2">
      <Detail text={m.sub_fact_content({ name })} />
      {freeTokens > 0 && <Detail text={termTokens(months, freeTokens)} />}
      {months > 1 && (
        <Detail
          text={m.sub_fact_bundle({ month: money(cents / months / 100), saved: money(saving.cents / 100) })}
        />
      )}
      <Detail text={m.sub_fact_renews({ price: money(price), term: termText(months) })} />
      <Detail text={m.sub_fact_cancel()} />
    </ul>
  );
}

function Detail({ text }: { text: string }) {
  return (
    <li className="grid grid-cols-[20px_1fr] gap-3">
      <Icon name="check" size={18} className="mt-0.5 text-ok" />
      {text}
    </li>
  );
}
