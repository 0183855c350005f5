import { type ReactNode, useMemo } from "react";
import { countries, type Place } from "#web/lib/i18n/countries.ts";
import { useLocale } from "#web/lib/i18n/locale.ts";
import { m } from "#web/paraglide/messages.js";
import { SelectField } from "#web/ui/fields/Field.tsx";
import { stateMask } from "./card-masks.ts";
import { MaskedInput } from "./CardInput.tsx";
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
        className="col-span-3 slim:col-span-6"
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

// United States Postal Service: states, the District of Columbia and the territories.
const unitedStates =
  "AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|DC District of Columbia|FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia|WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming|AS American Samoa|GU Guam|MP Northern Mariana Islands|PR Puerto Rico|VI U.S. Virgin Islands";

// Departments of Colombia by their two-letter HASC codes: ISO 3166-2 has three letters, the payment two.
const colombia =
  "AM Amazonas|AN Antioquia|AR Arauca|AT Atlántico|DC Bogotá D.C.|BL Bolívar|BY Boyacá|CL Caldas|CQ Caquetá|CS Casanare|CA Cauca|CE Cesar|CH Chocó|CO Córdoba|CU Cundinamarca|GN Guainía|GV Guaviare|HU Huila|LG La Guajira|MA Magdalena|ME Meta|NA Nariño|NS Norte de Santander|PU Putumayo|QD Quindío|RI Risaralda|SA San Andrés y Providencia|ST Santander|SU Sucre|TO Tolima|VC Valle del Cauca|VP Vaupés|VD Vichada";

const divisions: Readonly<Record<string, readonly Place[]>> = {
  US: readPlaces(unitedStates),
  CO: readPlaces(colombia),
};

/** The states or departments to choose from; null where the fan types two characters themselves. */
export function statesOf(country: string): readonly Place[] | null {
  return divisions[country] ?? null;
}

function readPlaces(list: string): readonly Place[] {
  return list.split("|").map((entry) => ({ code: entry.slice(0, 2), name: entry.slice(3) }));
}
