import { useQuery } from "@tanstack/react-query";
import type { ReactNode, SubmitEvent } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { type FactName, modelFacts } from "#contract/model-facts.ts";
import { filterBounds, roomSorts } from "#contract/room-values.ts";
import { countriesQuery } from "#web/entities/room/countries-query.ts";
import { factLabel, factLabels, personFacts } from "#web/entities/room/fact-labels.ts";
import { sortNames } from "#web/entities/room/filter-labels.ts";
import { type ListFilters, noFilters, readFilters, withFilters } from "#web/entities/room/list-filters.ts";
import { nameOf } from "#web/lib/i18n/names.ts";
import { m } from "#web/paraglide/messages.js";
import { Button, buttonClass } from "#web/ui/buttons/Button.tsx";
import { cx } from "#web/ui/cx.ts";
import { CheckChip } from "#web/ui/fields/CheckChip.tsx";
import { Field, SelectField } from "#web/ui/fields/Field.tsx";
import { KeptFields } from "#web/ui/fields/KeptFields.tsx";
import { Sheet } from "#web/ui/overlays/Sheet.tsx";

type FilterFormProps = {
  gender: number;
  filters: ListFilters;
  /** The list has an order of its own. */
  sorted: boolean;
  /** Called when the list goes on with other filters. */
  onDone?(): void;
};

/** The filters of a list in a sheet at the side. */
export function FilterSheet({ onClose, ...form }: FilterFormProps & { onClose(): void }) {
  return (
    <Sheet open onClose={onClose} title={m.filter_title()} side="right">
      <FilterForm {...form} onDone={onClose} />
    </Sheet>
  );
}

/** The filters of a list as a plain form, whose address is the list that they leave. */
export function FilterForm({ gender, filters, sorted, onDone }: FilterFormProps) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const apply = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const sent = new FormData(event.currentTarget);
    const chosen = new URLSearchParams([...sent].map(([name, value]) => [name, String(value)]));
    void navigate(pathname + withFilters(search, readFilters(chosen)), { preventScrollReset: true });
    onDone?.();
  };
  const { age, rate } = filterBounds;
  return (
    // The address has changed where a chip was taken away: the fields begin again.
    <form
      key={search}
      action={pathname}
      onSubmit={apply}
      className="grid gap-5"
      aria-label={m.filter_title()}
    >
      <KeptFields query={search} names={["gender", "search"]} />
      <FactChoices fact="tags" chosen={filters.tags} />
      <div>
        <CheckChip name="new" value="1" defaultChecked={filters.onlyNew}>
          {m.filter_new()}
        </CheckChip>
      </div>
      {!sorted && (
        <Choices title={m.filter_sort()}>
          {roomSorts.map((sort) => (
            <CheckChip
              key={sort}
              type="radio"
              name="sort"
              value={sort}
              defaultChecked={filters.sort === sort}
            >
              {sortNames[sort]()}
            </CheckChip>
          ))}
        </Choices>
      )}
      <CountryField gender={gender} chosen={filters.country} />
      <div className="grid grid-cols-2 gap-x-3">
        <NumberField label={m.filter_age_from()} name="age_min" {...age} value={filters.ageMin} />
        <NumberField label={m.filter_age_to()} name="age_max" {...age} value={filters.ageMax} />
        <NumberField label={m.filter_rate_from()} name="rate_min" {...rate} value={filters.rateMin} />
        <NumberField label={m.filter_rate_to()} name="rate_max" {...rate} value={filters.rateMax} />
      </div>
      {personFacts.map((fact) => (
        <FactChoices key={fact} fact={fact} chosen={filters[fact]} />
      ))}
      <div
        className={cx(
          "flex gap-3",
          onDone && "sticky -bottom-5 -mx-5 -mb-5 border-t border-line bg-raised px-5 py-4",
        )}
      >
        <Button type="submit" tone="primary" className="flex-1">
          {m.filter_show()}
        </Button>
        <Link
          to={pathname + withFilters(search, noFilters)}
          preventScrollReset
          onClick={onDone}
          className={buttonClass("plain")}
        >
          {m.filter_clear()}
        </Link>
      </div>
    </form>
  );
}

function FactChoices({ fact, chosen }: { fact: FactName; chosen: readonly string[] }) {
  const { address, values } = modelFacts[fact];
  const { title, filterHint } = factLabels[fact];
  return (
    <Choices title={title()} hint={filterHint()}>
      {values.map((value) => (
        <CheckChip key={value} name={address} value={value} defaultChecked={chosen.includes(value)}>
          {factLabel(fact, value)}
        </CheckChip>
      ))}
    </Choices>
  );
}

function Choices({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-[650]">
        {title}
        {hint && <span className="block text-12 font-normal text-text-3">{hint}</span>}
      </legend>
      <div className="flex flex-wrap gap-2">{children}</div>
    </fieldset>
  );
}

function CountryField({ gender, chosen }: { gender: number; chosen: string }) {
  const { data = [] } = useQuery(countriesQuery(gender));
  const places = [...new Set([...data, ...(chosen === "" ? [] : [chosen])])]
    .map((code) => ({ code, name: nameOf("region", code) }))
    .sort((a, b) => a.name.localeCompare(b.name));
  return (
    // The one that is chosen can be so only once the countries are there.
    <SelectField key={places.length} label={m.filter_country()} name="country" defaultValue={chosen}>
      <option value="">{m.filter_country_all()}</option>
      {places.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

type NumberFieldProps = { label: string; name: string; min: number; max: number; value: number | null };

const NumberField = ({ value, ...field }: NumberFieldProps) => (
  <Field {...field} type="number" inputMode="numeric" defaultValue={value ?? ""} autoComplete="off" />
);
