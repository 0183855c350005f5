import { useState } from "react";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { useRealtimeEvent } from "#web/lib/realtime/RealtimeProvider.tsx";
import type { OverShow } from "./ShowOver.tsx";

/** The end of the show that the fan is in with this model: by the fan's own press, or told by the server. */
export function useShowEnd(slug: string) {
  const [over, setOver] = useState<OverShow | null>(null);
  const [busy, setBusy] = useState(false);
  useRealtimeEvent("ShowEnded", ({ slug: where, show, reason }, { topic }) => {
    if (where === slug && topic.startsWith("person:")) setOver({ show, reason });
  });
  const leave = async () => {
    if (busy) return;
    setBusy(true);
    await browserApi.call("POST /api/fan/leave-show");
    setBusy(false);
  };
  return { over, forget: () => setOver(null), busy, leave: () => void leave() };
}
