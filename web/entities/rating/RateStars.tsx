import { useEffect, useEffectEvent, useId, useState } from "react";
import type { CommandAnswer } from "#web/lib/api/refusal.ts";
import { type DoneAnswer, useCommand } from "#web/lib/api/use-command.ts";
import { m } from "#web/paraglide/messages.js";
import { cx } from "#web/ui/cx.ts";
import { RadioTile } from "#web/ui/fields/RadioTile.tsx";
import { toastRefusal } from "#web/ui/overlays/toast.ts";
import { Icon } from "#web/ui/pictures/Icon.tsx";

const allStars = [1, 2, 3, 4, 5] as const;

type RateStarsProps<A extends CommandAnswer> = {
  legend: string;
  /** The note below before anything is chosen, and after it is kept. */
  note: string;
  thanks: string;
  /** The fan's earlier rating, if any. */
  rating?: number | null | undefined;
  send(stars: number): Promise<A>;
  onKept?(answer: DoneAnswer<A>): void;
  className?: string;
};

/** Five stars: what is chosen is sent at once, and may be changed. */
export function RateStars<A extends CommandAnswer>(props: RateStarsProps<A>) {
  const { legend, note, thanks, rating = null, className } = props;
  const group = useId();
  const [chosen, choose] = useState<number | null>(null);
  const [kept, keep] = useState<number | null>(null);
  const saved = kept ?? rating;
  const shown = chosen ?? saved;
  const { run, pending } = useCommand({
    call: (stars: number) => props.send(stars),
    onDone(answer, stars) {
      keep(stars);
      props.onKept?.(answer);
    },
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
        <legend className="mx-auto font-semibold">{legend}</legend>
        <div className="flex justify-center gap-1">
          {allStars.map((value) => (
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
        {saved === null ? note : thanks}
      </p>
    </div>
  );
}
