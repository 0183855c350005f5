import type { ShowState } from "#contract/show-state.ts";
import { RateStars } from "#web/entities/rating/RateStars.tsx";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { m } from "#web/paraglide/messages.js";

type RateShowProps = {
  showId: number;
  /** The fan's earlier rating, if any. */
  rating?: number | null | undefined;
  className?: string;
};

/** Five stars for a show that is over: what is chosen is sent at once, and may be changed. */
export function RateShow({ showId, ...rest }: RateShowProps) {
  return (
    <RateStars
      legend={m.rate_show()}
      note={m.rate_note()}
      thanks={m.rate_thanks()}
      send={(rating) =>
        browserApi.call("POST /api/fan/shows/{id}/rating", { params: { id: showId }, body: { rating } })
      }
      {...rest}
    />
  );
}

/** Is it rated? A show that was given or cost nothing is not. */
export function isRated({ role, spent }: Pick<ShowState, "role" | "spent">): boolean {
  return role === "payer" || (role === "spy" && spent > 0);
}
