import { useEffect, useEffectEvent } from "react";
import type { MenuItem } from "#contract/live.ts";
import { useWorthAhead } from "#web/entities/wallet/token-worth.ts";
import { type Tip, useTip } from "#web/entities/wallet/use-tip.ts";
import { tokens } from "#web/lib/i18n/format.ts";
import { inLanguage } from "#web/lib/i18n/locale.ts";
import { m } from "#web/paraglide/messages.js";
import { cx } from "#web/ui/cx.ts";
import { Coin } from "#web/ui/pictures/Coin.tsx";
import { SpendSheet, type TipSheetProps } from "./SpendSheet.tsx";

type MenuSheetProps = TipSheetProps & {
  items: readonly MenuItem[];
  /** The item that was chosen before the sheet opened. */
  wanted?: MenuItem | null;
};

/**
 * The model's offers for a tip. The chosen item is paid like any tip, with a note and without a name if one likes.
 */
export function MenuSheet({ items, wanted = null, ...props }: MenuSheetProps) {
  const tip = useTip({ model: props.model, kind: "menu" });
  const choose = useEffectEvent((item: MenuItem) => tip.locked || tip.choose({ kind: "item", item }));
  useEffect(() => {
    if (wanted) choose(wanted);
  }, [wanted]);
  const item = tip.order.kind === "item" ? tip.order.item : null;
  const amount = item && { count: item.price, amount: tokens(item.price) };
  return (
    <SpendSheet
      {...props}
      tip={tip}
      title={m.tip_menu_title({ name: props.model.artisticName })}
      tapText={amount ? m.tip_send(amount) : m.tip_menu_choose()}
      holdText={amount ? m.tip_hold(amount) : m.tip_menu_choose()}
    >
      <Items items={items} tip={tip} chosen={item?.id ?? null} />
    </SpendSheet>
  );
}

function Items({ items, tip, chosen }: { items: readonly MenuItem[]; tip: Tip; chosen: number | null }) {
  const worth = useWorthAhead();
  return (
    <fieldset className="grid max-h-[min(300px,38dvh)] min-w-0 auto-rows-max content-start gap-1.5 overflow-y-auto [scrollbar-width:thin]">
      <legend className="sr-only">{m.tip_menu_list()}</legend>
      {items.map((item) => (
        <button
          key={item.id}
          type="button"
          aria-pressed={item.id === chosen}
          onClick={() => tip.choose({ kind: "item", item })}
          className={cx(
            "flex min-h-11 items-center justify-between gap-3 rounded-12 px-3 py-2 text-left",
            item.id === chosen
              ? "bg-gold-soft shadow-[inset_0_0_0_2px_var(--gold)]"
              : "bg-overlay hover:bg-raised",
          )}
        >
          <span className="min-w-0 wrap-anywhere">{inLanguage(item.title)}</span>
          <span className="inline-flex flex-none items-center gap-1 font-[650] text-gold">
            <Coin size={14} />
            {tokens(item.price)} <span className="sr-only">{m.gift_unit({ count: item.price })}</span>
            <Worth text={worth(item.price)} />
          </span>
        </button>
      ))}
    </fieldset>
  );
}

function Worth({ text }: { text: string | null }) {
  if (text === null) return null;
  return <span className="text-12 font-normal text-text-2"> {text}</span>;
}
