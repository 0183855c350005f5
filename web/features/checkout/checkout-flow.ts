import { cardMethods, methodsOf, type PaymentType, paymentTypes } from "./methods.ts";

/** Where the fan stands in the two steps, and what they have chosen. */
export type CheckoutFlow = {
  step: 1 | 2;
  offerId: number | null;
  type: PaymentType;
  /** A card method, or the code of a regional one. */
  method: string | null;
};

export type FlowAction =
  | { do: "choose_offer"; offerId: number }
  | { do: "choose_type"; type: PaymentType }
  | { do: "choose_method"; method: string }
  | { do: "offer_gone" }
  | { do: "proceed"; offerOpen: boolean }
  | { do: "back" }
  | { do: "reset" };

/** Step 1, nothing chosen but the card, which every fan can use. */
export const flowAtStart: CheckoutFlow = {
  step: 1,
  offerId: null,
  type: "card",
  method: "direct_api_credit",
};

/** May the fan go from step 1 to step 2? Only with an offer that is still on the offers and an enabled method. */
export function mayProceed(flow: CheckoutFlow, offerOpen: boolean): boolean {
  return flow.offerId !== null && offerOpen && flow.method !== null;
}

/** The next standing after one action; an action that is not allowed changes nothing. */
export function advance(flow: CheckoutFlow, action: FlowAction): CheckoutFlow {
  switch (action.do) {
    case "choose_offer":
      return flow.step === 1 ? { ...flow, offerId: action.offerId } : flow;
    case "choose_type":
      return chooseType(flow, action.type);
    case "choose_method":
      return isMethodOf(flow.type, action.method) ? { ...flow, method: action.method } : flow;
    case "offer_gone":
      return { ...flow, step: 1, offerId: null };
    case "proceed":
      return mayProceed(flow, action.offerOpen) ? { ...flow, step: 2 } : flow;
    case "back":
      return { ...flow, step: 1 };
    case "reset":
      return flowAtStart;
  }
}

/** Regional methods are known to the provider alone. */
function isMethodOf(type: PaymentType, code: string): boolean {
  return type === "regional" || methodsOf(type).some((method) => method.code === code);
}

function chooseType(flow: CheckoutFlow, type: PaymentType): CheckoutFlow {
  if (paymentTypes.find((each) => each.type === type)?.disabled) return flow;
  const first = type === "card" ? (cardMethods[0]?.code ?? null) : null;
  return { ...flow, type, method: first };
}
