import { useLocation } from "react-router";
import { eachFact, type FactName, factNames, modelFacts } from "#contract/model-facts.ts";
import { allGenders, filterBounds, genderText, roomSorts } from "#contract/room-values.ts";

/** The filters of a list of rooms, as the address of its page names them; null and empty narrow nothing. */
export type ListFilters = Record<FactName, readonly string[]> & {
  country: string;
  /** Years. */
  ageMin: number | null;
  ageMax: number | null;
  /** Tokens of a private minute. */
  rateMin: number | null;
  rateMax: number | null;
  onlyNew: boolean;
  sort: (typeof roomSorts)[number];
};

/** The filters as an address names them. */
export const filterNames = [
  ...factNames.map((name): string => modelFacts[name].address),
  ..."country age_min age_max rate_min rate_max new sort".split(" "),
];

export const noFilters: ListFilters = {
  ...eachFact(() => []),
  country: "",
  ageMin: null,
  ageMax: null,
  rateMin: null,
  rateMax: null,
  onlyNew: false,
  sort: "watched",
};

/** In the address of a list: the form of its filters stands in the page, for whom no sheet opens. */
export const filtersOpen = "filters";

const { age, rate } = filterBounds;

/**
 * Reads the filters of an address, as a plain form sends them. Unknown values are passed over; a range may stand
 * either way round.
 */
export function readFilters(query: string | URLSearchParams): ListFilters {
  const asked = new URLSearchParams(query);
  const some = (name: FactName) => {
    const { address, values, max } = modelFacts[name];
    return values.filter((value: string) => asked.getAll(address).includes(value)).slice(0, max);
  };
  const range = (name: string, bounds: { min: number; max: number }) =>
    inOrder(["min", "max"].map((end) => within(asked.get(`${name}_${end}`), bounds)));
  const country = asked.get("country") ?? "";
  const [ageMin, ageMax] = range("age", age);
  const [rateMin, rateMax] = range("rate", rate);
  return {
    ...eachFact(some),
    country: /^[A-Z]{2}$/.test(country) ? country : "",
    ...{ ageMin, ageMax, rateMin, rateMax },
    onlyNew: asked.get("new") === "1",
    sort: roomSorts.find((sort) => sort === asked.get("sort")) ?? "watched",
  };
}

/** The filters as a query, always in one order and without what narrows nothing: what readers of it get back is the same. */
export function writeFilters(filters: ListFilters): string {
  const pairs = [
    ...factNames.flatMap((name) => filters[name].map((value): Asked => [modelFacts[name].address, value])),
    ...askedFor(filters),
    ...(filters.sort === "watched" ? [] : [["sort", filters.sort] satisfies Asked]),
  ];
  return new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString();
}

type Asked = [name: string, value: string | number];

/** The filters other than facts that narrow a list, as addresses and the API name them. */
function askedFor({ country, ageMin, ageMax, rateMin, rateMax, onlyNew }: ListFilters): Asked[] {
  const asked = {
    ...{ country, age_min: ageMin, age_max: ageMax, rate_min: rateMin, rate_max: rateMax },
    new: onlyNew ? "1" : "",
  };
  return Object.entries(asked).filter((pair): pair is Asked => pair[1] !== null && pair[1] !== "");
}

/** The filters of a list that has an order of its own. */
export const unsorted = (filters: ListFilters): ListFilters => ({ ...filters, sort: "watched" });

/** The filters as the API is asked; `written` is the result of {@link writeFilters}. */
export function filtersQuery(written: string): FiltersQuery {
  const filters = readFilters(written);
  const facts = factNames.map((name): Asked => [name, filters[name].join(",")]);
  return Object.fromEntries([...facts.filter(([, values]) => values !== ""), ...askedFor(filters)]);
}

type FiltersQuery = { [Name in FactName | "country"]?: string } & {
  [Name in "age_min" | "age_max" | "rate_min" | "rate_max"]?: number;
} & { new?: "1" };

/** The gender that an address names; null when it names none. */
export function genderAt(query: string): number | null {
  return genderOf(new URLSearchParams(query).get("gender"));
}

/** The gender that a text names as {@link genderText} writes it; null when it names none. */
export function genderOf(text: string | null): number | null {
  if (text === genderText(allGenders)) return allGenders;
  return /^[1-9]\d?$/.test(text ?? "") ? Number(text) : null;
}

/** The parts of a list's address that stay when its filters change: gender and search. */
const keptNames = ["gender", "search"];

/** The query of the same list with other filters. */
export function withFilters(query: string, filters: ListFilters): string {
  const before = new URLSearchParams(query);
  const kept = keptNames
    .map((name): [string, string] => [name, before.get(name) ?? ""])
    .filter((pair) => pair[1] !== "");
  const written = [new URLSearchParams(kept).toString(), writeFilters(filters)].filter(Boolean).join("&");
  return written === "" ? "" : `?${written}`;
}

/** The query of the same list for another gender; from its first page. */
export function withGender(query: string, gender: number): string {
  const next = new URLSearchParams(query);
  next.set("gender", genderText(gender));
  next.delete("page");
  return `?${next}`;
}

/**
 * Whether an address says a gender and filters and nothing else, each as {@link writeFilters} does: there are only so many
 * ways to say the same.
 */
export function isPlainFilter(query: string): boolean {
  const gender = genderAt(query);
  const written = [
    gender === null ? "" : `gender=${genderText(gender)}`,
    writeFilters(readFilters(query)),
  ].filter(Boolean);
  return query === "" || query === `?${written.join("&")}`;
}

/** The filters of the page's address. */
export function useListFilters(): ListFilters {
  return readFilters(useLocation().search);
}

function within(text: string | null, { min, max }: { min: number; max: number }): number | null {
  const value = /^\d{1,6}$/.test(text ?? "") ? Number(text) : 0;
  return value >= min && value <= max ? value : null;
}

function inOrder([min = null, max = null]: (number | null)[]): [number | null, number | null] {
  return min !== null && max !== null && min > max ? [max, min] : [min, max];
}
