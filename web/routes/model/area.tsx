import type { QueryClient } from "@tanstack/react-query";
import { Suspense } from "react";
import { Outlet, useMatches } from "react-router";
import { isResendHidden } from "#web/entities/account/resend-hidden.ts";
import { studioQuery, studioShowsQuery } from "#web/entities/studio/studio-queries.ts";
import { studioRequestsQuery } from "#web/entities/studio/studio-requests.ts";
import { SiteHeader } from "#web/features/shell/SiteHeader.tsx";
import { StudioNav, StudioTabs } from "#web/features/shell/studio/StudioNav.tsx";
import { RequestDock } from "#web/features/studio/session/RequestDock.tsx";
import { StudioSessionProvider } from "#web/features/studio/session/studio-session.tsx";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { lazyComponent } from "#web/lib/page/lazy.tsx";
import { readInBrowser, readOnServer } from "#web/lib/page/load-queries.ts";
import { useViewer } from "#web/lib/session/viewer.ts";
import { cx } from "#web/ui/cx.ts";
import type { Route } from "./+types/area.ts";

/** The facts that every page of the studio shows: whether the room is on air, the show, and who waits for an answer. */
async function read(client: QueryClient): Promise<void> {
  await Promise.all([
    client.prefetchQuery(studioQuery),
    client.prefetchQuery(studioShowsQuery),
    client.prefetchQuery({ ...studioRequestsQuery, staleTime: 0 }),
  ]);
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const { data } = await readOnServer({ context }, read);
  return { ...data, resendHidden: isResendHidden(request.headers.get("cookie") ?? "") };
}

export async function clientLoader() {
  const data = await readInBrowser(read(browserQueryClient()));
  return { ...data, resendHidden: isResendHidden(document.cookie) };
}

export const shouldRevalidate = () => false;

const ConfirmEmailAlert = lazyComponent(() =>
  import("#web/features/account/ConfirmEmailAlert.tsx").then((file) => file.ConfirmEmailAlert),
);

/** `fills`: the page has the height of the window and scrolls inside, on every screen or on wide ones. */
type PageHandle = { head?: boolean; fills?: boolean | "wide" };

const heights: Record<`${boolean}` | "wide", string> = {
  true: "h-[calc(100dvh-var(--offline-bar))]",
  false: "min-h-dvh",
  wide: "min-h-dvh lg:h-[calc(100dvh-var(--offline-bar))] lg:min-h-[600px]",
};

/**
 * Around the model's own pages: the header, the way between them, what their account waits for, and the broadcast with
 * its requests, which go on from page to page.
 */
export default function Area({ loaderData: { resendHidden } }: Route.ComponentProps) {
  const viewer = useViewer();
  const frames = useMatches().map(({ handle }) => handle as PageHandle | undefined);
  const isBare = frames.some((frame) => frame?.head === false);
  const fills = frames.findLast((frame) => frame?.fills)?.fills ?? false;
  return (
    <StudioSessionProvider key={viewer?.id}>
      <div className={cx("flex flex-col", heights[`${fills}`])}>
        <div className={isBare ? "contents max-lg:hidden" : "contents"}>
          <SiteHeader />
        </div>
        {viewer?.validation === "waiting" && (
          <Suspense>
            <ConfirmEmailAlert viewer={viewer} resendHidden={resendHidden} />
          </Suspense>
        )}
        <div className={cx("flex flex-1", fills === true && "min-h-0", fills === "wide" && "lg:min-h-0")}>
          <StudioNav />
          <div className="flex min-w-0 flex-1 flex-col">
            <Outlet />
          </div>
        </div>
        {!isBare && <StudioTabs />}
      </div>
      <RequestDock />
    </StudioSessionProvider>
  );
}
