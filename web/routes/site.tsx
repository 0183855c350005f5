import { useQueryClient } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { Outlet, useLocation, useMatches, useParams } from "react-router";
import { searchWordsAt } from "#web/features/shell/places.ts";
import { SiteHeader } from "#web/features/shell/SiteHeader.tsx";
import { SiteNav } from "#web/features/shell/SiteNav.tsx";
import { TabBar } from "#web/features/shell/TabBar.tsx";
import { isResendHidden } from "#web/lib/account/resend-hidden.ts";
import { asServed } from "#web/lib/as-served.tsx";
import { fetchGenders, gendersQuery } from "#web/lib/gender.ts";
import { later, lazily } from "#web/lib/later.tsx";
import { browserQueryClient } from "#web/lib/query-client.ts";
import { serverFacts } from "#web/lib/server-context.ts";
import { useViewer } from "#web/lib/viewer.ts";
import type { Route } from "./+types/site.ts";

export async function loader({ context, request }: Route.LoaderArgs) {
  const { api, report } = context.get(serverFacts);
  const genders = await fetchGenders(api).catch((error: unknown) => {
    report(error);
    return null;
  });
  return { genders, resendHidden: isResendHidden(request.headers.get("cookie") ?? "") };
}

export async function clientLoader() {
  const genders = await browserQueryClient()
    .ensureQueryData(gendersQuery)
    .catch(() => null);
  return { genders, resendHidden: isResendHidden(document.cookie) };
}

export const shouldRevalidate = () => false;

const SiteFooter = asServed(() =>
  import("#web/features/shell/SiteFooter.tsx").then((file) => file.SiteFooter),
);
const ConfirmEmailAlert = lazily(() =>
  import("#web/features/account/ConfirmEmailAlert.tsx").then((file) => file.ConfirmEmailAlert),
);
const EndingAlerts = later(() =>
  import("#web/features/subscriptions/EndingAlerts.tsx").then((file) => file.EndingAlerts),
);
const LiveRooms = later(() => import("#web/features/shell/LiveRooms.tsx").then((file) => file.LiveRooms));

/** What a page may say about its frame: without the footer, the navbar or the header of small screens. */
type PageHandle = { footer?: boolean; tabs?: boolean; head?: boolean };

/** Header, menu and footer around every page that is not a stage. */
export default function Site({ loaderData: { genders, resendHidden } }: Route.ComponentProps) {
  const { pathname } = useLocation();
  const { slug } = useParams();
  const frames = useMatches().map(({ handle }) => handle as PageHandle | undefined);
  const has = (part: keyof PageHandle) => frames.every((frame) => frame?.[part] !== false);
  const client = useQueryClient();
  const viewer = useViewer();
  useState(() => genders && client.setQueryData(gendersQuery.queryKey, genders));
  return (
    <div className="flex min-h-dvh flex-col">
      <div className={has("head") ? "contents" : "contents max-lg:hidden"}>
        <SiteHeader search={searchWordsAt(pathname)} />
      </div>
      <SiteNav withGender={slug === undefined} />
      {viewer?.validation === "waiting" && (
        <Suspense>
          <ConfirmEmailAlert viewer={viewer} resendHidden={resendHidden} />
        </Suspense>
      )}
      <div className="flex-1">
        <Outlet />
      </div>
      {has("footer") && <SiteFooter />}
      {has("tabs") && <TabBar />}
      <LiveRooms />
      {viewer && viewer.endingSubscriptions.length > 0 && <EndingAlerts />}
    </div>
  );
}
