/** Where a payment can stand. `unknown`: the gateway was asked to charge and did not answer. */
export const intentStates = [
  "created",
  "submitting",
  "unknown",
  "pending",
  "succeeded",
  "declined",
  "expired",
  "cancelled",
  "refunded",
  "charged_back",
  "chargeback_reversed",
] as const;
export type IntentState = (typeof intentStates)[number];

/** The same steps stand in the table `payments.legal_step`, where the database enforces them. */
export const legalSteps: Readonly<Record<IntentState, readonly IntentState[]>> = {
  created: ["submitting", "expired"],
  submitting: ["unknown", "pending", "succeeded", "declined", "expired", "cancelled"],
  unknown: ["pending", "succeeded", "declined", "expired", "cancelled"],
  pending: ["succeeded", "declined", "expired", "cancelled"],
  // Money may arrive after we, or the gateway, gave up waiting.
  expired: ["succeeded"],
  cancelled: ["succeeded"],
  succeeded: ["refunded", "charged_back"],
  charged_back: ["chargeback_reversed"],
  declined: [],
  refunded: [],
  chargeback_reversed: [],
};

/** May a payment in state `from` go to state `to`? */
export function isLegalStep(from: IntentState, to: IntentState): boolean {
  return legalSteps[from].includes(to);
}

/** States in which the gateway's answer is still awaited. */
export const openStates = ["unknown", "pending"] as const satisfies readonly IntentState[];

/** States that the fan sees as over without money, but that late money can still turn into success. */
export const lateMoneyStates = ["expired", "cancelled"] as const satisfies readonly IntentState[];
