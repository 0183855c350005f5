import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { StudioShows } from "#contract/shows.ts";
import type { ApiAnswer } from "#web/lib/api/api.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { useRealtimeEvent } from "#web/lib/realtime/RealtimeProvider.tsx";
import { m } from "#web/paraglide/messages.js";
import { toast } from "#web/ui/toast.ts";

const showsQuery = queryOptions<StudioShows>({
  queryKey: ["studio", "shows"],
  staleTime: 0,
  async queryFn() {
    const answer = await browserApi.call("GET /api/studio/shows");
    if (answer.status !== 200) throw new Error(answer.body.message);
    return answer.body;
  },
});

type Change =
  | ApiAnswer<"POST /api/studio/promos/{id}/withdraw">
  | ApiAnswer<"POST /api/studio/promos/{id}/start">
  | ApiAnswer<"POST /api/studio/end-show">;

/** The model's show and promo links, kept fresh by events; one change at a time. */
export function useStudioShows(slug: string) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const { data } = useQuery(showsQuery);
  const ask = () => void client.invalidateQueries({ queryKey: showsQuery.queryKey });
  useRealtimeEvent("PromosChanged", ask);
  useRealtimeEvent("ChatRoomTypeChanged", (event) => event.slug === slug && ask());
  useRealtimeEvent("ShowMeter", ({ slug: where, show }) => {
    if (where !== slug) return;
    client.setQueryData(showsQuery.queryKey, (now) =>
      now?.show ? { ...now, show: { ...now.show, ...show } } : now,
    );
    if (!data?.show) ask();
  });
  useRealtimeEvent("ShowEnded", ({ slug: where }) => where === slug && ask());
  async function change(call: Promise<Change>, done: string): Promise<void> {
    if (busy) return;
    setBusy(true);
    const answer = await call;
    setBusy(false);
    if (answer.status === 200) {
      client.setQueryData(showsQuery.queryKey, answer.body);
      toast({ kind: "success", text: done });
      return;
    }
    ask();
    const text = answer.status === 0 ? m.studio_problem_network() : answer.body.message;
    toast({ kind: "error", text });
  }
  return { data, busy, change, ask };
}
