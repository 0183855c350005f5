import { factNames } from "#contract/model-facts.ts";
import { factLabel } from "#web/entities/room/fact-labels.ts";
import { type ListFilters, noFilters } from "#web/entities/room/list-filters.ts";
import { nameOf } from "#web/lib/i18n/names.ts";
import { m } from "#web/paraglide/messages.js";

export const sortNames: Record<ListFilters["sort"], () => string> = {
  watched: m.filter_sort_watched,
  newest: m.filter_sort_newest,
  cheapest: m.filter_sort_cheapest,
};

/** One filter that is on: what it says, and all the others without it. */
export type ActiveFilter = { key: string; label: string; without: ListFilters };

/** The filters that are on, in the order of the form. */
export function activeFilters(filters: ListFilters): ActiveFilter[] {
  const { country, onlyNew, sort } = filters;
  const drop = (key: string, label: string, change: Partial<ListFilters>): ActiveFilter => ({
    key,
    label,
    without: { ...filters, ...change },
  });
  const age = ageLabel(filters);
  const rate = rateLabel(filters);
  return [
    ...factNames.flatMap((name) =>
      filters[name].map((value) =>
        drop(`${name} ${value}`, factLabel(name, value), {
          [name]: filters[name].filter((each) => each !== value),
        }),
      ),
    ),
    ...(country === "" ? [] : [drop("country", nameOf("region", country), { country: "" })]),
    ...(age === null ? [] : [drop("age", age, { ageMin: null, ageMax: null })]),
    ...(rate === null ? [] : [drop("rate", rate, { rateMin: null, rateMax: null })]),
    ...(onlyNew ? [drop("new", m.filter_chip_new(), { onlyNew: false })] : []),
    ...(sort === noFilters.sort ? [] : [drop("sort", sortNames[sort](), { sort: noFilters.sort })]),
  ];
}

function ageLabel({ ageMin: min, ageMax: max }: ListFilters): string | null {
  if (min !== null && max !== null) return m.filter_chip_age({ min, max });
  if (min !== null) return m.filter_chip_age_min({ min });
  return max === null ? null : m.filter_chip_age_max({ max });
}

function rateLabel({ rateMin: min, rateMax: max }: ListFilters): string | null {
  if (min !== null && max !== null) return m.filter_chip_rate({ count: max, min, max });
  if (min !== null) return m.filter_chip_rate_min({ count: min, min });
  return max === null ? null : m.filter_chip_rate_max({ count: max, max });
}
