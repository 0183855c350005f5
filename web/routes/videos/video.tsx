import { findItem, findItemInBrowser, itemMeta } from "#web/entities/content/found-item.ts";
import { ItemPage } from "#web/features/content/ItemPage.tsx";
import { requestContext } from "#web/lib/page/request-context.ts";
import type { Route } from "./+types/video.ts";

export const loader = ({ context, params }: Route.LoaderArgs) =>
  findItem(context.get(requestContext), "video", params.id);

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => findItemInBrowser("video", params.id);

export const meta: Route.MetaFunction = ({ loaderData }) => itemMeta("video", loaderData?.found ?? null);

export default function VideoPage({ loaderData, params }: Route.ComponentProps) {
  return <ItemPage key={params.id} kind="video" id={Number(params.id)} found={loaderData.found} />;
}
