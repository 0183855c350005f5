import { titled } from "#contract/site-name.ts";
import { favoritesQuery } from "#web/entities/room/favorite-rooms.ts";
import { FavoriteList } from "#web/features/home/FavoriteList.tsx";
import { m } from "#web/paraglide/messages.js";
import type { Route } from "./+types/favorites-models.ts";
import { loadList, loadListInBrowser, type ReadList } from "./list-loaders.ts";

const read: ReadList = (client, { search, pages }) =>
  client.ensureInfiniteQueryData({ ...favoritesQuery(search), pages, revalidateIfStale: true });

export const loader = (args: Route.LoaderArgs) => loadList(args, read);
export const clientLoader = (args: Route.ClientLoaderArgs) => loadListInBrowser(args, read);

export const meta: Route.MetaFunction = () => [{ title: titled(m.nav_favorites()) }];

export default function Favorites() {
  return (
    <main
      id="main"
      className="list-page mx-auto w-full max-w-(--column) px-3 pt-3 pb-7 lg:px-8 lg:pt-7 lg:pb-14"
    >
      <FavoriteList />
    </main>
  );
}
