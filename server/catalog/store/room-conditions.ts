import { type RawBuilder, sql } from "kysely";
import { likeLiteral, searchWords, wordStart } from "#server/kit/search-text.ts";
import type { RoomFilters } from "../rules/room-filters.ts";

/** Conditions of lists over `catalog.model as model`, or over rows with the columns that they name. */
type Condition = RawBuilder<unknown>;

const all = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`true` : sql.join([...conditions], sql` and `);

export const isListed = ({ genderId }: { genderId: number }) =>
  sql`model.gender_id = ${genderId} and model.listed`;

/** The rooms of a gender as a fan may know them. */
export type RoomsOfGender = { genderId: number; fanId: number };

/**
 * The rooms of a gender that are on air, as `on_air`. Read at first and once: nothing else tells the planner that they are
 * few, and it would go through all models for them. What else is asked of a model is joined where it is asked.
 */
export const onAir = ({ genderId, fanId }: RoomsOfGender) => sql`
  on_air as materialized (
    select model.id, air.watchers, (air.type = 'promo' and air.fan_id is distinct from ${fanId}) as hidden
    from catalog.on_air as air
    join catalog.model as model on model.id = air.model_id
    where ${isListed({ genderId })})`;

/** Whether every word of a search stands in a model's name or user name. */
export function isNamed(search: string): Condition {
  return all(searchWords(search).map(named));
}

/**
 * Whether a model is found: each word stands in her name, or begins a word of her topic or bio, in either language. Words of
 * one or two letters begin something in nearly every text, so alone they are looked for in names.
 */
export function fits(search: string): Condition {
  const words = searchWords(search);
  return onlyNames(words) ? all(words.map(named)) : all(words.map(told));
}

/** Whether topic or bio are needed to find a model; null where only names are looked at, and nobody would be. */
export function fitsByTopic(search: string): Condition | null {
  return onlyNames(searchWords(search)) ? null : sql`${fits(search)} and not (${isNamed(search)})`;
}

const onlyNames = (words: readonly string[]) => words.every(({ length }) => length < 3);
const named = (word: string) => sql`model.search_text like ${`%${likeLiteral(word)}%`}`;
const told = (word: string) => {
  const begun = wordStart(word);
  return begun === null ? named(word) : sql`(${named(word)} or model.found_words @@ ${begun}::tsquery)`;
};

/** Whether a model is among those that the filters leave. */
export function isAmong(filters: RoomFilters): Condition {
  const { tags, languages, country, bornAfter, bornUntil, rateMin, rateMax, approvedSince } = filters;
  return all([
    ...(tags.length > 0 ? [sql`model.tags @> ${[...tags]}::text[]`] : []),
    ...(languages.length > 0 ? [sql`model.languages && ${[...languages]}::text[]`] : []),
    ...(country === null ? [] : [sql`model.country = ${country}`]),
    ...(bornAfter === null ? [] : [sql`model.birth_date > ${bornAfter}::date`]),
    ...(bornUntil === null ? [] : [sql`model.birth_date <= ${bornUntil}::date`]),
    ...(rateMin === null ? [] : [sql`model.rate_private >= ${rateMin}`]),
    ...(rateMax === null ? [] : [sql`model.rate_private <= ${rateMax}`]),
    ...(approvedSince === null ? [] : [sql`model.approved_at >= ${approvedSince}`]),
  ]);
}
