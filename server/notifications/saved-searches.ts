import type { z } from "zod";
import { eachFact } from "#contract/model-facts.ts";
import type { SavedSearch, savedSearchesContract } from "#contract/saved-searches.ts";
import { searchKey } from "#contract/search-key.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import type { Handlers } from "#server/kit/http/call.ts";
import { fieldProblem, problem } from "#server/kit/http/problem.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { NotificationsNeeds } from "./needs.ts";
import {
  changeSearch,
  deleteSearch,
  insertSearch,
  type NewSearch,
  type SearchChange,
  type SearchRow,
  searchesOf,
} from "./store/searches-store.ts";

type SearchForm = z.output<(typeof savedSearchesContract)["POST /api/fan/saved-searches"]["body"]>;

/** The searches that fans keep, to be notified of whom they find. */
export type SavedSearches = {
  /** A fan's, the last saved first. */
  list(fanId: number): Promise<SearchRow[]>;
  /** Keeps one, or finds the same one; what leaves nobody out is not kept. */
  save(
    fanId: number,
    form: SearchForm,
  ): Promise<Result<{ search: SearchRow }, "unknown_gender" | "search_of_all" | "too_many_searches">>;
  /** Names one of a fan's, or turns its alerts on or off. */
  change(
    fanId: number,
    id: number,
    change: SearchChange,
  ): Promise<Result<{ search: SearchRow }, "unknown_search">>;
  remove(fanId: number, id: number): Promise<void>;
};

/** Makes what keeps searches. */
export function createSavedSearches(
  needs: Pick<NotificationsNeeds, "db" | "clock"> & {
    catalog: Pick<NotificationsNeeds["catalog"], "genders">;
  },
): SavedSearches {
  const { db, clock, catalog } = needs;
  return {
    list: (fanId) => searchesOf(db, fanId),
    async save(fanId, form) {
      if (!(await catalog.genders()).some(({ id }) => id === form.gender)) return refuse("unknown_gender");
      const wanted = searchOf(fanId, form);
      if (leavesAll(wanted)) return refuse("search_of_all");
      const search = await inTransaction(db, (tx) => insertSearch(tx, wanted, clock.now()));
      return search ? ok({ search }) : refuse("too_many_searches");
    },
    async change(fanId, id, change) {
      const search = await inTransaction(db, (tx) => changeSearch(tx, fanId, id, change));
      return search ? ok({ search }) : refuse("unknown_search");
    },
    remove: (fanId, id) => inTransaction(db, (tx) => deleteSearch(tx, fanId, id)),
  };
}

/** One search is always written in one way, in whichever order its parts were chosen. */
function searchOf(fanId: number, form: SearchForm): NewSearch {
  return {
    fan_id: fanId,
    gender_id: form.gender,
    search: searchKey(form.search).trim().replaceAll(/\s+/g, " "),
    ...eachFact((name) => listOf(form[name])),
    country: form.country,
    age_min: form.age_min ?? null,
    age_max: form.age_max ?? null,
    rate_min: form.rate_min ?? null,
    rate_max: form.rate_max ?? null,
    only_new: form.new === "1",
  };
}

const listOf = (text: string) => (text === "" ? [] : [...new Set(text.split(","))].sort());

function leavesAll({ fan_id: _fan, gender_id: _gender, ...narrowing }: NewSearch): boolean {
  return Object.values(narrowing).every(
    (value) =>
      value === null || value === false || value === "" || (Array.isArray(value) && value.length === 0),
  );
}

function presentSearch({
  fan_id: _fan,
  gender_id,
  only_new,
  saved_at,
  notified_at,
  ...row
}: SearchRow): SavedSearch {
  return {
    ...row,
    gender: gender_id,
    new: only_new,
    saved_at: saved_at.toISOString(),
    notified_at: notified_at?.toISOString() ?? null,
  };
}

/** The part of the contract about the searches that a fan keeps. */
export function savedSearchRoutes(searches: SavedSearches): Handlers<typeof savedSearchesContract> {
  return {
    "GET /api/fan/saved-searches": async (_input, { viewer }) => ({
      status: 200,
      body: { data: (await searches.list(viewer.userId)).map(presentSearch) },
    }),
    "POST /api/fan/saved-searches": async ({ body }, call) => {
      const saved = await searches.save(call.viewer.userId, body);
      if (saved.ok) return { status: 200, body: presentSearch(saved.search) };
      const { refusal } = saved;
      return refusal === "unknown_gender" ? fieldProblem(call, refusal, "gender") : problem(call, refusal);
    },
    "POST /api/fan/saved-searches/{id}/change": async ({ params, body }, call) => {
      const changed = await searches.change(call.viewer.userId, params.id, body);
      return changed.ok
        ? { status: 200, body: presentSearch(changed.search) }
        : problem(call, changed.refusal);
    },
    "DELETE /api/fan/saved-searches/{id}": async ({ params }, { viewer }) => {
      await searches.remove(viewer.userId, params.id);
      return { status: 204, body: undefined };
    },
  };
}
