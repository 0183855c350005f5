import type { QueryClient } from "@tanstack/react-query";
import { titled } from "#contract/site-name.ts";
import { filterIn } from "#web/entities/wallet/statement-filter.ts";
import { isSane, statementQuery } from "#web/features/statement/statement-query.ts";
import { StatementPage } from "#web/features/statement/StatementPage.tsx";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { readInBrowser, readOnServer } from "#web/lib/page/load-queries.ts";
import { m } from "#web/paraglide/messages.js";
import type { Route } from "./+types/statement.ts";

async function read(client: QueryClient, { url }: Request): Promise<void> {
  const filter = filterIn(new URL(url).searchParams);
  if (!isSane(filter)) return;
  await client.ensureInfiniteQueryData({ ...statementQuery(filter), revalidateIfStale: true });
}

export const loader = (args: Route.LoaderArgs) => readOnServer(args, (client) => read(client, args.request));
export const clientLoader = ({ request }: Route.ClientLoaderArgs) =>
  readInBrowser(read(browserQueryClient(), request));

export const meta: Route.MetaFunction = () => [{ title: titled(m.statement_document()) }];

/** The movements of the fan's balance. */
export default function Statement() {
  return <StatementPage />;
}
