import { titled } from "#contract/site-name.ts";
import { showReceiptQuery } from "#web/features/show/receipt/receipt-query.ts";
import { ReceiptPage } from "#web/features/show/receipt/ReceiptPage.tsx";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { readInBrowser, readOnServer } from "#web/lib/page/load-queries.ts";
import { m } from "#web/paraglide/messages.js";
import type { Route } from "./+types/receipt.ts";

export const handle = { player: false };

export const loader = (args: Route.LoaderArgs) =>
  readOnServer(
    args,
    async (client) => (await client.ensureQueryData(showReceiptQuery(idOf(args.params)))) !== null,
    (found) => (found ? 200 : 404),
  );

/** A show may still run, and its receipt with it: it is read again each time. */
export const clientLoader = ({ params }: Route.ClientLoaderArgs) =>
  readInBrowser(
    browserQueryClient()
      .fetchQuery(showReceiptQuery(idOf(params)))
      .then((receipt) => receipt !== null),
  );

export const meta: Route.MetaFunction = () => [
  { title: titled(m.receipt_document()) },
  { name: "robots", content: "noindex" },
];

/** The receipt of one show. */
export default function Receipt({ params }: Route.ComponentProps) {
  return <ReceiptPage id={idOf(params)} />;
}

/** An id that is no number has no receipt. */
const idOf = ({ id }: { id: string }) => (/^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0);
