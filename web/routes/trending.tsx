import { readGender } from "#web/entities/room/gender.ts";
import { fetchRanking, rankingQuery } from "#web/entities/room/rooms-query.ts";
import { RankingList } from "#web/features/home/RankingList.tsx";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { firstPage } from "#web/lib/page/request-context.ts";
import { m } from "#web/paraglide/messages.js";
import type { Route } from "./+types/trending.ts";

export const loader = (args: Route.LoaderArgs) => firstPage(args, fetchRanking);

export async function clientLoader() {
  const gender = readGender(document.cookie);
  const ranking = await browserQueryClient()
    .fetchInfiniteQuery(rankingQuery(gender, ""))
    .catch(() => null);
  const page = ranking?.pages[0];
  return { first: page ? { page, gender, search: "" } : null, now: new Date().toISOString() };
}

export const meta: Route.MetaFunction = () => [
  { title: `${m.nav_trending()} · Fanlight` },
  { name: "description", content: m.trending_description() },
];

export default function Trending({ loaderData }: Route.ComponentProps) {
  return (
    <main id="main" className="mx-auto w-full max-w-[1440px] px-3 pt-3 pb-7 lg:px-8 lg:pt-7 lg:pb-14">
      <RankingList {...loaderData} />
    </main>
  );
}
