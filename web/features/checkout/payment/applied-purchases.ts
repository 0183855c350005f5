/** Remembers which purchases have been shown, so that the answer of a sale and its live event count once. */
export type AppliedPurchases = {
  /** True the first time a transaction is named. Without an id nothing can be compared: always true. */
  apply(transactionId: string | number | null | undefined): boolean;
};

const rememberedMax = 100;

/** Makes an empty memory of the last 100 transactions. */
export function createAppliedPurchases(): AppliedPurchases {
  const seen = new Set<string>();
  return {
    apply(transactionId) {
      if (transactionId === null || transactionId === undefined) return true;
      const id = String(transactionId);
      if (seen.has(id)) return false;
      seen.add(id);
      const oldest = seen.values().next().value;
      if (seen.size > rememberedMax && oldest !== undefined) seen.delete(oldest);
      return true;
    },
  };
}
