import type { QueryClient } from "@tanstack/react-query";
import { everything, statementQuery } from "#web/features/statement/statement-query.ts";
import { StatementPage } from "#web/features/statement/StatementPage.tsx";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { readInBrowser, readOnServer } from "#web/lib/page/load-queries.ts";
import { m } from "#web/paraglide/messages.js";
import type { Route } from "./+types/statement.ts";

async function read(client: QueryClient): Promise<void> {
  await client.ensureInfiniteQueryData({ ...statementQuery(everything), revalidateIfStale: true });
}

export const loader = (args: Route.LoaderArgs) => readOnServer(args, read);
export const clientLoader = () => readInBrowser(read(browserQueryClient()));

export const meta: Route.MetaFunction = () => [{ title: m.statement_document() }];

/** What came and went on the fan's balance. */
export default function Statement() {
  return <StatementPage />;
}
