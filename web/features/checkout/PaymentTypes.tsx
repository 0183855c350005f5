import { useId } from "react";
import { m } from "#web/paraglide/messages.js";
import { cx } from "#web/ui/cx.ts";
import { Icon } from "#web/ui/Icon.tsx";
import { cardMethods, type PaymentMethod, type PaymentType, paymentTypes } from "./methods.ts";
import { RadioTile } from "./RadioTile.tsx";

const typeNames: Record<PaymentType, () => string> = {
  card: () => m.pay_type_card(),
  paypal: () => m.pay_type_paypal(),
  crypto: () => m.pay_type_crypto(),
};
const methodNames: Record<PaymentMethod["code"], () => string> = {
  direct_api_credit: () => m.pay_method_credit(),
  direct_api_debit: () => m.pay_method_debit(),
};

/** Card, PayPal or crypto, in one track. Crypto is listed and cannot be chosen. */
export function PaymentTypes({ value, onChange }: { value: PaymentType; onChange(type: PaymentType): void }) {
  const group = useId();
  return (
    <fieldset className="flex gap-0.5 rounded-12 bg-surface p-[3px] light:bg-overlay">
      <legend className="sr-only">{m.pay_type()}</legend>
      {paymentTypes.map(({ type, disabled }) => (
        <RadioTile
          key={type}
          group={group}
          checked={value === type}
          disabled={disabled}
          onChoose={() => onChange(type)}
          label={disabled ? `${typeNames[type]()}, ${m.pay_type_soon()}` : typeNames[type]()}
          className={cx(
            "flex min-h-10 flex-1 items-center justify-center gap-2 rounded-[9px] font-[550]",
            value === type ? "bg-overlay text-text shadow-low light:bg-white" : "text-text-2",
            disabled ? "text-text-3" : "hover:text-text",
          )}
        >
          {type === "card" && <Icon name="card" />}
          <span aria-hidden="true">{typeNames[type]()}</span>
        </RadioTile>
      ))}
    </fieldset>
  );
}

type CardMethodsProps = { value: PaymentMethod["code"] | null; onChange(code: PaymentMethod["code"]): void };

/** Credit card or debit card. */
export function CardMethods({ value, onChange }: CardMethodsProps) {
  const group = useId();
  return (
    <fieldset className="grid grid-cols-2 gap-2">
      <legend className="sr-only">{m.pay_method()}</legend>
      {cardMethods.map(({ code }) => (
        <RadioTile
          key={code}
          group={group}
          checked={value === code}
          onChoose={() => onChange(code)}
          className={cx(
            "inline-flex min-h-11 items-center justify-center rounded-12 px-3.5 text-center",
            value === code
              ? "bg-accent-soft font-[650] shadow-[inset_0_0_0_2px_var(--accent)]"
              : "bg-overlay font-[550]",
          )}
        >
          {methodNames[code]()}
        </RadioTile>
      ))}
    </fieldset>
  );
}

/** PayPal has no methods at the moment: says so, and there is nothing to go on with. */
export function NoMethods({ type }: { type: PaymentType }) {
  return (
    <p className="flex items-center gap-3 rounded-12 bg-surface px-4 py-3 text-text-2">
      <Icon name="info" className="flex-none text-text-3" />
      {m.pay_type_unavailable({ type: typeNames[type]() })}
    </p>
  );
}
