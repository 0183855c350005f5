import { useEffect, useEffectEvent, useId, useState } from "react";
import type { ShowState } from "#contract/show-state.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { m } from "#web/paraglide/messages.js";
import { cx } from "#web/ui/cx.ts";
import { RadioTile } from "#web/ui/fields/RadioTile.tsx";
import { toastRefusal } from "#web/ui/overlays/toast.ts";
import { Icon } from "#web/ui/pictures/Icon.tsx";

const ratings = [1, 2, 3, 4, 5] as const;

type RateShowProps = {
  showId: number;
  /** The fan's earlier rating, if any. */
  rating?: number | null | undefined;
  className?: string;
};

/** Five stars for a show that is over: what is chosen is sent at once, and may be changed. */
export function RateShow({ showId, rating = null, className }: RateShowProps) {
  const group = useId();
  const [chosen, choose] = useState<number | null>(null);
  const [kept, keep] = useState<number | null>(null);
  const saved = kept ?? rating;
  const shown = chosen ?? saved;
  const { run, pending } = useCommand({
    call: (next: number) =>
      browserApi.call("POST /api/fan/shows/{id}/rating", { params: { id: showId }, body: { rating: next } }),
    onDone: ({ body }) => keep(body.rating),
    onRefused(refusal) {
      choose(null);
      toastRefusal(refusal);
    },
  });
  // Keys pass over several stars: what was chosen while an answer was awaited is sent after it.
  const send = useEffectEvent(() => {
    if (shown !== null && shown !== saved) void run(shown);
  });
  useEffect(() => {
    if (!pending) send();
  }, [shown, pending]);
  return (
    <div className={cx("grid justify-items-center gap-1 text-center", className)}>
      <fieldset>
        <legend className="mx-auto font-semibold">{m.rate_show()}</legend>
        <div className="flex justify-center gap-1">
          {ratings.map((value) => (
            <RadioTile
              key={value}
              group={group}
              checked={value === shown}
              onChoose={() => choose(value)}
              label={m.rate_of({ count: value })}
              className={cx(
                "grid size-11 place-items-center rounded-12 hover:text-gold",
                shown !== null && value <= shown ? "text-gold [&_svg]:fill-current" : "text-text-3",
              )}
            >
              <Icon name="star" size={26} />
            </RadioTile>
          ))}
        </div>
      </fieldset>
      <p role="status" className="min-h-[18px] text-12 text-balance text-text-2">
        {saved === null ? m.rate_note() : m.rate_thanks()}
      </p>
    </div>
  );
}

/** Is it rated? A show that was given or cost nothing is not. */
export function isRated({ role, spent }: Pick<ShowState, "role" | "spent">): boolean {
  return role === "payer" || (role === "spy" && spent > 0);
}
