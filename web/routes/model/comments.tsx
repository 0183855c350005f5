import type { QueryClient } from "@tanstack/react-query";
import { titled } from "#contract/site-name.ts";
import { studioCommentsQuery } from "#web/features/studio/comments/studio-comments-query.ts";
import { StudioCommentsPage } from "#web/features/studio/comments/StudioCommentsPage.tsx";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { readInBrowser, readOnServer } from "#web/lib/page/load-queries.ts";
import { m } from "#web/paraglide/messages.js";
import type { Route } from "./+types/comments.ts";

export const loader = (args: Route.LoaderArgs) => readOnServer(args, read);

/** Known comments are shown at once, and read again behind. */
export const clientLoader = () => readInBrowser(read(browserQueryClient()));

async function read(client: QueryClient): Promise<void> {
  await client.ensureInfiniteQueryData({ ...studioCommentsQuery, revalidateIfStale: true });
}

export const meta: Route.MetaFunction = () => [{ title: titled(m.studio_comments()) }];

/** The comments on the model's posts. */
export default function StudioComments() {
  return <StudioCommentsPage />;
}
