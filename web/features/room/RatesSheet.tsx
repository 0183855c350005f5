import { useQuery } from "@tanstack/react-query";
import type { Room } from "#contract/live.ts";
import { moneyOf, packagesQuery } from "#web/entities/wallet/token-worth.ts";
import { money, tokens } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { Sheet } from "#web/ui/Sheet.tsx";

export type RatesSheetProps = {
  room: Room;
  open: boolean;
  onClose(): void;
  container: HTMLElement | null;
};

/** What each kind of show costs, in tokens and money. */
export function RatesSheet({ room, open, onClose, container }: RatesSheetProps) {
  const packages = useQuery({ ...packagesQuery, enabled: open }).data;
  const { rates, model } = room;
  const name = model.artisticName;
  return (
    <Sheet open={open} onClose={onClose} container={container} title={m.room_rates_title({ name })}>
      <dl className="grid gap-px overflow-hidden rounded-16 bg-line">
        <Rate what={m.room_rates_public()} price={m.room_rates_free()} />
        {[
          { what: m.room_rates_private(), rate: rates.private },
          { what: m.room_rates_vip(), rate: rates.vip },
          { what: m.room_rates_spy(), rate: rates.spy },
        ].map(({ what, rate }) => (
          <Rate
            key={what}
            what={what}
            price={m.room_rates_value({ count: tokens(rate) })}
            dollars={moneyOf(rate, packages)}
          />
        ))}
      </dl>
      {rates.minimum > 0 && (
        <p className="text-text-2">{m.room_rates_minimum({ count: tokens(rates.minimum) })}</p>
      )}
      <p className="text-text-2">{m.room_rates_note({ name })}</p>
    </Sheet>
  );
}

function Rate({ what, price, dollars = null }: { what: string; price: string; dollars?: number | null }) {
  return (
    <div className="flex items-center justify-between gap-3 bg-overlay px-4 py-3">
      <dt className="text-text-2">{what}</dt>
      <dd className="text-right font-[650] whitespace-nowrap">
        {price}
        {dollars !== null && (
          <span className="block text-12 font-normal text-text-2">
            {m.tip_money({ amount: money(dollars) })}
          </span>
        )}
      </dd>
    </div>
  );
}
