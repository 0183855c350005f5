import { useState } from "react";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { hasFailed } from "#web/ui/states/PartFailed.tsx";
import { Panel, PanelFailed } from "../Panel.tsx";
import { NewPromoDialog } from "./NewPromoDialog.tsx";
import { PromoRow } from "./PromoRow.tsx";
import type { StudioShowsView } from "./use-studio-shows.ts";

type PromosPanelProps = { shows: StudioShowsView; live: boolean };

/** The model's promo links with who waits on them. */
export function PromosPanel({ shows, live }: PromosPanelProps) {
  const { read, data, busy, change, ask } = shows;
  const [making, setMaking] = useState(false);
  return (
    <Panel
      title={m.studio_shows()}
      end={
        <Button size="sm" tone="quiet" className="min-h-11" onClick={() => setMaking(true)}>
          {m.studio_promo_new()}
        </Button>
      }
    >
      <PanelFailed read={read} />
      {data?.promos.length ? (
        <ul
          aria-label={m.studio_promos_list()}
          className="grid max-h-[420px] grid-cols-[minmax(0,1fr)] overflow-y-auto [scrollbar-width:thin]"
        >
          {data.promos.map((promo) => (
            <PromoRow
              key={promo.id}
              promo={promo}
              mayStart={live && data.show === null}
              busy={busy}
              onStart={() => void change({ what: "start", promo })}
              onWithdraw={() => void change({ what: "withdraw", promo })}
            />
          ))}
        </ul>
      ) : (
        !hasFailed(read) && <p className="min-h-10 px-4 pb-4 text-text-3">{data && m.studio_promos_none()}</p>
      )}
      {making && <NewPromoDialog onMade={ask} onClose={() => setMaking(false)} />}
    </Panel>
  );
}
