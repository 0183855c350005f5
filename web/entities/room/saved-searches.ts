import { queryOptions } from "@tanstack/react-query";
import { eachFact } from "#contract/model-facts.ts";
import { genderText } from "#contract/room-values.ts";
import type { SavedSearch } from "#contract/saved-searches.ts";
import { searchKey } from "#contract/search-key.ts";
import { answerOf } from "#web/lib/api/failed-answer.ts";
import { queryApi } from "#web/lib/api/query-client.ts";
import { activeFilters } from "./filter-labels.ts";
import {
  filtersQuery,
  type ListFilters,
  noFilters,
  readFilters,
  unsorted,
  writeFilters,
} from "./list-filters.ts";

/** The contents of a list, as a fan may keep it: its gender, its search and its filters. */
export type ListSearch = { gender: number; search: string; filters: ListFilters };

/** The searches that the fan keeps, the last saved first. */
export const savedSearchesQuery = queryOptions<readonly SavedSearch[]>({
  queryKey: ["saved-searches"],
  staleTime: 60_000,
  async queryFn({ meta }) {
    return answerOf(await queryApi(meta).call("GET /api/fan/saved-searches")).data;
  },
});

/** The form that is sent to keep it. */
export const savedSearchForm = ({ gender, search, filters }: ListSearch) => ({
  gender: genderText(gender),
  search,
  ...filtersQuery(writeFilters(filters)),
});

/** The list of a kept search. */
export function listSearchOf(saved: SavedSearch): ListSearch {
  const { gender, search, country, age_min, age_max, rate_min, rate_max } = saved;
  const filters = {
    ...noFilters,
    ...eachFact((name) => saved[name]),
    ...{ country, onlyNew: saved.new },
    ...{ ageMin: age_min, ageMax: age_max, rateMin: rate_min, rateMax: rate_max },
  };
  return { gender, search, filters: readFilters(writeFilters(filters)) };
}

/** The list as an address. Lists that find alike have one address, however they are sorted. */
export function pathOf({ gender, search, filters }: ListSearch): string {
  const words = searchKey(search).trim().split(/\s+/).join(" ");
  const query = new URLSearchParams({
    gender: genderText(gender),
    ...(words === "" ? {} : { search: words }),
  });
  return `/?${[query.toString(), writeFilters(unsorted(filters))].filter(Boolean).join("&")}`;
}

/** The parts of a search in words: the text first, then the filters. */
export const wordsOf = ({ search, filters }: ListSearch): string[] => [
  ...(search === "" ? [] : [`“${search}”`]),
  ...activeFilters(filters).map(({ label }) => label),
];
