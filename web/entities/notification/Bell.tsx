import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link } from "react-router";
import { storageKeys } from "#web/lib/constants.ts";
import { useHydrated } from "#web/lib/page/lazy.tsx";
import { localStore } from "#web/lib/platform/storage.ts";
import { useRealtimeEvent } from "#web/lib/realtime/RealtimeProvider.tsx";
import { useViewer } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { CountBadge } from "#web/ui/Badge.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { notificationsQuery } from "./notifications-query.ts";

/** The way to the fan's notifications, and how many of them are unread. */
export function Bell() {
  const hydrated = useHydrated();
  const list = useInfiniteQuery({ ...notificationsQuery, enabled: hydrated });
  useRealtimeEvent("NotificationsChanged", () => void list.refetch());
  useRenewedPush();
  const unread = hydrated ? (list.data?.pages[0]?.unread ?? 0) : 0;
  return (
    <Link
      to="/notifications"
      aria-label={unread > 0 ? m.notifications_unread({ count: unread }) : m.notifications_title()}
      title={m.notifications_title()}
      className="relative grid size-11 flex-none place-items-center rounded-12 text-text-2 hover:bg-raised hover:text-text"
    >
      <Icon name="bell" />
      <CountBadge value={unread} label="" hot className="absolute top-0.5 right-0" />
    </Link>
  );
}

/** A fan who has push notifications in this browser keeps them in a new session; others load nothing for it. */
function useRenewedPush(): void {
  const fanId = useViewer()?.id;
  useEffect(() => {
    if (fanId === undefined || localStore.getItem(storageKeys.push) === null) return;
    void import("./push-here.ts").then(({ renewPush }) => renewPush(fanId)).catch(() => {});
  }, [fanId]);
}
