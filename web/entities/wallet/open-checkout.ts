export type CheckoutOpening = {
  /** Why it opened: shown as a sentence above the packages. */
  reason?: "balance_too_low";
  /** The price in tokens of a purchase that was refused because the fan has fewer. */
  needed?: number;
  /** The package that the fan was offered by name and pressed. */
  offerId?: number;
  /**
   * Something that is being paid for by the second is on the page: it stays in sight, and the checkout stands beside
   * it.
   */
  beside?: boolean | undefined;
};

/** The parameter of an address, as in `?checkout=open`, whose page is to open the dialog. */
export const checkoutParam = "checkout";

type Listener = (opening: CheckoutOpening) => void;

let show: Listener | null = null;
let early: CheckoutOpening | null = null;

/**
 * Opens the buy-tokens dialog from anywhere in the browser; the page beneath stays as it is. While the page is still
 * coming to life the dialog opens as soon as it is mounted.
 */
export function openCheckout(opening: CheckoutOpening): void {
  if (show) show(opening);
  else early = opening;
}

/** For the one place in the root that loads and shows the dialog. */
export function onCheckoutOpened(listener: Listener): () => void {
  show = listener;
  if (early) listener(early);
  early = null;
  return () => {
    show = null;
  };
}
