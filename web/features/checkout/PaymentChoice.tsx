import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { RegionalMethod } from "#contract/payments.ts";
import { useSetCountry } from "#web/entities/account/set-country.ts";
import { regionalMethodsQuery } from "#web/entities/wallet/regional-methods.ts";
import { refusalText } from "#web/lib/api/refusal.ts";
import { useLocale } from "#web/lib/i18n/locale.ts";
import { useViewer } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { cx } from "#web/ui/cx.ts";
import { FormAlert } from "#web/ui/fields/Field.tsx";
import { RadioTile } from "#web/ui/fields/RadioTile.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import type { CheckoutFlow, FlowAction } from "./checkout-flow.ts";
import { cardMethods, type PaymentMethod, type PaymentType, paymentTypes } from "./methods.ts";

const typeNames: Record<PaymentType, () => string> = {
  card: () => m.pay_type_card(),
  paypal: () => m.pay_type_paypal(),
  crypto: () => m.pay_type_crypto(),
  regional: () => m.pay_type_regional(),
};
const methodNames: Record<PaymentMethod["code"], () => string> = {
  direct_api_credit: () => m.pay_method_credit(),
  direct_api_debit: () => m.pay_method_debit(),
};

type PaymentChoiceProps = {
  flow: CheckoutFlow;
  act(action: FlowAction): void;
  /** Where there are ways to pay of the country's own; nothing is asked where it is not known. */
  regionalCountries?: readonly string[];
};

/** How the fan pays: the type, then its methods. */
export function PaymentChoice({ flow, act, regionalCountries = [] }: PaymentChoiceProps) {
  const regional = useRegionalMethods();
  const viewer = useViewer();
  return (
    <>
      <PaymentTypes
        value={flow.type}
        regional={regional.length > 0}
        onChange={(type) => act({ do: "choose_type", type })}
      />
      {flow.type === "card" && (
        <CardMethods value={flow.method} onChange={(method) => act({ do: "choose_method", method })} />
      )}
      {flow.type === "regional" && (
        <RegionalMethods
          methods={regional}
          value={flow.method}
          onChange={(method) => act({ do: "choose_method", method })}
        />
      )}
      {viewer?.country === "" &&
        regionalCountries.map((country) => (
          <PaysFrom
            key={country}
            country={country}
            onDone={() => act({ do: "choose_type", type: "regional" })}
          />
        ))}
      {flow.type === "paypal" && <Unusable text={m.pay_type_unavailable({ type: m.pay_type_paypal() })} />}
    </>
  );
}

/** Asks a fan whose country nobody knows only what changes the ways to pay. */
function PaysFrom({ country, onDone }: { country: string; onDone(): void }) {
  const language = useLocale();
  const { choose, refusal } = useSetCountry(onDone);
  const name = new Intl.DisplayNames(language, { type: "region" }).of(country) ?? country;
  return (
    <div className="grid justify-items-start gap-1">
      <Button tone="quiet" size="sm" className="-ml-3" onClick={() => choose(country)}>
        {m.pay_from_country({ country: name })}
      </Button>
      {refusal && <FormAlert text={refusalText(refusal)} />}
    </div>
  );
}

type PaymentTypesProps = {
  value: PaymentType;
  /** Is there anything regional to list? */
  regional: boolean;
  onChange(type: PaymentType): void;
};

/** Card, PayPal, crypto or what the fan's country has, in one track. Crypto is listed and cannot be chosen. */
function PaymentTypes({ value, regional, onChange }: PaymentTypesProps) {
  const group = useId();
  const types = regional ? [...paymentTypes, { type: "regional" as const, disabled: false }] : paymentTypes;
  return (
    <fieldset className="flex flex-wrap gap-0.5 rounded-12 bg-surface p-[3px] light:bg-overlay">
      <legend className="sr-only">{m.pay_type()}</legend>
      {types.map(({ type, disabled }) => (
        <RadioTile
          key={type}
          group={group}
          checked={value === type}
          disabled={disabled}
          onChoose={() => onChange(type)}
          label={disabled ? `${typeNames[type]()}, ${m.pay_type_soon()}` : typeNames[type]()}
          className={cx(
            "flex min-h-10 flex-1 items-center justify-center gap-2 rounded-[9px] px-2 font-[550] whitespace-nowrap",
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

type CardMethodsProps = { value: string | null; onChange(code: PaymentMethod["code"]): void };

/** Credit card or debit card. */
function CardMethods({ value, onChange }: CardMethodsProps) {
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
          className={cx(methodTile, value === code ? chosenMethod : otherMethod)}
        >
          {methodNames[code]()}
        </RadioTile>
      ))}
    </fieldset>
  );
}

type RegionalMethodsProps = {
  methods: readonly RegionalMethod[];
  value: string | null;
  onChange(code: string): void;
};

/** The methods of the fan's country. */
function RegionalMethods({ methods, value, onChange }: RegionalMethodsProps) {
  const group = useId();
  return (
    <fieldset className="grid grid-cols-[repeat(auto-fit,minmax(120px,1fr))] gap-2">
      <legend className="sr-only">{m.pay_method()}</legend>
      {methods.map(({ code, name, logo }) => (
        <RadioTile
          key={code}
          group={group}
          checked={value === code}
          onChoose={() => onChange(code)}
          className={cx(methodTile, value === code ? chosenMethod : otherMethod)}
        >
          {logo !== "" && <img src={logo} alt="" width={24} height={24} className="rounded-6" />}
          {name}
        </RadioTile>
      ))}
    </fieldset>
  );
}

const methodTile = "inline-flex min-h-11 items-center justify-center gap-2 rounded-12 px-3.5 text-center";
const chosenMethod = "bg-accent-soft font-[650] shadow-[inset_0_0_0_2px_var(--accent)]";
const otherMethod = "bg-overlay font-[550]";

/** There is nothing to go on with, and why. */
export function Unusable({ text }: { text: string }) {
  return (
    <p className="flex items-center gap-3 rounded-12 bg-surface px-4 py-3 text-text-2">
      <Icon name="info" className="flex-none text-text-3" />
      {text}
    </p>
  );
}

const none: readonly RegionalMethod[] = [];

/** The regional ways to pay, asked for Colombian fans only; none while they are unknown or cannot be had. */
function useRegionalMethods(): readonly RegionalMethod[] {
  const isColombian = useViewer()?.isColombian ?? false;
  const { data } = useQuery({ ...regionalMethodsQuery, enabled: isColombian });
  return (isColombian && data) || none;
}
