import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { PromoLink } from "#contract/shows.ts";
import { studioShowsQuery } from "#web/entities/studio/studio-queries.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { tokens } from "#web/lib/i18n/format.ts";
import { useRealtimeEvent } from "#web/lib/realtime/RealtimeProvider.tsx";
import { m } from "#web/paraglide/messages.js";
import { toast, toastRefusal } from "#web/ui/overlays/toast.ts";

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
export function useStudioShows(slug: string | null) {
  const client = useQueryClient();
  const read = useQuery(studioShowsQuery);
  const { data } = read;
  const ask = () => void client.invalidateQueries({ queryKey: studioShowsQuery.queryKey });
  useRealtimeEvent("ShowEnded", ({ slug: where, show, reason }) => {
    if (where !== slug) return;
    const before = data?.show;
    if (before?.id !== show.id || reason === "model_ended") return;
    const { fan_name: name } = before;
    const count = show.spent + before.spies.tokens;
    const earned = { name, count, amount: tokens(count) };
    const text = show.mode === "promo" ? m.studio_show_over({ name }) : m.studio_show_over_earned(earned);
    toast({ kind: "info", text });
  });
  const { pending, run } = useCommand({
    call: changeShow,
    onDone({ body }, change) {
      client.setQueryData(studioShowsQuery.queryKey, body);
      toast({ kind: "success", text: doneText(change) });
    },
    onRefused(refusal) {
      ask();
      toastRefusal(refusal);
    },
  });
  return { read, data, busy: pending, change: run, ask };
}
