import { type QueryClient, useQuery } from "@tanstack/react-query";
import { redirect, replace } from "react-router";
import { siteName, titled } from "#contract/site-name.ts";
import type { ContentKind } from "#web/entities/content/content-item.ts";
import { modelQuery } from "#web/entities/room/model-page.ts";
import { packagesQuery } from "#web/entities/wallet/token-worth.ts";
import { modelContentQuery } from "#web/features/profile/model-content-query.ts";
import { profileMeta } from "#web/features/profile/profile-meta.ts";
import { ProfilePage } from "#web/features/profile/ProfilePage.tsx";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { openedComponent } from "#web/lib/page/lazy.tsx";
import { readAt } from "#web/lib/page/list-age.ts";
import { readInBrowser, readOnServer } from "#web/lib/page/load-queries.ts";
import { m } from "#web/paraglide/messages.js";
import { sheetPlace } from "#web/ui/overlays/sheet-opening.tsx";
import { ErrorCard } from "#web/ui/states/ErrorCard.tsx";
import { NothingHere } from "#web/ui/states/NothingHere.tsx";
import type { Route } from "./+types/profile.ts";
import { ModelContent } from "./ModelContent.tsx";

const TipPanel = openedComponent(() => import("./TipPanel.tsx").then((file) => file.TipPanel), sheetPlace);

/** Reads a model's page. Asked for by id or in other letters, `leave` throws the way to their own address. */
async function read(client: QueryClient, slug: string, leave: (login: string) => void) {
  const list = (kind: ContentKind) =>
    client.ensureInfiniteQueryData({ ...modelContentQuery(kind, slug), revalidateIfStale: true });
  const [model] = await Promise.all([
    client.ensureQueryData({ ...modelQuery(slug), staleTime: 0, revalidateIfStale: true }),
    client.prefetchQuery(packagesQuery),
    list("video").catch(() => null),
    list("post").catch(() => null),
  ]);
  if (model && model.login !== slug) leave(model.login);
  return { model };
}

export const handle = { guestsShare: true };

export function loader(args: Route.LoaderArgs) {
  const leave = (login: string) => {
    throw redirect(`/${login}${new URL(args.request.url).search}`, 301);
  };
  return readOnServer(
    args,
    (client) => read(client, args.params.slug, leave),
    ({ model }) => (model === null ? 404 : 200),
  );
}

export function clientLoader({ params: { slug }, request }: Route.ClientLoaderArgs) {
  const leave = (login: string) => {
    const { search, hash } = new URL(request.url);
    throw replace(`/${login}${search}${hash}`);
  };
  return readInBrowser(read(browserQueryClient(), slug, leave));
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData?.found) return [{ title: siteName() }];
  const { model } = loaderData.found;
  if (model) return profileMeta(model, matches[0].loaderData?.config.origin ?? "");
  return [{ title: titled(m.error_not_found()) }, { name: "robots", content: "noindex" }];
};

/** An address of one part that is no page of ours is a model's, or nobody's. */
export default function Profile({ params: { slug } }: Route.ComponentProps) {
  const query = useQuery(modelQuery(slug));
  const page = query.data;
  if (page === null) return <NothingHere title={m.error_not_found()} />;
  if (page !== undefined)
    return (
      <ProfilePage
        key={page.id}
        page={page}
        now={readAt(query)}
        Tip={TipPanel}
        content={(part) => (
          <ModelContent
            key={part}
            kind={part === "videos" ? "video" : "post"}
            slug={slug}
            name={page.artisticName}
          />
        )}
      />
    );
  return (
    <main id="main">
      <ErrorCard headingLevel="h1" error={query.error} onRetry={() => void query.refetch()} />
    </main>
  );
}
