import { itemIdOf, itemMeta, loadItem, loadItemInBrowser } from "#web/entities/content/found-item.ts";
import { ItemPage } from "#web/features/content/ItemPage.tsx";
import { lazyComponent } from "#web/lib/page/lazy.tsx";
import type { Route } from "./+types/post.ts";

const ModelActions = lazyComponent(() =>
  import("../videos/BesideItem.tsx").then((file) => file.ModelActions),
);
const MoreOfModel = lazyComponent(() => import("../videos/BesideItem.tsx").then((file) => file.MoreOfModel));

export const handle = { guestsShare: true };

export const loader = (args: Route.LoaderArgs) => loadItem(args, "post", args.params.id);
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => loadItemInBrowser("post", params.id);

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  itemMeta("post", loaderData?.found?.item, matches[0].loaderData?.config.origin ?? "");

export default function PostPage({ params }: Route.ComponentProps) {
  return (
    <ItemPage
      key={params.id}
      kind="post"
      id={itemIdOf(params.id)}
      actions={(item) => <ModelActions item={item} />}
      more={(item) => <MoreOfModel kind="post" item={item} />}
    />
  );
}
