import type { ModelPage } from "#contract/catalog.ts";
import { useSubscribed } from "#web/entities/subscription/SubscribeButton.tsx";
import { SubscriptionFacts } from "#web/entities/subscription/SubscriptionFacts.tsx";
import { m } from "#web/paraglide/messages.js";

/** Beside a model's page on wide screens: what a subscription holds, which the button over it begins. Nothing where they take no new subscribers, or of one's own. */
export function SubscriptionPanel({ page }: { page: ModelPage }) {
  const { fanSubscribed, pricing } = useSubscribed(page.id, page);
  if (fanSubscribed || !pricing.subscription_enable) return null;
  return (
    <section
      aria-labelledby="profile-subscription"
      className="grid gap-3.5 rounded-16 bg-surface p-4 shadow-[inset_0_0_0_1px_var(--line)] max-lg:hidden"
    >
      <h2 id="profile-subscription" className="text-16!">
        {m.profile_subscription()}
      </h2>
      <SubscriptionFacts name={page.artisticName} pricing={pricing} />
    </section>
  );
}
