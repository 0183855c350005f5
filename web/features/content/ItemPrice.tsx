import { useWorthAhead } from "#web/entities/wallet/token-worth.ts";
import { tokens } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { Coin } from "#web/ui/pictures/Coin.tsx";

/** The price of an item: tokens, and their worth in money once that is known. */
export function ItemPrice({ tokens: price }: { tokens: number }) {
  const worth = useWorthAhead()(price);
  return (
    <p className="flex items-center gap-2">
      <Coin size={22} />
      <b className="text-20 font-bold tracking-[-.015em]">
        {m.content_tokens({ count: price, amount: tokens(price) })}
      </b>
      {worth !== null && <span className="text-text-2">{worth}</span>}
    </p>
  );
}
