import { useQuery } from "@tanstack/react-query";
import { money, tokens } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { useCheckoutBeside } from "./checkout-beside.ts";
import { openCheckout } from "./open-checkout.ts";
import { packagesQuery } from "./token-worth.ts";
import { packageFor } from "./top-up.ts";

export type TopUpButtonProps = {
  /** The price of the wanted thing, and the fan's balance, in tokens. */
  price: number;
  balance: number;
  size?: "md" | "lg";
  /** The id of the sentence that says how many are missing. */
  describedBy?: string;
};

/**
 * Stands in the place of an action that costs more than the fan has: names the package that is just enough, and opens
 * the checkout with it over the page. Once the tokens are there, the action stands in its place again.
 */
export function TopUpButton({ price, balance, size = "lg", describedBy }: TopUpButtonProps) {
  const beside = useCheckoutBeside();
  const pack = packageFor(useQuery(packagesQuery).data, price - balance);
  return (
    <Button
      tone="gold"
      size={size}
      wide
      aria-describedby={describedBy}
      onClick={() =>
        openCheckout({ reason: "balance_too_low", needed: price, ...(beside ? { beside } : {}) })
      }
    >
      <Icon name="plus" size={18} />
      {pack
        ? m.top_up_with({ count: pack.tokens, tokens: tokens(pack.tokens), price: money(pack.price) })
        : m.top_up()}
    </Button>
  );
}
