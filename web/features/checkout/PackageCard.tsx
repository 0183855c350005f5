import type { TokenPackage } from "#contract/payments.ts";
import { money, tokens } from "#web/lib/i18n/format.ts";
import { localMoney } from "#web/lib/i18n/local-money.ts";
import { m } from "#web/paraglide/messages.js";
import { cx } from "#web/ui/cx.ts";
import { RadioTile } from "#web/ui/fields/RadioTile.tsx";
import { Coin } from "#web/ui/pictures/Coin.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { localPriceOf } from "./offers.ts";

type PackageCardProps = { pack: TokenPackage; group: string; checked: boolean; onChoose(): void };

/** A package: tokens lead, then what they are made of, then the price; ribbons never move the text. */
export function PackageCard({ pack, group, checked, onChoose }: PackageCardProps) {
  const local = localPriceOf(pack);
  return (
    <RadioTile
      group={group}
      checked={checked}
      onChoose={onChoose}
      label={spokenPackage(pack)}
      className={cx(
        "grid content-start gap-px rounded-16 px-3.5 pt-4 pb-[13px] transition-colors duration-(--hover)",
        checked
          ? "bg-accent-soft shadow-[inset_0_0_0_2px_var(--accent)]"
          : "bg-overlay hover:bg-[color-mix(in_srgb,var(--overlay),var(--text)_6%)]",
      )}
    >
      <Ribbons pack={pack} />
      <Dot checked={checked} />
      <span className="flex items-center gap-[7px] text-20 font-bold tracking-[-.02em]">
        <Coin />
        {tokens(pack.tokens)}
      </span>
      {saysMore(pack) && <span className="text-12 font-[650] [overflow-wrap:anywhere]">{pack.label}</span>}
      <span className="min-h-[18px] text-12 text-text-2">
        <Makeup pack={pack} />
      </span>
      <span className="mt-2.5 flex items-baseline justify-between text-16 font-[650]">
        {money(pack.price)}
        {pack.savings > 0 && (
          <span className="text-12 font-semibold text-ok">
            {m.pay_package_savings({ percent: pack.savings })}
          </span>
        )}
      </span>
      {local && <span className="text-12 text-text-2">{localMoney(local.amount, local.currency)}</span>}
      <span className="text-12 text-text-3">{m.pay_package_per_token({ price: perToken(pack) })}</span>
      {pack.description !== "" && (
        <span className="mt-1 text-12 leading-[1.35] text-text-2 [@media(max-height:760px)]:sm:hidden">
          {pack.description}
        </span>
      )}
    </RadioTile>
  );
}

/** Does its label say anything but the number of tokens, which stands above it? */
function saysMore({ label, tokens: count }: TokenPackage): boolean {
  const words = label.toLowerCase().replaceAll(/[\s.,]/g, "");
  return words !== "" && words !== `${count}tokens` && words !== String(count);
}

function Ribbons({ pack }: { pack: TokenPackage }) {
  if (!pack.popular && !pack.best_value) return null;
  const both = pack.popular && pack.best_value;
  // Beside each other they are just as wide as a card on a small phone.
  const shape = cx("h-5 truncate rounded-6 text-11 leading-5 font-bold", both ? "px-1.5" : "px-2");
  return (
    <span className="absolute -top-2.5 right-1 left-3 flex gap-1">
      {pack.popular && (
        <span className={cx(shape, "flex-none bg-accent-fill text-white")}>{m.pay_package_popular()}</span>
      )}
      {pack.best_value && (
        <span className={cx(shape, "bg-gold-fill text-on-gold")}>{m.pay_package_best()}</span>
      )}
    </span>
  );
}

function Dot({ checked }: { checked: boolean }) {
  return (
    <span
      className={cx(
        "absolute top-5 right-3 grid size-[18px] place-items-center rounded-full",
        checked ? "bg-accent-fill text-white" : "text-transparent shadow-[inset_0_0_0_1.5px_var(--control)]",
      )}
    >
      <Icon name="check" size={12} className="[stroke-width:3]" />
    </span>
  );
}

function Makeup({ pack }: { pack: TokenPackage }) {
  if (pack.bonus_tokens === 0) return m.pay_package_plain();
  return (
    <>
      {tokens(pack.base_tokens)}{" "}
      <b className="font-semibold text-gold">{m.pay_package_bonus({ tokens: tokens(pack.bonus_tokens) })}</b>
    </>
  );
}

/** Three decimals, since a token costs cents. */
const perToken = (pack: TokenPackage) => `$${(pack.price / pack.tokens).toFixed(3)}`;

function spokenPackage(pack: TokenPackage): string {
  const local = localPriceOf(pack);
  const parts = [
    pack.label,
    money(pack.price),
    local && localMoney(local.amount, local.currency),
    pack.bonus_tokens > 0 && m.pay_package_bonus({ tokens: tokens(pack.bonus_tokens) }),
    pack.savings > 0 && m.pay_package_save_label({ percent: pack.savings }),
    pack.popular && m.pay_package_popular(),
    pack.best_value && m.pay_package_best(),
    pack.description,
  ];
  return parts.filter(Boolean).join(", ");
}
