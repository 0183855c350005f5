import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ShowState } from "#contract/show-state.ts";
import { useClockThreshold } from "#web/entities/show/use-clock-threshold.ts";
import { useSeconds } from "#web/entities/show/use-show-clock.ts";
import { openCheckout } from "#web/entities/wallet/open-checkout.ts";
import { packagesQuery } from "#web/entities/wallet/token-worth.ts";
import { packageFor } from "#web/entities/wallet/top-up.ts";
import { clock, money, tokens } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { IconButton } from "#web/ui/buttons/IconButton.tsx";

/** The fan is reminded when their tokens last so many seconds more, once for each. */
const remindAt = [180, 60];

/** Says that the tokens run out soon, and tops up without leaving the room. */
export function LowTokens({ show }: { show: ShowState }) {
  const seconds = useSeconds(show);
  const left = tokensEndFirst(show) ? seconds.left : null;
  const reached = useClockThreshold(remindAt, left);
  const [dismissed, setDismissed] = useState<number | null>(null);
  const packages = useQuery(packagesQuery).data;
  const reminds = left !== null && reached !== null && reached.mark !== dismissed;
  const enough = packageFor(packages, show.rate);
  const words = (lasting: number) => m.low_tokens({ time: clock(lasting) });
  return (
    <>
      <p role="status" className="sr-only">
        {reminds && words(reached.left)}
      </p>
      {reminds && (
        <div className="flex items-center gap-2 rounded-12 bg-[#3A2A06] py-1 pr-1 pl-3 text-12 text-[#FFE2AE]">
          <p role="timer" className="min-w-0 flex-1 tabular-nums">
            {words(left)}
          </p>
          <button
            type="button"
            onClick={() =>
              openCheckout({
                reason: "balance_too_low",
                beside: true,
                ...(enough ? { offerId: enough.id } : {}),
              })
            }
            className="min-h-10 flex-none rounded-[10px] bg-[#FFC24B] px-3 font-semibold text-[#2B1B00] hover:bg-[#ffd078]"
          >
            {enough
              ? m.low_tokens_package({ count: tokens(enough.tokens), amount: money(enough.price) })
              : m.top_up()}
          </button>
          <IconButton
            icon="x"
            iconSize={16}
            label={m.common_close()}
            onClick={() => setDismissed(reached.mark)}
            className="size-9 text-[#FFE2AE] hover:bg-[#fff2] hover:text-white"
          />
        </div>
      )}
    </>
  );
}

/** Does a paid show end because the tokens run out, and not at a limit that the fan has set before that? */
export function tokensEndFirst({ role, cap, rate, spent, served_seconds, seconds_left }: ShowState): boolean {
  if (role === "promo" || seconds_left === null || rate === 0) return false;
  const byTime = cap?.seconds === undefined ? Number.POSITIVE_INFINITY : cap.seconds - served_seconds;
  const byTokens =
    cap?.tokens === undefined ? Number.POSITIVE_INFINITY : Math.floor(((cap.tokens - spent) * 60) / rate);
  // The server's seconds count parts of a token that are not shown here.
  return seconds_left < Math.min(byTime, byTokens) - Math.ceil(60 / rate) - 1;
}
