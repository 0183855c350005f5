import { contentQuery, fetchContent } from "#web/entities/content/content-query.ts";
import { readGender } from "#web/entities/room/gender.ts";
import { ContentList } from "#web/features/content/ContentList.tsx";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { firstPage } from "#web/lib/page/request-context.ts";
import { m } from "#web/paraglide/messages.js";
import type { Route } from "./+types/posts.ts";

export const loader = (args: Route.LoaderArgs) =>
  firstPage(args, (api, wanted) => fetchContent(api, "post", wanted));

export async function clientLoader() {
  const gender = readGender(document.cookie);
  const list = await browserQueryClient()
    .fetchInfiniteQuery(contentQuery("post", gender, ""))
    .catch(() => null);
  const page = list?.pages[0];
  return { first: page ? { page, gender, search: "" } : null, now: new Date().toISOString() };
}

export const meta: Route.MetaFunction = () => [
  { title: `${m.nav_posts()} · Fanlight` },
  { name: "description", content: m.content_posts_description() },
];

export default function Posts({ loaderData }: Route.ComponentProps) {
  return (
    <main id="main" className="mx-auto w-full max-w-[1440px] px-3 pt-3 pb-7 lg:px-8 lg:pt-7 lg:pb-14">
      <ContentList kind="post" {...loaderData} />
    </main>
  );
}
