import { money, tokens } from "#web/lib/i18n/format.ts";
import { localMoney } from "#web/lib/i18n/local-money.ts";
import { m } from "#web/paraglide/messages.js";
import { cx } from "#web/ui/cx.ts";
import { type Offer, percentOff } from "./offers.ts";

type TotalProps = {
  offer: Offer | null;
  ordering?: boolean;
  /** The total is paid by a regional method, in its currency. */
  local?: boolean;
};

/** The sum that will be charged, VAT included, and its purpose. The figure here is the one that is charged. */
export function Total({ offer, ordering = false, local = false }: TotalProps) {
  if (offer === null) return <p className="text-text-2">{m.pay_total_none()}</p>;
  return (
    <p className="min-w-0 leading-[1.3]" aria-live="polite">
      <b
        className={cx(
          "font-bold tracking-[-.015em]",
          // Pesos have twice the digits: on a phone they stand beside the button, and their dollars below them.
          "text-20 whitespace-nowrap",
          local && "slim:text-16 slim:whitespace-normal",
        )}
      >
        {chargedText(offer, local)}
      </b>
      {local && offer.local && (
        <span className="ml-2 text-12 text-text-3 slim:ml-0 slim:block">{money(offer.charged)}</span>
      )}
      {offer.promo && (
        // In pesos it would reach below the button of a phone; the banner shows it too.
        <s className={cx("ml-2 text-12 whitespace-nowrap text-text-3", local && "slim:hidden")}>
          <span className="sr-only">{m.pay_promo_old_price()} </span>
          {local && offer.local ? localMoney(offer.local.price, offer.local.currency) : money(offer.price)}
        </s>
      )}
      <span className="block text-12 text-text-2">{noteOf(offer, ordering)}</span>
    </p>
  );
}

/** The sum that is charged, as the method charges it. */
export function chargedText({ charged, local }: Offer, byRegionalMethod: boolean): string {
  return byRegionalMethod && local ? localMoney(local.amount, local.currency) : money(charged);
}

function noteOf(offer: Offer, ordering: boolean): string {
  if (ordering) return m.pay_total_order({ count: offer.tokens, tokens: tokens(offer.tokens) });
  const further = percentOff(offer.price, offer.charged);
  return further > 0 ? m.pay_total_promo({ percent: further }) : m.pay_total_note();
}
