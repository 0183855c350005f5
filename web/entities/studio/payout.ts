import { useQuery } from "@tanstack/react-query";
import { payoutCentsOf } from "#contract/payout-cents.ts";
import { money, tokens } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { studioQuery } from "./studio-queries.ts";

/**
 * What tokens are paid out as to the model who is signed in, in US dollars; null until their rate is known. The studio
 * around the page reads it.
 */
export function usePayout(): (amount: number) => string | null {
  const { data: rate } = useQuery({
    ...studioQuery,
    enabled: false,
    select: ({ earnings }) => earnings.payout_cents,
  });
  return (amount) => (rate === undefined ? null : money(payoutCentsOf(amount, rate) / 100));
}

/** Tokens as a model reads them, with their money beside them: "25 tk · $1.25". */
export function useTokensAndMoney(): (amount: number) => string {
  const payout = usePayout();
  return (amount) => {
    const paid = payout(amount);
    const whole = tokens(amount);
    return paid === null
      ? m.studio_tip_tokens({ tokens: whole })
      : m.studio_tokens_money({ tokens: whole, money: paid });
  };
}
