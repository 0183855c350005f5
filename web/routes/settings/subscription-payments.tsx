import type { QueryClient } from "@tanstack/react-query";
import { titled } from "#contract/site-name.ts";
import { subscriptionPaymentsQuery } from "#web/entities/subscription/subscription-payments-query.ts";
import { SubscriptionPaymentsPage } from "#web/features/statement/SubscriptionPaymentsPage.tsx";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { readInBrowser, readOnServer } from "#web/lib/page/load-queries.ts";
import { m } from "#web/paraglide/messages.js";
import type { Route } from "./+types/subscription-payments.ts";

async function read(client: QueryClient): Promise<void> {
  await client.ensureInfiniteQueryData({ ...subscriptionPaymentsQuery, revalidateIfStale: true });
}

export const loader = (args: Route.LoaderArgs) => readOnServer(args, read);
export const clientLoader = () => readInBrowser(read(browserQueryClient()));

export const meta: Route.MetaFunction = () => [{ title: titled(m.statement_document()) }];

/** The cost of the fan's subscriptions so far. */
export default function SubscriptionPayments() {
  return <SubscriptionPaymentsPage />;
}
