import { data } from "react-router";
import { fetchSubscriptions, subscriptionsQuery } from "#web/entities/subscription/subscription-api.ts";
import { SubscriptionsPage } from "#web/features/subscriptions/SubscriptionsPage.tsx";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { requestContext } from "#web/lib/page/request-context.ts";
import { m } from "#web/paraglide/messages.js";
import type { Route } from "./+types/subscription-models.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { api, report } = context.get(requestContext);
  const now = new Date().toISOString();
  try {
    return data({ first: await fetchSubscriptions(api, 1), now });
  } catch (error) {
    report(error);
    return data({ first: null, now }, { status: 503 });
  }
}

export async function clientLoader() {
  const list = await browserQueryClient()
    .fetchInfiniteQuery(subscriptionsQuery)
    .catch(() => null);
  return { first: list?.pages[0] ?? null, now: new Date().toISOString() };
}

export const meta: Route.MetaFunction = () => [{ title: `${m.nav_subscriptions()} · Fanlight` }];

export default function Subscriptions({ loaderData }: Route.ComponentProps) {
  return <SubscriptionsPage {...loaderData} />;
}
