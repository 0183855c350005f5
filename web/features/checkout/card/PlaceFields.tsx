import { type ReactNode, useMemo } from "react";
import { countries, type Place } from "#web/lib/i18n/countries.ts";
import { useLocale } from "#web/lib/i18n/locale.ts";
import { m } from "#web/paraglide/messages.js";
import { SelectField } from "#web/ui/Field.tsx";
import { MaskedInput } from "./CardInput.tsx";
import { stateMask } from "./card-masks.ts";
import { statesOf } from "./places.ts";
import type { CardFormApi } from "./use-card-form.ts";

const half = "col-span-3";

/** State, then what stands between (the postal code), then the country that decides how the state is given. */
export function PlaceFields({ form, children }: { form: CardFormApi; children: ReactNode }) {
  const language = useLocale();
  const allCountries = useMemo(() => countries(language), [language]);
  const country = form.bind("country");
  return (
    <>
      <StateField form={form} />
      {children}
      <SelectField
        {...country}
        required
        onChange={(event) => {
          form.set("state", "");
          return country.onChange(event);
        }}
        label={m.pay_country()}
        autoComplete="billing country"
        error={form.errorOf("country")}
        className="col-span-6 sm:col-span-3"
      >
        <Options places={allCountries} />
      </SelectField>
    </>
  );
}

/** Two-letter codes to choose from for the US and Colombia, two typed characters elsewhere. */
function StateField({ form }: { form: CardFormApi }) {
  const { country } = form.values;
  const states = statesOf(country);
  if (!states) {
    return (
      <MaskedInput
        form={form}
        field="state"
        mask={stateMask}
        label={m.pay_state_two()}
        autoComplete="billing address-level1"
        className={half}
      />
    );
  }
  return (
    <SelectField
      key={country}
      {...form.bind("state")}
      required
      label={country === "CO" ? m.pay_department() : m.pay_state()}
      autoComplete="billing address-level1"
      error={form.errorOf("state")}
      className={half}
    >
      <Options places={states} />
    </SelectField>
  );
}

function Options({ places }: { places: readonly Place[] }) {
  return (
    <>
      <option value="">{m.pay_choose()}</option>
      {places.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </>
  );
}
