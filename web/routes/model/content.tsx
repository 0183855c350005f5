import type { QueryClient } from "@tanstack/react-query";
import { useLocation } from "react-router";
import { studioItemsQuery } from "#web/features/studio/content/studio-items-query.ts";
import { StudioContentPage } from "#web/features/studio/content/StudioContentPage.tsx";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { readInBrowser, readOnServer } from "#web/lib/page/load-queries.ts";
import { m } from "#web/paraglide/messages.js";
import type { Route } from "./+types/content.ts";

export const loader = (args: Route.LoaderArgs) =>
  readOnServer(args, (client) => read(client, args.request.url));

/** Known content is shown at once, and read again behind. */
export const clientLoader = ({ request }: Route.ClientLoaderArgs) =>
  readInBrowser(read(browserQueryClient(), request.url));

async function read(client: QueryClient, address: string): Promise<void> {
  const list = studioItemsQuery(kindOf(new URL(address).search));
  await client.ensureInfiniteQueryData({ ...list, revalidateIfStale: true });
}

export const meta: Route.MetaFunction = () => [{ title: `${m.studio_content()} · Fanlight` }];

/** The model's videos and posts. */
export default function StudioContent() {
  return <StudioContentPage kind={kindOf(useLocation().search)} />;
}

function kindOf(query: string): "video" | "post" {
  return new URLSearchParams(query).get("tab") === "posts" ? "post" : "video";
}
