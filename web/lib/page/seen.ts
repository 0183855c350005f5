import { useEffect, useEffectEvent } from "react";

/**
 * Reports to the server up to where somebody has looked: once for each `newest`, as soon as the page is in sight. A page in a
 * hidden tab is looked at by nobody. `null`: there is nothing new.
 */
export function useSeen(newest: number | null, report: (upTo: number) => Promise<void>): void {
  const see = useEffectEvent(report);
  useEffect(() => {
    if (newest === null) return;
    const look = () => {
      if (document.visibilityState !== "visible") return;
      document.removeEventListener("visibilitychange", look);
      void see(newest);
    };
    document.addEventListener("visibilitychange", look);
    look();
    return () => document.removeEventListener("visibilitychange", look);
  }, [newest]);
}
