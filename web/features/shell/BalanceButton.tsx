import { CheckoutForm } from "#web/entities/wallet/CheckoutForm.tsx";
import { tokens } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { Coin } from "#web/ui/Coin.tsx";
import { Icon } from "#web/ui/Icon.tsx";

/** What the fan has, and one tap to have more. */
export function BalanceButton({ balance }: { balance: number }) {
  return (
    <div className="inline-flex h-11 items-center rounded-12 bg-raised light:bg-overlay max-lg:mx-1">
      <span className="inline-flex items-center gap-[7px] pr-1 pl-3">
        <Coin />
        <b className="font-[650]" data-testid="balance">
          {tokens(balance)}
        </b>
        <span className="sr-only">{m.nav_tokens()}</span>
      </span>
      <CheckoutForm>
        <button
          type="submit"
          aria-label={m.nav_buy_tokens()}
          title={m.nav_buy_tokens()}
          className="grid h-11 w-10 place-items-center rounded-12 text-gold hover:bg-overlay"
        >
          <Icon name="plus" size={18} className="[stroke-width:2.4]" />
        </button>
      </CheckoutForm>
    </div>
  );
}
