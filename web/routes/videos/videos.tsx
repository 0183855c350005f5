import { contentQuery, fetchContent } from "#web/entities/content/content-query.ts";
import { readGender } from "#web/entities/room/gender.ts";
import { ContentList } from "#web/features/content/ContentList.tsx";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { firstPage } from "#web/lib/page/request-context.ts";
import { m } from "#web/paraglide/messages.js";
import type { Route } from "./+types/videos.ts";

export const loader = (args: Route.LoaderArgs) =>
  firstPage(args, (api, wanted) => fetchContent(api, "video", wanted));

export async function clientLoader() {
  const gender = readGender(document.cookie);
  const list = await browserQueryClient()
    .fetchInfiniteQuery(contentQuery("video", gender, ""))
    .catch(() => null);
  const page = list?.pages[0];
  return { first: page ? { page, gender, search: "" } : null, now: new Date().toISOString() };
}

export const meta: Route.MetaFunction = () => [
  { title: `${m.nav_videos()} · Fanlight` },
  { name: "description", content: m.content_videos_description() },
];

export default function Videos({ loaderData }: Route.ComponentProps) {
  return (
    <main id="main" className="mx-auto w-full max-w-[1440px] px-3 pt-3 pb-7 lg:px-8 lg:pt-7 lg:pb-14">
      <ContentList kind="video" {...loaderData} />
    </main>
  );
}
