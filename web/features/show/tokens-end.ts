import type { ShowState } from "#contract/show-state.ts";

/** Does a paid show end because the tokens run out, and not at a limit that the fan has set before that? */
export function tokensEndFirst({ role, cap, rate, spent, served_seconds, seconds_left }: ShowState): boolean {
  if (role === "promo" || seconds_left === null || rate === 0) return false;
  const byTime = cap?.seconds === undefined ? Number.POSITIVE_INFINITY : cap.seconds - served_seconds;
  const byTokens =
    cap?.tokens === undefined ? Number.POSITIVE_INFINITY : Math.floor(((cap.tokens - spent) * 60) / rate);
  // The server's seconds count parts of a token that are not shown here.
  return seconds_left < Math.min(byTime, byTokens) - Math.ceil(60 / rate) - 1;
}
