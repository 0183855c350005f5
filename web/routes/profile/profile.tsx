import { useQuery } from "@tanstack/react-query";
import { data, redirect, replace, useRevalidator } from "react-router";
import type { ModelPage } from "#contract/catalog.ts";
import type { TokenPackage } from "#contract/payments.ts";
import type { ContentKind } from "#web/entities/content/content-item.ts";
import type { ContentPage } from "#web/entities/content/content-query.ts";
import { fetchModel, modelQuery } from "#web/entities/room/model-page.ts";
import { fetchPackages, packagesQuery } from "#web/entities/wallet/token-worth.ts";
import { fetchModelContent, modelContentQuery } from "#web/features/profile/model-content-query.ts";
import { ProfilePage } from "#web/features/profile/ProfilePage.tsx";
import { profileMeta } from "#web/features/profile/profile-meta.ts";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { lazyComponent } from "#web/lib/page/lazy.tsx";
import { requestContext } from "#web/lib/page/request-context.ts";
import { m } from "#web/paraglide/messages.js";
import { NothingHere } from "#web/ui/EmptyState.tsx";
import { ErrorCard } from "#web/ui/ErrorCard.tsx";
import type { Route } from "./+types/profile.ts";
import { ModelContent } from "./ModelContent.tsx";

const TipPanel = lazyComponent(() => import("./TipPanel.tsx").then((file) => file.TipPanel));

/** The first pages of her videos and posts; null what could not be had. */
type FirstContent = Record<ContentKind, ContentPage | null>;

/** `model`: null where nobody has this name, "failed" when they could not be loaded. */
type Loaded = {
  model: ModelPage | null | "failed";
  packages: readonly TokenPackage[] | null;
  content: FirstContent;
  now: string;
};

export async function loader({ context, params: { slug }, request }: Route.LoaderArgs) {
  const { api, report } = context.get(requestContext);
  const [model, packages, video, post] = await Promise.all([
    fetchModel(api, slug).catch((error) => {
      report(error);
      return "failed" as const;
    }),
    fetchPackages(api).catch(() => null),
    fetchModelContent(api, "video", slug).catch(() => null),
    fetchModelContent(api, "post", slug).catch(() => null),
  ]);
  const own = ownAddress(model, slug, new URL(request.url).search);
  if (own) throw redirect(own, 301);
  const status = model === null ? 404 : model === "failed" ? 503 : 200;
  const now = new Date().toISOString();
  return data<Loaded>({ model, packages, content: { video, post }, now }, { status });
}

export async function clientLoader({ params: { slug }, request }: Route.ClientLoaderArgs): Promise<Loaded> {
  const client = browserQueryClient();
  const wanted = { ...modelQuery(slug), staleTime: 0 };
  const firstOf = (kind: ContentKind) =>
    client
      .fetchInfiniteQuery(modelContentQuery(kind, slug))
      .then(({ pages }) => pages[0] ?? null)
      .catch(() => null);
  const [model, packages, video, post] = await Promise.all([
    client.fetchQuery(wanted).catch(() => "failed" as const),
    client.ensureQueryData(packagesQuery).catch(() => null),
    firstOf("video"),
    firstOf("post"),
  ]);
  const { search, hash } = new URL(request.url);
  const own = ownAddress(model, slug, search + hash);
  if (own) throw replace(own);
  const now = new Date().toISOString();
  return { model, packages, content: { video, post }, now };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData || loaderData.model === "failed") return [{ title: "Fanlight" }];
  if (loaderData.model !== null)
    return profileMeta(loaderData.model, matches[0].loaderData?.config.origin ?? "");
  return [{ title: `${m.error_not_found()} · Fanlight` }, { name: "robots", content: "noindex" }];
};

/** Whatever address of one part is no page of ours: a model's, or nobody's. */
export default function Profile({ loaderData: { model, packages, content, now } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  // What came with the page is there for every part that says what tokens are worth.
  useQuery({ ...packagesQuery, initialData: packages ?? undefined, enabled: false });
  if (model === null) return <NothingHere title={m.error_not_found()} />;
  if (model !== "failed")
    return (
      <ProfilePage key={model.id} loaded={model} now={now} Tip={TipPanel}>
        <ModelContent kind="video" slug={model.login} first={content.video} now={now} />
        <ModelContent kind="post" slug={model.login} first={content.post} now={now} />
      </ProfilePage>
    );
  return (
    <main id="main">
      <ErrorCard onRetry={() => void revalidate()} />
    </main>
  );
}

/** A model has one address: her login as it is kept. Asked for by id or in other letters, the page is found there. */
function ownAddress(model: Loaded["model"], slug: string, rest: string): string | null {
  if (model === null || model === "failed" || model.login === slug) return null;
  return `/${model.login}${rest}`;
}
