import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import type { PromoLink, StudioShows } from "#contract/shows.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { tokens } from "#web/lib/i18n/format.ts";
import { useRealtimeEvent } from "#web/lib/realtime/RealtimeProvider.tsx";
import { m } from "#web/paraglide/messages.js";
import { toast, toastRefusal } from "#web/ui/toast.ts";

/** Events bring the meter; who spies is nobody's event, so it is asked for while a show runs. */
const askPeriodMs = 5_000;

const showsQuery = queryOptions<StudioShows>({
  queryKey: ["studio", "shows"],
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.show ? askPeriodMs : false),
  async queryFn() {
    const answer = await browserApi.call("GET /api/studio/shows");
    if (answer.status !== 200) throw new Error(answer.body.message);
    return answer.body;
  },
});

export type ShowChange = { what: "start" | "withdraw"; promo: PromoLink } | { what: "end" };

function changeShow(change: ShowChange) {
  if (change.what === "end") return browserApi.call("POST /api/studio/end-show");
  return browserApi.call(`POST /api/studio/promos/{id}/${change.what}`, { params: { id: change.promo.id } });
}

function doneText(change: ShowChange): string {
  if (change.what === "end") return m.studio_show_ended();
  return change.what === "start"
    ? m.studio_promo_started({ name: change.promo.fan_name ?? "" })
    : m.studio_promo_withdrawn_done();
}

export type StudioShowsView = ReturnType<typeof useStudioShows>;

/** The model's show and promo links, kept fresh by events; one change at a time. */
export function useStudioShows(slug: string) {
  const client = useQueryClient();
  const { data } = useQuery(showsQuery);
  const ask = () => void client.invalidateQueries({ queryKey: showsQuery.queryKey });
  useRealtimeEvent("PromosChanged", ask);
  useRealtimeEvent("ChatRoomTypeChanged", (event) => event.slug === slug && ask());
  useRealtimeEvent("ShowStarted", (event) => event.slug === slug && ask());
  useRealtimeEvent("ShowMeter", ({ slug: where, show }) => {
    if (where !== slug) return;
    // An answer that is on its way is older than the event.
    void client.cancelQueries({ queryKey: showsQuery.queryKey });
    client.setQueryData(showsQuery.queryKey, (now) =>
      now?.show?.id === show.id ? { ...now, show: { ...now.show, ...show } } : now,
    );
    if (data?.show?.id !== show.id) ask();
  });
  useRealtimeEvent("ShowEnded", ({ slug: where, show, reason }) => {
    if (where !== slug) return;
    ask();
    const before = data?.show;
    if (before?.id !== show.id || reason === "model_ended") return;
    const { fan_name: name } = before;
    const earned = { name, tokens: tokens(show.spent + before.spies.tokens) };
    const text = show.mode === "promo" ? m.studio_show_over({ name }) : m.studio_show_over_earned(earned);
    toast({ kind: "info", text });
  });
  const { pending, run } = useCommand({
    call: changeShow,
    onDone({ body }, change) {
      client.setQueryData(showsQuery.queryKey, body);
      toast({ kind: "success", text: doneText(change) });
    },
    onRefused(refusal) {
      ask();
      toastRefusal(refusal);
    },
  });
  return { data, busy: pending, change: run, ask };
}
