import { useState } from "react";
import type { StudioShows } from "#contract/shows.ts";
import { useSeconds } from "#web/entities/show/use-show-clock.ts";
import { clock } from "#web/lib/i18n/format.ts";
import { useRealtimeEvent } from "#web/lib/realtime/RealtimeProvider.tsx";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/Button.tsx";
import { toast } from "#web/ui/toast.ts";
import { Panel } from "../Panel.tsx";
import { NewPromoDialog } from "./NewPromoDialog.tsx";
import { PromoRow } from "./PromoRow.tsx";
import { useStudioShows } from "./use-studio-shows.ts";

type ShowsPanelProps = { slug: string; live: boolean };

/** One-to-one shows from the model's side: the one that runs, and her promo links with who waits. */
export function ShowsPanel({ slug, live }: ShowsPanelProps) {
  const { data, busy, change, ask } = useStudioShows(slug);
  const [making, setMaking] = useState(false);
  const show = data?.show ?? null;
  useRealtimeEvent("ShowEnded", ({ slug: where, reason }) => {
    if (where === slug && reason !== "model_ended" && show)
      toast({ kind: "info", text: m.studio_show_over({ name: show.fan_name }) });
  });
  return (
    <Panel
      title={m.studio_shows()}
      end={
        <Button size="sm" tone="quiet" className="min-h-11" onClick={() => setMaking(true)}>
          {m.studio_promo_new()}
        </Button>
      }
    >
      {show && <ShowNow show={show} busy={busy} onEnd={() => void change({ what: "end" })} />}
      {data?.promos.length ? (
        <ul
          aria-label={m.studio_promos_list()}
          className="grid max-h-[420px] grid-cols-[minmax(0,1fr)] overflow-y-auto [scrollbar-width:thin]"
        >
          {data.promos.map((promo) => (
            <PromoRow
              key={promo.id}
              promo={promo}
              mayStart={live && show === null}
              busy={busy}
              onStart={() => void change({ what: "start", promo })}
              onWithdraw={() => void change({ what: "withdraw", promo })}
            />
          ))}
        </ul>
      ) : (
        <p className="min-h-10 px-4 pb-4 text-text-3">{data && m.studio_promos_none()}</p>
      )}
      {making && <NewPromoDialog onMade={ask} onClose={() => setMaking(false)} />}
    </Panel>
  );
}

type ShowNowProps = { show: NonNullable<StudioShows["show"]>; busy: boolean; onEnd(): void };

/** The show that runs: with whom, how long still, and the way back to everybody. */
function ShowNow({ show, busy, onEnd }: ShowNowProps) {
  const { left, served } = useSeconds(show);
  const time = clock(left ?? served);
  return (
    <section
      aria-label={m.studio_show_with({ name: show.fan_name })}
      className="mx-3 mb-3 flex flex-wrap items-center gap-3 rounded-12 bg-private-soft px-3 py-2.5"
    >
      <div className="min-w-0 flex-1">
        <b className="block truncate font-semibold">{m.studio_show_with({ name: show.fan_name })}</b>
        <span className="text-12 text-text-2 tabular-nums">
          {left === null ? m.show_served({ time }) : m.studio_show_left({ time })}
          {show.pause && ` · ${m.studio_show_paused()}`}
        </span>
      </div>
      <Button tone="private" busy={busy} onClick={onEnd}>
        {m.studio_show_end()}
      </Button>
    </section>
  );
}
