import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { ShowState } from "#contract/show-state.ts";
import { applyShowEvent } from "#web/entities/show/fan-show-query.ts";
import { answerSecondsMax } from "#web/entities/show/fan-show.ts";
import { useSecondsUntil } from "#web/entities/show/use-show-clock.ts";
import { useWorthAhead } from "#web/entities/wallet/token-worth.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { refusalText } from "#web/lib/api/refusal.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { clock, tokens } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { Sheet } from "#web/ui/overlays/Sheet.tsx";
import { playChime } from "./chime.ts";
import { secondsOf } from "./consent.ts";
import { CountdownRing } from "./CountdownRing.tsx";

type Offer = NonNullable<ShowState["offer"]>;
type PriceSheetProps = { show: ShowState; offer: Offer; name: string; container: HTMLElement | null };

/** The model asks another price: it counts once the fan accepts it, and silence ends the show at the old one. */
export function PriceSheet({ show, offer, name, container }: PriceSheetProps) {
  const client = useQueryClient();
  const worth = useWorthAhead();
  const left = useSecondsUntil(offer.expires_at, answerSecondsMax);
  useEffect(playChime, []);
  const { run, pending, refusal } = useCommand({
    call: (accept: boolean, idempotencyKey) =>
      browserApi.call("POST /api/fan/show-price", {
        body: { show_id: show.id, rate: offer.rate, accept },
        idempotencyKey,
      }),
    onDone({ body: { show: now } }) {
      const data = { model_id: now.model_id, slug: now.slug, show: now };
      if (now.state !== "ended") applyShowEvent(client, { name: "ShowMeter", data });
    },
  });
  const { rate } = offer;
  const cap = capAt(show, rate);
  const price = { count: rate, amount: tokens(rate), money: worth(rate) ?? "…" };
  return (
    <Sheet
      open
      uninvited
      modeless
      locked
      onClose={() => {}}
      container={container}
      title={m.price_title({ name })}
    >
      <div className="grid grid-cols-[auto_1fr] items-center gap-4">
        <CountdownRing left={left} of={answerSecondsMax} label={m.request_left({ count: left })} />
        <div role="alert" className="grid gap-1">
          <p className="text-16 font-semibold">{m.price_new(price)}</p>
          <p className="text-text-2">{m.price_text({ count: tokens(show.rate) })}</p>
          {cap && <p className="text-text-2">{m.price_cap(cap)}</p>}
        </div>
      </div>
      <div className="grid grid-cols-2 gap-2">
        <Button tone="outline" size="lg" wide busy={pending} onClick={() => void run(false)}>
          {m.price_decline()}
        </Button>
        <Button tone="private" size="lg" wide busy={pending} onClick={() => void run(true)}>
          {m.price_accept()}
        </Button>
      </div>
      <p role={refusal ? "alert" : undefined} className="text-center text-12 text-balance text-text-2">
        {refusal ? refusalText(refusal) : m.price_note()}
      </p>
    </Sheet>
  );
}

/** The limit in tokens, which another price does not move, and how long what is left of it lasts then; null without one. */
function capAt({ cap, spent, served_seconds }: ShowState, rate: number) {
  if (cap?.tokens === undefined) return null;
  const { tokens: count, seconds = Number.POSITIVE_INFINITY } = cap;
  const left = Math.max(0, Math.min(secondsOf(count - spent, rate), seconds - served_seconds));
  return { count, amount: tokens(count), time: clock(left) };
}
