import { m } from "#web/paraglide/messages.js";
import { ButtonLink } from "#web/ui/Button.tsx";
import { EmptyPage } from "#web/ui/EmptyPage.tsx";
import type { Route } from "./+types/subscription-models.ts";

export const meta: Route.MetaFunction = () => [{ title: `${m.nav_subscriptions()} · Fanlight` }];

export default function Subscriptions() {
  return (
    <EmptyPage
      heading={m.nav_subscriptions()}
      title={m.subscriptions_empty_title()}
      text={m.subscriptions_empty_text()}
      action={
        <ButtonLink to="/" tone="primary">
          {m.places_find_rooms()}
        </ButtonLink>
      }
    />
  );
}
