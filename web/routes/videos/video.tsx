import { ItemPage } from "#web/features/content/ItemPage.tsx";
import { findItem, findItemInBrowser, itemMeta } from "#web/lib/content/found-item.ts";
import { serverFacts } from "#web/lib/server-context.ts";
import type { Route } from "./+types/video.ts";

export const loader = ({ context, params }: Route.LoaderArgs) =>
  findItem(context.get(serverFacts), "video", params.id);

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => findItemInBrowser("video", params.id);

export const meta: Route.MetaFunction = ({ loaderData }) => itemMeta("video", loaderData?.found ?? null);

export default function VideoPage({ loaderData, params }: Route.ComponentProps) {
  return <ItemPage key={params.id} kind="video" id={Number(params.id)} found={loaderData.found} />;
}
