import { itemIdOf, itemMeta, loadItem, loadItemInBrowser } from "#web/entities/content/found-item.ts";
import { ItemPage } from "#web/features/content/ItemPage.tsx";
import type { Route } from "./+types/video.ts";

export const loader = (args: Route.LoaderArgs) => loadItem(args, "video", args.params.id);
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => loadItemInBrowser("video", params.id);

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  itemMeta("video", loaderData?.found?.item, matches[0].loaderData?.config.origin ?? "");

export default function VideoPage({ params }: Route.ComponentProps) {
  return <ItemPage key={params.id} kind="video" id={itemIdOf(params.id)} />;
}
