import { findItem, findItemInBrowser, itemMeta } from "#web/entities/content/found-item.ts";
import { ItemPage } from "#web/features/content/ItemPage.tsx";
import { requestContext } from "#web/lib/page/request-context.ts";
import type { Route } from "./+types/post.ts";

export const loader = ({ context, params }: Route.LoaderArgs) =>
  findItem(context.get(requestContext), "post", params.id);

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => findItemInBrowser("post", params.id);

export const meta: Route.MetaFunction = ({ loaderData }) => itemMeta("post", loaderData?.found ?? null);

export default function PostPage({ loaderData, params }: Route.ComponentProps) {
  return <ItemPage key={params.id} kind="post" id={Number(params.id)} found={loaderData.found} />;
}
