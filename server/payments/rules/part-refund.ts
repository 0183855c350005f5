/**
 * The whole tokens to take for a part of a payment: its share of all that the payment bought, rounded down in the fan's
 * favour over all parts together. `backCents`: what has gone back with this part; `taken`: for the parts before.
 */
export function shareOfTokens(of: {
  tokens: number;
  paidCents: number;
  backCents: number;
  taken: number;
}): number {
  const { tokens, paidCents, backCents, taken } = of;
  if (backCents <= 0 || backCents >= paidCents)
    throw new RangeError(`${backCents} is no part of ${paidCents}`);
  return Math.floor((tokens * backCents) / paidCents) - taken;
}
