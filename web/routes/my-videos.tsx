import { data } from "react-router";
import { chatContentQuery, fetchChatContent } from "#web/entities/content/chat-content-query.ts";
import { fetchPurchases, purchasesQuery } from "#web/entities/content/content-query.ts";
import { PurchasesPage, type PurchasesPageProps } from "#web/features/content/purchases/PurchasesPage.tsx";
import { type PurchasePart, partOf } from "#web/features/content/purchases/purchase-tabs.ts";
import type { Api } from "#web/lib/api/api.ts";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { requestContext } from "#web/lib/page/request-context.ts";
import { m } from "#web/paraglide/messages.js";
import type { Route } from "./+types/my-videos.ts";

export async function loader({ context, request }: Route.LoaderArgs) {
  const { api, report } = context.get(requestContext);
  const [part, now] = [partOf(request.url), new Date().toISOString()];
  try {
    return data<PurchasesPageProps>(await fetchPart(api, part, now));
  } catch (error) {
    report(error);
    return data<PurchasesPageProps>({ part, first: null, now }, { status: 503 });
  }
}

export async function clientLoader({ request }: Route.ClientLoaderArgs): Promise<PurchasesPageProps> {
  const [part, now] = [partOf(request.url), new Date().toISOString()];
  const client = browserQueryClient();
  if (part === "chat") {
    const list = await client.fetchInfiniteQuery(chatContentQuery("")).catch(() => null);
    return { part, first: list?.pages[0] ?? null, now };
  }
  const list = await client.fetchInfiniteQuery(purchasesQuery(part, "")).catch(() => null);
  return { part, first: list?.pages[0] ?? null, now };
}

export const meta: Route.MetaFunction = () => [{ title: `${m.nav_my_videos()} · Fanlight` }];

export default function MyVideos({ loaderData }: Route.ComponentProps) {
  return <PurchasesPage {...loaderData} />;
}

async function fetchPart(api: Api, part: PurchasePart, now: string): Promise<PurchasesPageProps> {
  const wanted = { search: "", page: 1 };
  if (part === "chat") return { part, first: await fetchChatContent(api, wanted), now };
  return { part, first: await fetchPurchases(api, part, wanted), now };
}
