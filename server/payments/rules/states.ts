/** The states of a payment. `unknown`: the gateway was asked to charge and did not answer. */
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

/** The table `payments.legal_step` holds the same steps, and the database enforces them. */
export const legalSteps: Readonly<Record<IntentState, readonly IntentState[]>> = {
  created: ["submitting", "expired"],
  submitting: ["unknown", "pending", "succeeded", "declined", "expired", "cancelled"],
  unknown: ["pending", "succeeded", "declined", "expired", "cancelled"],
  pending: ["succeeded", "declined", "expired", "cancelled"],
  // Money may arrive after we, or the gateway, gave up waiting, and a reason for its absence after another one.
  expired: ["succeeded", "cancelled", "declined"],
  cancelled: ["succeeded", "declined"],
  declined: ["succeeded"],
  succeeded: ["refunded", "charged_back"],
  charged_back: ["chargeback_reversed", "refunded"],
  chargeback_reversed: ["refunded", "charged_back"],
  refunded: [],
};

/** May a payment in state `from` go to state `to`? */
export function isLegalStep(from: IntentState, to: IntentState): boolean {
  return legalSteps[from].includes(to);
}

/** The states on the shortest legal way from one state to another, the last one included; none when there is no way. */
export function pathBetween(from: IntentState, to: IntentState): IntentState[] {
  if (from === to) return [];
  const seen = new Set<IntentState>([from]);
  const paths: IntentState[][] = legalSteps[from].map((next) => [next]);
  for (let path = paths.shift(); path; path = paths.shift()) {
    const last = path.at(-1) ?? from;
    if (last === to) return path;
    if (seen.has(last)) continue;
    seen.add(last);
    for (const next of legalSteps[last]) paths.push([...path, next]);
  }
  return [];
}

/** Is the money of a payment there, so that it can be given back? After a dispute that was won it is there again. */
export const isRefundable = (state: IntentState): boolean =>
  state === "succeeded" || state === "chargeback_reversed";

/** States in which the gateway's answer is still awaited. */
export const openStates = ["unknown", "pending"] as const satisfies readonly IntentState[];
