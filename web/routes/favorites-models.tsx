import { data } from "react-router";
import { favoritesQuery, fetchFavorites } from "#web/entities/room/rooms-query.ts";
import { FavoriteList } from "#web/features/home/FavoriteList.tsx";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { searchOf } from "#web/lib/page/list-search.ts";
import { requestContext } from "#web/lib/page/request-context.ts";
import { m } from "#web/paraglide/messages.js";
import type { Route } from "./+types/favorites-models.ts";

export async function loader({ context, request }: Route.LoaderArgs) {
  const { api, report } = context.get(requestContext);
  const search = (searchOf(new URL(request.url).search) ?? "").trim();
  const now = new Date().toISOString();
  try {
    return data({ first: { page: await fetchFavorites(api, { search, page: 1 }), search }, now });
  } catch (error) {
    report(error);
    return data({ first: null, now }, { status: 503 });
  }
}

export async function clientLoader() {
  const rooms = await browserQueryClient()
    .fetchInfiniteQuery(favoritesQuery(""))
    .catch(() => null);
  const page = rooms?.pages[0];
  return { first: page ? { page, search: "" } : null, now: new Date().toISOString() };
}

export const meta: Route.MetaFunction = () => [{ title: `${m.nav_favorites()} · Fanlight` }];

export default function Favorites({ loaderData }: Route.ComponentProps) {
  return (
    <main id="main" className="mx-auto w-full max-w-[1440px] px-3 pt-3 pb-7 lg:px-8 lg:pt-7 lg:pb-14">
      <FavoriteList {...loaderData} />
    </main>
  );
}
