import { useLocation } from "react-router";
import { titled } from "#contract/site-name.ts";
import { chatContentQuery } from "#web/entities/content/chat-content-query.ts";
import { purchasesQuery } from "#web/entities/content/content-query.ts";
import { type PurchasePart, partOf } from "#web/features/content/purchases/purchase-tabs.ts";
import { PurchasesPage } from "#web/features/content/purchases/PurchasesPage.tsx";
import { m } from "#web/paraglide/messages.js";
import type { Route } from "./+types/my-videos.ts";
import { loadList, loadListInBrowser, type ReadList } from "./list-loaders.ts";

const readPart =
  (part: PurchasePart): ReadList =>
  (client, { pages }) =>
    part === "chat"
      ? client.ensureInfiniteQueryData({ ...chatContentQuery(""), pages, revalidateIfStale: true })
      : client.ensureInfiniteQueryData({ ...purchasesQuery(part, ""), pages, revalidateIfStale: true });

export const loader = (args: Route.LoaderArgs) => loadList(args, readPart(partOf(queryOf(args))));
export const clientLoader = (args: Route.ClientLoaderArgs) =>
  loadListInBrowser(args, readPart(partOf(queryOf(args))));

const queryOf = ({ request }: { request: Request }) => new URL(request.url).search;

export const meta: Route.MetaFunction = () => [{ title: titled(m.nav_my_videos()) }];

export default function MyVideos() {
  const part = partOf(useLocation().search);
  return <PurchasesPage shown={part} />;
}
