import { useQueryClient } from "@tanstack/react-query";
import { useRealtimeEvent, useTopic } from "#web/lib/realtime/use-realtime.tsx";
import { profileQuery, useSetBalance, useViewer } from "#web/lib/viewer.ts";
import { Toasts } from "#web/ui/Toasts.tsx";
import { OfflineBar } from "./OfflineBar.tsx";
import { useCounters } from "./use-counters.ts";
import { useSessionWatch } from "./use-session-watch.ts";

/** What every page has but none shows at first: notices, the word that the line is down, and live facts. */
export function Afterwards() {
  const client = useQueryClient();
  const viewer = useViewer();
  const setBalance = useSetBalance();
  useSessionWatch();
  useCounters();
  useTopic("public");
  useTopic(viewer && `person:${viewer.id}`, viewer ? [viewer.live_from.person] : []);
  useRealtimeEvent("BalanceChanged", ({ balance, reason }) => {
    setBalance(balance);
    // The link may have been opened elsewhere: this page learns that nothing waits any more.
    if (reason === "email_confirmed") void client.invalidateQueries(profileQuery);
  });
  // What ends soon is announced on every page.
  useRealtimeEvent("SaveSubscriptionEvent", ({ fan_id }) => {
    if (fan_id === viewer?.id) void client.invalidateQueries(profileQuery);
  });
  useRealtimeEvent("CallbackBuyTokensEvent", ({ new_balance }) => setBalance(new_balance));
  useRealtimeEvent("ModelWentLive", (model) => {
    void import("./tell-went-live.ts").then(({ tellWentLive }) => tellWentLive(model));
  });
  return (
    <>
      <OfflineBar />
      <Toasts />
    </>
  );
}
