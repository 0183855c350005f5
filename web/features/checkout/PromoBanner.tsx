import type { Promo } from "#contract/payments.ts";
import { clock, money, tokens } from "#web/lib/i18n/format.ts";
import { localMoney } from "#web/lib/i18n/local-money.ts";
import { m } from "#web/paraglide/messages.js";
import { cx } from "#web/ui/cx.ts";
import { RadioTile } from "#web/ui/fields/RadioTile.tsx";
import { Coin } from "#web/ui/pictures/Coin.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { percentOff } from "./offers.ts";

type PromoBannerProps = {
  promo: Promo;
  secondsLeft: number;
  group: string;
  checked: boolean;
  /** The promo is paid by a regional method, in its currency. */
  local: boolean;
  onChoose(): void;
};

/** One line, one price, one clock: a radio of the same group as the packages under it. */
export function PromoBanner({ promo, secondsLeft, group, checked, local, onChoose }: PromoBannerProps) {
  const prices = pricesOf(promo, local);
  const off = m.pay_promo_percent({ percent: percentOff(promo.old_price, promo.price) });
  const what = m.pay_promo_tokens({ tokens: tokens(promo.tokens) });
  return (
    <RadioTile
      group={group}
      checked={checked}
      onChoose={onChoose}
      label={[off, what, prices.now, prices.local, note(promo)].filter(Boolean).join(", ")}
      className={cx(
        "flex items-center gap-x-4 gap-y-0.5 rounded-16 bg-[linear-gradient(100deg,#4A1238,#2A1440_60%,#1F1838)] px-[18px] py-3.5 text-white",
        "slim:grid slim:grid-cols-[auto_1fr_auto] slim:gap-x-3.5 slim:px-3.5 slim:py-3",
        checked ? "shadow-[inset_0_0_0_2px_#FF5C93]" : "shadow-[inset_0_0_0_1px_#FF5C9366]",
      )}
    >
      <span className="text-28 font-[750] tracking-[-.03em] slim:row-span-2 slim:text-[24px]">{off}</span>
      <span className="grid gap-0.5 slim:contents">
        <b className="flex items-center gap-[7px] text-16 font-[650]">
          <Coin />
          {what}
        </b>
        <span className="text-12 text-[#E7DCEB] slim:hidden">{note(promo)}</span>
      </span>
      <span className="ml-auto text-right leading-[1.25] slim:col-start-3 slim:row-span-2 slim:row-start-1 slim:self-center">
        <s className="text-12 text-[#CDBFD6]">
          <span className="sr-only">{m.pay_promo_old_price()} </span>
          {prices.before}
        </s>
        <b className={cx("block font-bold whitespace-nowrap", local ? "text-20 slim:text-14" : "text-20")}>
          <span className="sr-only">{m.pay_promo_new_price()} </span>
          {prices.now}
        </b>
        {prices.local && (
          <span className="block text-12 whitespace-nowrap text-[#E7DCEB]">{prices.local}</span>
        )}
      </span>
      <Countdown secondsLeft={secondsLeft} />
    </RadioTile>
  );
}

/** Both prices as the chosen way to pay charges them; `local`: the other one beside a price in dollars. */
function pricesOf(promo: Promo, local: boolean): { before: string; now: string; local: string | null } {
  const { local_old_price: before, local_banner_price: now, local_currency: currency } = promo;
  const dollars = { before: money(promo.old_price), now: money(promo.price), local: null };
  if (before === null || now === null || currency === null) return dollars;
  const inLocal = { before: localMoney(before, currency), now: localMoney(now, currency), local: null };
  return local ? inLocal : { ...dollars, local: inLocal.now };
}

function Countdown({ secondsLeft }: { secondsLeft: number }) {
  return (
    <span
      role="timer"
      aria-label={m.pay_promo_time_left()}
      className="inline-flex h-9 items-center gap-1.5 rounded-[10px] bg-[#0B0A1080] px-2.5 text-16 font-[650] tabular-nums slim:col-start-2 slim:h-5 slim:bg-transparent slim:px-0 slim:text-14"
    >
      <Icon name="clock" size={16} />
      {clock(secondsLeft)}
    </span>
  );
}

function note(promo: Promo): string {
  const further = percentOff(promo.price, promo.footer_price);
  return further > 0 ? m.pay_promo_note({ percent: further }) : m.pay_promo_note_plain();
}
