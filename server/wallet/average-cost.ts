/** Tokens that came to a fan by one transfer, and the cents that were paid for them; none for what was given. */
export type Credit = { transferId: number; tokens: number; cents: number };

/**
 * What a token cost a fan on average at a transfer, in cents: all that was paid until then, spread over all tokens that
 * had come until then, those that were given included. Null while no tokens had come. `credits` in the order of their ids.
 */
export function averageCost(credits: readonly Credit[]): (transferId: number) => number | null {
  const totals: { transferId: number; cents: number }[] = [];
  let [tokens, cents] = [0, 0];
  for (const credit of credits) {
    tokens += credit.tokens;
    cents += credit.cents;
    if (tokens > 0) totals.push({ transferId: credit.transferId, cents: cents / tokens });
  }
  return (transferId) => totals.findLast((total) => total.transferId <= transferId)?.cents ?? null;
}
