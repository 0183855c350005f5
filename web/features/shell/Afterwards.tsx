import { useRealtimeEvent, useTopic } from "#web/lib/realtime/use-realtime.tsx";
import { useSetBalance, useViewer } from "#web/lib/viewer.ts";
import { Toasts } from "#web/ui/Toasts.tsx";
import { OfflineBar } from "./OfflineBar.tsx";
import { useSessionWatch } from "./use-session-watch.ts";

/** What every page has but none shows at first: notices, the word that the line is down, and live facts. */
export function Afterwards() {
  const person = useViewer()?.id ?? null;
  const setBalance = useSetBalance();
  useSessionWatch();
  useTopic("public");
  useTopic(person === null ? null : `person:${person}`);
  useRealtimeEvent("BalanceChanged", ({ balance }) => setBalance(balance));
  useRealtimeEvent("CallbackBuyTokensEvent", ({ new_balance }) => setBalance(new_balance));
  return (
    <>
      <OfflineBar />
      <Toasts />
    </>
  );
}
