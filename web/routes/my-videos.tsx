import { data } from "react-router";
import { PurchasesPage } from "#web/features/content/purchases/PurchasesPage.tsx";
import { tabOf } from "#web/features/content/purchases/purchase-tabs.ts";
import { fetchPurchases, purchasesQuery } from "#web/lib/content/purchases-query.ts";
import { browserQueryClient } from "#web/lib/query-client.ts";
import { serverFacts } from "#web/lib/server-context.ts";
import { m } from "#web/paraglide/messages.js";
import type { Route } from "./+types/my-videos.ts";

export async function loader({ context, request }: Route.LoaderArgs) {
  const { api, report } = context.get(serverFacts);
  const [kind, now] = [tabOf(request.url), new Date().toISOString()];
  try {
    return data({ kind, first: await fetchPurchases(api, kind, { search: "", page: 1 }), now });
  } catch (error) {
    report(error);
    return data({ kind, first: null, now }, { status: 503 });
  }
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const kind = tabOf(request.url);
  const list = await browserQueryClient()
    .fetchInfiniteQuery(purchasesQuery(kind, ""))
    .catch(() => null);
  return { kind, first: list?.pages[0] ?? null, now: new Date().toISOString() };
}

export const meta: Route.MetaFunction = () => [{ title: `${m.nav_my_videos()} · Fanlight` }];

export default function MyVideos({ loaderData }: Route.ComponentProps) {
  return <PurchasesPage {...loaderData} />;
}
