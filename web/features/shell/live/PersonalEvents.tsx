import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import type { FanProfile } from "#contract/profile.ts";
import { refreshCounters } from "#web/entities/account/menu-counters.ts";
import { forgetTokenCost } from "#web/entities/wallet/token-worth.ts";
import { loadCode } from "#web/lib/load-code.ts";
import {
  useConnection,
  useRealtimeEvent,
  useRealtimeNotice,
  useTopic,
} from "#web/lib/realtime/RealtimeProvider.tsx";
import { settleStoredRole } from "#web/lib/session/session.ts";
import { profileQuery, useSetBalance, useViewer } from "#web/lib/session/viewer.ts";

/** Keeps what a page knows of the person signed in true: balance, subscriptions, numbers, and the session itself. */
export function PersonalEvents() {
  const viewer = useViewer();
  return viewer && <Listening viewer={viewer} />;
}

function Listening({ viewer }: { viewer: FanProfile }) {
  const client = useQueryClient();
  const setBalance = useSetBalance();
  useSessionWatch();
  useCounters();
  useEffect(() => void refreshCounters(client), [client, viewer.id]);
  useTopic(`person:${viewer.id}`, [viewer.live_from.person]);
  useRealtimeEvent("BalanceChanged", ({ balance, reason, transfer_id }) => {
    setBalance(balance, transfer_id === null ? undefined : Number(transfer_id));
    // The link may have been opened elsewhere: this page learns that nothing waits any more.
    if (reason === "email_confirmed") void client.invalidateQueries(profileQuery);
  });
  useRealtimeEvent("CallbackBuyTokensEvent", ({ new_balance }) => {
    setBalance(new_balance);
    forgetTokenCost(client);
  });
  useRealtimeEvent("ModelWentLive", (model) => {
    void loadCode(() => import("./notify-went-live.ts")).then(({ notifyWentLive }) => notifyWentLive(model));
  });
  useRealtimeEvent("ShowStarted", (begun) => {
    if (viewer.role === "fan")
      void loadCode(() => import("./notify-show.ts")).then(({ notifyBegun }) => notifyBegun(begun));
  });
  useRealtimeEvent("ChatRoomTypeChanged", ({ slug, type }) => {
    if (type === "public")
      void loadCode(() => import("./notify-show.ts")).then(({ notifyPublic }) => notifyPublic(slug));
  });
  return null;
}

/**
 * Refetches the counters of the menu whenever a signed-in person comes back to this page, from another tab or from a window
 * beside it. A tab that is shown gets the focus too: both ask once.
 */
export function useCounters(): void {
  const client = useQueryClient();
  const person = useViewer()?.id ?? null;
  useEffect(() => {
    if (person === null) return;
    let asking = false;
    const back = async () => {
      if (asking || document.visibilityState !== "visible") return;
      asking = true;
      await refreshCounters(client);
      asking = false;
    };
    // The event of a page that becomes visible goes to the document, and bubbles to the window.
    const stop = new AbortController();
    for (const name of ["visibilitychange", "focus"]) addEventListener(name, back, { signal: stop.signal });
    return () => stop.abort();
  }, [client, person]);
}

/**
 * Notices a session that was ended elsewhere: its line is cut, or opens as a guest's and may not receive what belongs to
 * the person. The profile is asked for again.
 */
export function useSessionWatch(): void {
  const client = useQueryClient();
  const viewer = useViewer();
  const { cut } = useConnection();
  const refetchProfile = useCallback(() => void client.invalidateQueries(profileQuery), [client]);
  useEffect(() => {
    if (cut === "logged_out" || cut === "revoked") refetchProfile();
  }, [refetchProfile, cut]);
  useRealtimeNotice((notice) => {
    if (notice.kind === "refused" && notice.topic.startsWith("person:")) refetchProfile();
  });
  useEffect(() => {
    if (viewer) settleStoredRole(viewer);
  }, [viewer]);
}
