import { StudioContentPage } from "#web/features/studio/content/StudioContentPage.tsx";
import { fetchStudioItems, studioItemsQuery } from "#web/features/studio/content/studio-items-query.ts";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { requestContext } from "#web/lib/page/request-context.ts";
import { m } from "#web/paraglide/messages.js";
import type { Route } from "./+types/content.ts";

export async function loader({ context, request }: Route.LoaderArgs) {
  const { api, report } = context.get(requestContext);
  const kind = kindOf(request.url);
  const first = await fetchStudioItems(api, kind, 1).catch((error: unknown) => {
    report(error);
    return null;
  });
  return { kind, first };
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const kind = kindOf(request.url);
  const list = await browserQueryClient()
    .fetchInfiniteQuery(studioItemsQuery(kind))
    .catch(() => null);
  return { kind, first: list?.pages[0] ?? null };
}

export const meta: Route.MetaFunction = () => [{ title: `${m.studio_content()} · Fanlight` }];

/** The model's videos and posts. */
export default function StudioContent({ loaderData }: Route.ComponentProps) {
  return <StudioContentPage {...loaderData} />;
}

function kindOf(url: string): "video" | "post" {
  return new URL(url).searchParams.get("tab") === "posts" ? "post" : "video";
}
