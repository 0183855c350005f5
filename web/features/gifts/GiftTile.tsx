import { useEffect, useRef } from "react";
import type { Gift } from "#contract/live.ts";
import { tokens } from "#web/lib/i18n/format.ts";
import { inLanguage } from "#web/lib/i18n/locale.ts";
import { m } from "#web/paraglide/messages.js";
import { cx } from "#web/ui/cx.ts";
import { Coin } from "#web/ui/pictures/Coin.tsx";

/** One gift: picture, name, price. The chosen one grows, has a ring and stays in sight. */
export function GiftTile({ gift, chosen, onChoose }: { gift: Gift; chosen: boolean; onChoose(): void }) {
  const name = inLanguage({ en: gift.name_en, es: gift.name_es });
  const tile = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (chosen) tile.current?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  return (
    <button
      ref={tile}
      type="button"
      aria-pressed={chosen}
      onClick={onChoose}
      className={cx(
        "grid h-[92px] w-[72px] content-center justify-items-center gap-px rounded-12 text-12 text-[#DAD4E6]",
        chosen ? "bg-[#FFC24B1f] text-white shadow-[inset_0_0_0_2px_#FFC24B]" : "hover:bg-[#ffffff0d]",
      )}
    >
      <img
        src={gift.image}
        alt=""
        width={38}
        height={38}
        className={cx("mb-1 size-[38px] transition-transform duration-(--sheet)", chosen && "scale-118")}
      />
      <span className="max-w-full truncate px-0.5">{name}</span>
      <span className="inline-flex items-center gap-1 font-semibold text-[#FFC24B]">
        <Coin size={12} />
        {tokens(gift.price)} <span className="sr-only">{m.gift_unit({ count: gift.price })}</span>
      </span>
    </button>
  );
}
