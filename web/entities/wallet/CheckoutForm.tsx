import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { KeptFields } from "#web/ui/fields/KeptFields.tsx";
import { checkoutParam, openCheckout } from "./open-checkout.ts";

type CheckoutFormProps = {
  /** Stands on a stage on which a show runs. */
  beside?: boolean | undefined;
  children: ReactNode;
};

/**
 * Around a submit button that opens the buy-tokens dialog. Before the page is hydrated the press leads to the same page
 * with a word in its address, which opens the dialog as soon as the page is hydrated.
 */
export function CheckoutForm({ beside, children }: CheckoutFormProps) {
  const { pathname, search } = useLocation();
  const kept = new Set(new URLSearchParams(search).keys());
  kept.delete(checkoutParam);
  return (
    <form
      action={pathname}
      onSubmit={(event) => {
        event.preventDefault();
        openCheckout({ beside });
      }}
      className="contents"
    >
      <KeptFields query={search} names={[...kept]} />
      <input type="hidden" name={checkoutParam} value="open" />
      {children}
    </form>
  );
}
