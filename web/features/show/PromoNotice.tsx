import { useEffect, useState } from "react";
import type { PromoStream } from "#contract/shows.ts";
import { clock, dateTime } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { Badge } from "#web/ui/Badge.tsx";
import { ButtonLink } from "#web/ui/buttons/Button.tsx";
import { Avatar } from "#web/ui/pictures/Avatar.tsx";
import { Spinner } from "#web/ui/Spinner.tsx";

const titles = {
  away: (name: string) => m.promo_away_title({ name }),
  busy: (name: string) => m.promo_busy_title({ name }),
  waiting: (name: string) => m.promo_waiting_title({ name }),
} as const;
const texts = {
  away: () => m.promo_away_text(),
  busy: () => m.promo_busy_text(),
  waiting: () => m.promo_waiting_text(),
} as const;

/** Over the stage while a promo waits for its model: what they do now, and how much of it is left. */
export function PromoNotice({ page }: { page: PromoStream }) {
  const { model, promo } = page;
  const name = model.artisticName;
  const state = page.state === "running" ? "waiting" : page.state;
  return (
    <div className="over-stage p-4">
      <div
        role="alertdialog"
        aria-labelledby="promo-title"
        aria-describedby="promo-text"
        className="grid w-full max-w-[400px] justify-items-center gap-2 rounded-20 bg-raised px-6 py-8 text-center text-text shadow-high"
      >
        <Avatar name={name} src={model.pictures.portrait_small} size={96} className="mb-2" />
        <Badge mode="promo" />
        <div role="status" className="grid justify-items-center gap-2">
          <h1 id="promo-title" className="text-20!">
            {titles[state](name)}
          </h1>
          <p id="promo-text" className="max-w-[34ch] text-text-2">
            {texts[state]()}
          </p>
        </div>
        <p className="mt-2 font-[650] tabular-nums">
          {promo.time_used > 0
            ? m.promo_minutes_left({
                time: clock(promo.duration - promo.time_used),
                whole: clock(promo.duration),
              })
            : m.promo_minutes({ time: clock(promo.duration), name })}
        </p>
        <p className="inline-flex min-h-6 items-center gap-2 text-12 text-text-3">
          <Spinner size={14} />
          <Until at={promo.expires_at} />
        </p>
        {state === "waiting" && (
          <ButtonLink to={`/stream/${model.login}`} tone="quiet" className="mt-2">
            {m.promo_public_room()}
          </ButtonLink>
        )}
        {state === "away" && (
          <ButtonLink to="/" tone="solid" className="mt-2">
            {m.room_not_started_action()}
          </ButtonLink>
        )}
      </div>
    </div>
  );
}

/** Shown once the page is hydrated: the server does not know the reader's zone. */
function Until({ at }: { at: string }) {
  const [date, setDate] = useState<string | null>(null);
  useEffect(() => setDate(dateTime(at)), [at]);
  return date === null ? null : <span>{m.promo_valid_until({ date })}</span>;
}
