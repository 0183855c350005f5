import { useQueryClient } from "@tanstack/react-query";
import type { FanProfile } from "#contract/profile.ts";
import { loadCode } from "#web/lib/page/load-code.ts";
import { useRealtimeEvent, useTopic } from "#web/lib/realtime/RealtimeProvider.tsx";
import { profileQuery, useSetBalance, useViewer } from "#web/lib/session/viewer.ts";
import { useCounters } from "./use-counters.ts";
import { useSessionWatch } from "./use-session-watch.ts";

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
  useTopic(`person:${viewer.id}`, [viewer.live_from.person]);
  useRealtimeEvent("BalanceChanged", ({ balance, reason }) => {
    setBalance(balance);
    // The link may have been opened elsewhere: this page learns that nothing waits any more.
    if (reason === "email_confirmed") void client.invalidateQueries(profileQuery);
  });
  useRealtimeEvent("CallbackBuyTokensEvent", ({ new_balance }) => setBalance(new_balance));
  useRealtimeEvent("ModelWentLive", (model) => {
    void loadCode(() => import("./tell-went-live.ts")).then(({ tellWentLive }) => tellWentLive(model));
  });
  return null;
}
