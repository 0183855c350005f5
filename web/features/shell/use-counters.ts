import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { refreshCounters } from "#web/entities/account/menu-counters.ts";
import { useViewer } from "#web/lib/session/viewer.ts";

/** Asks for the numbers of the menu anew whenever a signed-in person comes back to this page. */
export function useCounters(): void {
  const client = useQueryClient();
  const person = useViewer()?.id ?? null;
  useEffect(() => {
    if (person === null) return;
    const back = () => document.visibilityState === "visible" && void refreshCounters(client);
    document.addEventListener("visibilitychange", back);
    return () => document.removeEventListener("visibilitychange", back);
  }, [client, person]);
}
