import { titled } from "#contract/site-name.ts";
import { massQuery } from "#web/features/studio/to-many/mass-query.ts";
import { ToManyPage } from "#web/features/studio/to-many/ToManyPage.tsx";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { readInBrowser, readOnServer } from "#web/lib/page/load-queries.ts";
import { m } from "#web/paraglide/messages.js";
import type { Route } from "./+types/messages.ts";

export const loader = (args: Route.LoaderArgs) =>
  readOnServer(args, async (client) => void (await client.ensureInfiniteQueryData(massQuery)));

/** Known messages are shown at once, and read again behind. */
export const clientLoader = () =>
  readInBrowser(
    browserQueryClient()
      .ensureInfiniteQueryData({ ...massQuery, revalidateIfStale: true })
      .then(() => undefined),
  );

export const meta: Route.MetaFunction = () => [{ title: titled(m.studio_mass_title()) }];

/** The model's messages to many. */
export default function ToMany() {
  return <ToManyPage />;
}
