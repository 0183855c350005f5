import type { ModelPage } from "#contract/catalog.ts";
import { useSubscribed } from "#web/entities/subscription/SubscribeButton.tsx";
import { SubscriptionDetails } from "#web/entities/subscription/SubscriptionDetails.tsx";
import { termsOf } from "#web/entities/subscription/term-labels.ts";
import { TermFigures } from "#web/entities/subscription/TermFigures.tsx";
import { m } from "#web/paraglide/messages.js";

/** Beside a model's page on wide screens: what a subscription holds, which the button over it begins, and what each term costs. Nothing where they take no new subscribers, or of one's own. */
export function SubscriptionPanel({ page }: { page: ModelPage }) {
  const { fanSubscribed, pricing } = useSubscribed(page.id, page);
  if (fanSubscribed || !pricing.subscription_enable) return null;
  const terms = termsOf(pricing);
  return (
    <section
      aria-labelledby="profile-subscription"
      className="grid gap-3.5 rounded-16 bg-surface p-4 shadow-[inset_0_0_0_1px_var(--line)] max-lg:hidden"
    >
      <h2 id="profile-subscription" className="text-16!">
        {m.profile_subscription()}
      </h2>
      <SubscriptionDetails name={page.artisticName} pricing={pricing} term={terms[0]} />
      {terms.length > 1 && (
        <ul className="grid border-t border-line">
          {terms.map((term) => (
            <li key={term.months} className="flex items-center gap-3 border-b border-line py-2 last:border-0">
              <TermFigures term={term} pricing={pricing} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
