import type { QueryClient } from "@tanstack/react-query";
import { useLocation } from "react-router";
import { titled } from "#contract/site-name.ts";
import { studioItemsQuery } from "#web/features/studio/content/studio-items-query.ts";
import { StudioContentPage } from "#web/features/studio/content/StudioContentPage.tsx";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { readInBrowser, readOnServer } from "#web/lib/page/load-queries.ts";
import { m } from "#web/paraglide/messages.js";
import type { Route } from "./+types/items.ts";

export const loader = (args: Route.LoaderArgs) =>
  readOnServer(args, (client) => read(client, args.request.url));

/** Known content is shown at once, and read again behind. */
export const clientLoader = ({ request }: Route.ClientLoaderArgs) =>
  readInBrowser(read(browserQueryClient(), request.url));

async function read(client: QueryClient, address: string): Promise<void> {
  const list = studioItemsQuery(kindOf(new URL(address).pathname));
  await client.ensureInfiniteQueryData({ ...list, revalidateIfStale: true });
}

export const meta: Route.MetaFunction = ({ location }) => [
  { title: titled(kindOf(location.pathname) === "post" ? m.nav_posts() : m.nav_videos()) },
];

/** The model's videos, or their posts, as the address says. */
export default function StudioContent() {
  return <StudioContentPage kind={kindOf(useLocation().pathname)} />;
}

function kindOf(path: string): "video" | "post" {
  return /posts(\.data)?\/?$/i.test(path) ? "post" : "video";
}
