/** Tokens that came to a fan by one transfer, and the cents that were paid for them; none for what was given. */
export type Credit = { transferId: number; tokens: number; cents: number };

/**
 * The average cost of a fan's token at a transfer, in cents: all that was paid until then, spread over all tokens that
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

/** A purchase of tokens: the transfer that credited them, and what was paid in US cents where that is known. */
export type Paid = { transferId: number; cents: number | null };

/** {@link averageCost} of a fan's credits and what they paid for them. */
export function costOfTokens(paid: readonly Paid[], credits: readonly Omit<Credit, "cents">[]) {
  const cents = new Map(paid.map((each) => [each.transferId, each.cents ?? 0]));
  return averageCost(credits.map((credit) => ({ ...credit, cents: cents.get(credit.transferId) ?? 0 })));
}

/**
 * The worth of moved tokens in US cents, each movement rounded as the statement shows it; spent tokens count
 * positive.
 */
export function centsSpent(
  moved: readonly { transferId: number; tokens: number }[],
  costAt: (transferId: number) => number | null,
): number {
  const cents = moved.map(({ transferId, tokens }) => {
    const worth = Math.round((costAt(transferId) ?? 0) * Math.abs(tokens));
    return tokens < 0 ? worth : -worth;
  });
  return cents.reduce((sum, each) => sum + each, 0);
}
