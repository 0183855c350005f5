import { titled } from "#contract/site-name.ts";
import { subscriptionReceiptQuery } from "#web/entities/subscription/subscription-payments-query.ts";
import { SubscriptionReceiptPage } from "#web/features/statement/SubscriptionReceiptPage.tsx";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { readInBrowser, readOnServer } from "#web/lib/page/load-queries.ts";
import { m } from "#web/paraglide/messages.js";
import type { Route } from "./+types/subscription-receipt.ts";

export const handle = { player: false };

export const loader = (args: Route.LoaderArgs) =>
  readOnServer(
    args,
    async (client) => (await client.ensureQueryData(subscriptionReceiptQuery(idOf(args.params)))) !== null,
    (found) => (found ? 200 : 404),
  );

export const clientLoader = ({ params }: Route.ClientLoaderArgs) =>
  readInBrowser(
    browserQueryClient().prefetchQuery({ ...subscriptionReceiptQuery(idOf(params)), staleTime: 0 }),
  );

export const meta: Route.MetaFunction = () => [{ title: titled(m.purchase_receipt_document()) }];

/** The receipt of one payment for a subscription. */
export default function SubscriptionReceipt({ params }: Route.ComponentProps) {
  return <SubscriptionReceiptPage id={idOf(params)} />;
}

/** An id that is no number has no receipt. */
const idOf = ({ id }: { id: string }) => (/^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0);
