import { titled } from "#contract/site-name.ts";
import { contentQuery } from "#web/entities/content/content-query.ts";
import { ContentList } from "#web/features/content/ContentList.tsx";
import { m } from "#web/paraglide/messages.js";
import { loadList, loadListInBrowser, type ReadList } from "../list-loaders.ts";
import type { Route } from "./+types/videos.ts";

const read: ReadList = (client, { gender, search, pages }) =>
  client.ensureInfiniteQueryData({
    ...contentQuery("video", gender, search),
    pages,
    revalidateIfStale: true,
  });

export const handle = { guestsShare: true };

export const loader = (args: Route.LoaderArgs) => loadList(args, read);
export const clientLoader = (args: Route.ClientLoaderArgs) => loadListInBrowser(args, read);

export const meta: Route.MetaFunction = () => [
  { title: titled(m.nav_videos()) },
  { name: "description", content: m.content_videos_description() },
];

export default function Videos() {
  return (
    <main
      id="main"
      className="list-page mx-auto w-full max-w-(--column) px-3 pt-3 pb-7 lg:px-8 lg:pt-7 lg:pb-14"
    >
      <ContentList kind="video" />
    </main>
  );
}
