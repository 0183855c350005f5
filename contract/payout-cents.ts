/** The rate counts to a millionth of a cent. */
const parts = 1_000_000;

/**
 * The payout of tokens in whole cents, rounded down; exact, also at a rate such as 5.1 that no binary number holds.
 */
export function payoutCentsOf(tokens: number, centsPerToken: number): number {
  const product = BigInt(tokens) * BigInt(Math.round(centsPerToken * parts));
  const cents = product / BigInt(parts);
  return Number(product < cents * BigInt(parts) ? cents - 1n : cents);
}
