import { titled } from "#contract/site-name.ts";
import { subscriptionsQuery } from "#web/entities/subscription/subscription-api.ts";
import { SubscriptionsPage } from "#web/features/subscriptions/SubscriptionsPage.tsx";
import { m } from "#web/paraglide/messages.js";
import type { Route } from "./+types/subscription-models.ts";
import { loadList, loadListInBrowser, type ReadList } from "./list-loaders.ts";

const read: ReadList = (client, { pages }) =>
  client.ensureInfiniteQueryData({ ...subscriptionsQuery, pages, revalidateIfStale: true });

export const loader = (args: Route.LoaderArgs) => loadList(args, read);
export const clientLoader = (args: Route.ClientLoaderArgs) => loadListInBrowser(args, read);

export const meta: Route.MetaFunction = () => [{ title: titled(m.nav_subscriptions()) }];

export default function Subscriptions() {
  return <SubscriptionsPage />;
}
