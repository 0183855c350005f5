import { useState } from "react";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { useRealtimeEvent } from "#web/lib/realtime/RealtimeProvider.tsx";
import { toastRefusal } from "#web/ui/toast.ts";
import type { OverShow } from "./ShowOver.tsx";

/** The end of the show that the fan is in with this model: by the fan's own press, or told by the server. */
export function useShowEnd(slug: string) {
  const [over, setOver] = useState<OverShow | null>(null);
  useRealtimeEvent("ShowEnded", ({ slug: where, show, reason }, { topic }) => {
    if (where === slug && topic.startsWith("person:")) setOver({ show, reason });
  });
  const { pending, run } = useCommand({
    call: () => browserApi.call("POST /api/fan/leave-show"),
    // A show that has ended meanwhile is told of by its own event.
    onRefused: (refusal) => refusal.unknown && toastRefusal(refusal),
  });
  return { over, forget: () => setOver(null), busy: pending, leave: () => void run(null) };
}
