import type { QueryClient } from "@tanstack/react-query";
import { titled } from "#contract/site-name.ts";
import { ratesQuery } from "#web/features/studio/rates/rates-query.ts";
import { RatesPage } from "#web/features/studio/RatesPage.tsx";
import { planQuery } from "#web/features/studio/subscription/plan-query.ts";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { readInBrowser, readOnServer } from "#web/lib/page/load-queries.ts";
import { m } from "#web/paraglide/messages.js";
import type { Route } from "./+types/rates.ts";

async function read(client: QueryClient): Promise<void> {
  await Promise.all([client.prefetchQuery(ratesQuery), client.prefetchQuery(planQuery)]);
}

export const loader = (args: Route.LoaderArgs) => readOnServer(args, read);
export const clientLoader = () => readInBrowser(read(browserQueryClient()));

export const meta: Route.MetaFunction = () => [{ title: titled(m.studio_rates()) }];

/** The model's prices. */
export default function Rates() {
  return <RatesPage />;
}
