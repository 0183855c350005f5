export type CheckoutOpening = {
  /** Why it opened: shown as a sentence above the packages. */
  reason?: "balance_too_low" | "header";
  /** What a purchase costs in tokens that was refused because the fan has fewer. */
  needed?: number;
};

type Listener = (opening: CheckoutOpening) => void;

const listeners = new Set<Listener>();

/** Opens the buy-tokens dialog from anywhere in the browser; the page beneath stays as it is. */
export function openCheckout(opening: CheckoutOpening = {}): void {
  for (const listener of listeners) listener(opening);
}

/** For the one place in the root that loads and shows the dialog. */
export function onCheckoutOpened(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
