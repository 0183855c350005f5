import { Suspense, useState } from "react";
import { Outlet, useLocation, useMatches, useParams } from "react-router";
import type { FanProfile } from "#contract/profile.ts";
import { isResendHidden } from "#web/entities/account/resend-hidden.ts";
import { gendersQuery } from "#web/entities/room/gender.ts";
import { miniRoom } from "#web/entities/room/mini-room.ts";
import { ConfirmEmailAlert } from "#web/features/account/ConfirmEmailAlert.tsx";
import { PressedCard } from "#web/features/room/PressedCard.tsx";
import { searchWordsAt } from "#web/features/shell/nav-items.ts";
import { SiteFooter } from "#web/features/shell/SiteFooter.tsx";
import { SiteHeader } from "#web/features/shell/SiteHeader.tsx";
import { SiteNav } from "#web/features/shell/SiteNav.tsx";
import { TabBar } from "#web/features/shell/TabBar.tsx";
import { EndingAlert } from "#web/features/subscriptions/EndingAlert.tsx";
import { PriceChangeAlert } from "#web/features/subscriptions/PriceChangeAlert.tsx";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { cookieNames } from "#web/lib/constants.ts";
import { readCookie } from "#web/lib/cookies.ts";
import { afterHydration, lazyComponent } from "#web/lib/page/lazy.tsx";
import { readInBrowser, readOnServer } from "#web/lib/page/load-queries.ts";
import { useViewer } from "#web/lib/session/viewer.ts";
import { useStore } from "#web/lib/store.ts";
import { cx } from "#web/ui/cx.ts";
import type { Route } from "./+types/site.ts";

export async function loader({ context, request }: Route.LoaderArgs) {
  const { data } = await readOnServer({ context }, (client) => client.prefetchQuery(gendersQuery));
  return { ...data, ...fromCookies(request.headers.get("cookie") ?? "") };
}

export async function clientLoader() {
  const read = await readInBrowser(browserQueryClient().prefetchQuery(gendersQuery));
  return { ...read, ...fromCookies(document.cookie) };
}

const fromCookies = (cookies: string) => ({
  resendHidden: isResendHidden(cookies),
  dismissed: readCookie(cookies, cookieNames.dismissedSubscriptions) ?? "",
  loadedAt: new Date().toISOString(),
});

export const shouldRevalidate = () => false;

const LiveRooms = afterHydration(() =>
  import("#web/features/shell/live/LiveRooms.tsx").then((file) => file.LiveRooms),
);

const CardPreviews = afterHydration(() =>
  import("#web/features/home/CardPreviews.tsx").then((file) => file.CardPreviews),
);

const MiniPlayer = lazyComponent(() =>
  import("#web/features/player/MiniPlayer.tsx").then((file) => file.MiniPlayer),
);

/** The small player, whose code is loaded for those who left a room. */
function LeftRoom({ raised }: { raised: boolean }) {
  const { slug } = useStore(miniRoom);
  return (
    slug !== null && (
      <Suspense>
        <MiniPlayer raised={raised} />
        {/* What stands last on the page of a small screen can be scrolled out from under it. */}
        {!raised && <div className="flex-none max-md:h-[calc(56vw+20px)] md:max-lg:h-[calc(34vh+20px)]" />}
      </Suspense>
    )
  );
}

const noEndings: FanProfile["endingSubscriptions"] = [];
const noPrices: FanProfile["priceChanges"] = [];

/**
 * A page's settings for its frame: without the footer, the navbar, the header of small screens or the small player of
 * the room that was left, which would lie over the sums of a receipt; or that it fills the window, and scrolls
 * inside.
 */
type PageHandle = { footer?: boolean; tabs?: boolean; head?: boolean; player?: boolean; fills?: boolean };

/**
 * Header, menu and footer around every page that is not a stage. Everything that the server draws above the content
 * is part of the first load: React takes a part away whose code is still on its way when something around it changes,
 * and everything below would jump up, and down again.
 */
export default function Site({ loaderData }: Route.ComponentProps) {
  const { resendHidden, dismissed, loadedAt } = loaderData;
  const { pathname } = useLocation();
  const { slug } = useParams();
  const frames = useMatches().map(({ handle }) => handle as PageHandle | undefined);
  const has = (part: "footer" | "tabs" | "head" | "player") =>
    frames.every((frame) => frame?.[part] !== false);
  const fills = frames.some((frame) => frame?.fills);
  const viewer = useViewer();
  const endings = useAnnounced(viewer, viewer?.endingSubscriptions ?? noEndings, ({ expireAt }) => expireAt);
  const prices = useAnnounced(viewer, viewer?.priceChanges ?? noPrices, ({ from }) => from);
  return (
    <div className={cx("flex flex-col", fills ? "h-[calc(100dvh-var(--offline-bar))]" : "min-h-dvh")}>
      <div className={has("head") ? "contents" : "contents max-lg:hidden"}>
        <SiteHeader search={searchWordsAt(pathname)} />
      </div>
      <SiteNav withGender={slug === undefined} />
      {viewer?.validation === "waiting" && <ConfirmEmailAlert viewer={viewer} resendHidden={resendHidden} />}
      {prices.length > 0 && (
        <div className={has("head") ? "contents" : "contents max-lg:hidden"}>
          <PriceChangeAlert changes={prices} />
        </div>
      )}
      {endings.length > 0 && (
        <div className={has("head") ? "contents" : "contents max-lg:hidden"}>
          <EndingAlert endings={endings} dismissed={dismissed} loadedAt={loadedAt} />
        </div>
      )}
      {/* The footer begins below the window, so that nothing that is shown moves it. */}
      <div
        className={cx(
          "flex-1",
          fills ? "flex min-h-0 flex-col" : has("footer") && "min-h-[calc(100dvh-var(--header))]",
        )}
      >
        <Outlet />
      </div>
      {has("footer") && <SiteFooter />}
      {has("tabs") && <TabBar />}
      <LiveRooms />
      <CardPreviews />
      <PressedCard />
      {has("player") && <LeftRoom raised={fills} />}
    </div>
  );
}

/**
 * The profile's news about subscriptions: those that end soon, and new prices. News that comes while a page is open
 * waits for the next one: nothing may move under the finger of somebody who reads this one.
 */
function useAnnounced<T extends { id: number }>(
  viewer: FanProfile | null,
  current: readonly T[],
  dayOf: (one: T) => string,
): T[] {
  const page = `${useLocation().key} ${viewer?.id}`;
  const [entered, setEntered] = useState({ page, current });
  if (entered.page !== page) setEntered({ page, current });
  return entered.current.filter((one) =>
    current.some((now) => now.id === one.id && dayOf(now) === dayOf(one)),
  );
}
