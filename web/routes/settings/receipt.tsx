import { titled } from "#contract/site-name.ts";
import { purchaseReceiptQuery } from "#web/features/statement/receipt-query.ts";
import { ReceiptPage } from "#web/features/statement/ReceiptPage.tsx";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { readInBrowser, readOnServer } from "#web/lib/page/load-queries.ts";
import { m } from "#web/paraglide/messages.js";
import type { Route } from "./+types/receipt.ts";

export const handle = { player: false };

export const loader = (args: Route.LoaderArgs) =>
  readOnServer(
    args,
    async (client) => (await client.ensureQueryData(purchaseReceiptQuery(args.params.id))) !== null,
    (found) => (found ? 200 : 404),
  );

export const clientLoader = ({ params }: Route.ClientLoaderArgs) =>
  readInBrowser(browserQueryClient().prefetchQuery({ ...purchaseReceiptQuery(params.id), staleTime: 0 }));

export const meta: Route.MetaFunction = () => [{ title: titled(m.purchase_receipt_document()) }];

/** The receipt of one purchase. */
export default function Receipt({ params }: Route.ComponentProps) {
  return <ReceiptPage id={params.id} />;
}
