import { titled } from "#contract/site-name.ts";
import { countriesQuery } from "#web/entities/room/countries-query.ts";
import { rankingQuery } from "#web/entities/room/ranking.ts";
import { RankingList } from "#web/features/home/RankingList.tsx";
import { m } from "#web/paraglide/messages.js";
import type { Route } from "./+types/trending.ts";
import { loadList, loadListInBrowser, type ReadList } from "./list-loaders.ts";

const read: ReadList = (client, { gender, search, filters, pages }) =>
  client.ensureInfiniteQueryData({
    ...rankingQuery(gender, search, filters),
    pages,
    revalidateIfStale: true,
  });

/** With the countries of filters that are open: the browser asks for them where they are drawn. */
const readWithCountries: ReadList = async (client, wanted) => {
  if (wanted.filtering) await client.prefetchQuery(countriesQuery(wanted.gender));
  await read(client, wanted);
};

export const handle = { guestsShare: true };

export const loader = (args: Route.LoaderArgs) => loadList(args, readWithCountries);
export const clientLoader = (args: Route.ClientLoaderArgs) => loadListInBrowser(args, read);

export const meta: Route.MetaFunction = () => [
  { title: titled(m.nav_trending()) },
  { name: "description", content: m.trending_description() },
];

export default function Trending() {
  return (
    <main
      id="main"
      className="list-page mx-auto w-full max-w-(--column) px-3 pt-3 pb-7 lg:px-8 lg:pt-7 lg:pb-14"
    >
      <RankingList />
    </main>
  );
}
