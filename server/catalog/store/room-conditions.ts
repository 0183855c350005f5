import { type RawBuilder, sql } from "kysely";
import { asksForAll } from "#contract/facts.ts";
import { type FactName, factNames } from "#contract/model-facts.ts";
import { allGenders, genderIds } from "#contract/room-values.ts";
import { likeLiteral, searchWords, wordStart } from "#server/kit/search-text.ts";
import type { RoomFilters } from "../rules/room-filters.ts";

/** Conditions of lists over `catalog.model as model`, or over `catalog.on_air as model`, which has the columns that they name. */
type Condition = RawBuilder<unknown>;

const all = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`true` : sql.join([...conditions], sql` and `);

export const isListed = ({ genderId, fanId = 0 }: { genderId: number; fanId?: number }) =>
  sql`${isOfGender(genderId)} and model.listed${andNotApart(fanId)}`;

/** The models of a gender; {@link allGenders} leaves everybody. */
const isOfGender = (genderId: number): Condition =>
  genderId === allGenders ? sql`true` : sql`model.gender_id = ${genderId}`;

/**
 * The stretches in which a gender's list is read along its index. The indexes begin with the gender, so that a list of all
 * genders is read along each of them, and sorted after that.
 */
export const stretchesOf = (genderId: number, stretches: readonly Condition[]): Condition[] =>
  genderId === allGenders
    ? genderIds.flatMap((id) => stretches.map((stretch) => sql`model.gender_id = ${id} and ${stretch}`))
    : [...stretches];

/** A fan finds nowhere whom they have blocked, and who has banned them. */
export const andNotApart = (fanId: number): Condition =>
  fanId === 0
    ? sql``
    : sql` and not exists (select from catalog.blocked where fan_id = ${fanId} and model_id = model.id)
           and not exists (select from catalog.ban where fan_id = ${fanId} and model_id = model.id)`;

/** The rooms of a gender as a fan may know them. */
export type RoomsOfGender = { genderId: number; fanId: number };

/** The rooms of a gender that are on air and exist for a fan, over `catalog.on_air as model`. */
export const isOnAir = ({ genderId, fanId }: RoomsOfGender) =>
  sql`${isOfGender(genderId)} and (model.type <> 'promo' or model.fan_id = ${fanId})${andNotApart(fanId)}`;

/** How many models of a gender stream now, as far as a fan may know. */
export const liveCount = (rooms: RoomsOfGender) =>
  sql`(select count(*) as live from catalog.on_air as model where ${isOnAir(rooms)})`;

/** Whether every word of a search stands in a model's name or user name. */
export function isNamed(search: string): Condition {
  return all(searchWords(search).map(named));
}

/**
 * Whether a model is found: each word stands in their name, or begins a word of their topic or bio, in either language. Words of
 * one or two letters begin something in nearly every text, so alone they are looked for in names.
 */
export function fits(search: string): Condition {
  const words = searchWords(search);
  return onlyNames(words) ? all(words.map(named)) : all(words.map(mentioned));
}

/** Whether topic or bio are needed to find a model; null where only names are looked at, and nobody would be. */
export function fitsByTopic(search: string): Condition | null {
  const words = searchWords(search);
  if (onlyNames(words)) return null;
  const [only, second] = words;
  const begun = only === undefined || second !== undefined ? null : wordStart(only);
  // Models who have the one word, and not in their name: the index of the names is spared.
  const found = begun === null ? fits(search) : sql`model.found_words @@ ${begun}::tsquery`;
  return sql`${found} and not (${isNamed(search)})`;
}

const onlyNames = (words: readonly string[]) => words.every(({ length }) => length < 3);
const named = (word: string) => sql`model.search_text like ${`%${likeLiteral(word)}%`}`;
const mentioned = (word: string) => {
  const begun = wordStart(word);
  return begun === null ? named(word) : sql`(${named(word)} or model.found_words @@ ${begun}::tsquery)`;
};

/** Whether a model is among those that the filters leave. */
export function isAmong(filters: RoomFilters): Condition {
  const { country, bornAfter, bornUntil, rateMin, rateMax, approvedSince } = filters;
  return all([
    ...factNames.filter((name) => filters[name].length > 0).map((name) => hasFact(name, filters[name])),
    ...(country === null ? [] : [sql`model.country = ${country}`]),
    ...(bornAfter === null ? [] : [sql`model.birth_date > ${bornAfter}::date`]),
    ...(bornUntil === null ? [] : [sql`model.birth_date <= ${bornUntil}::date`]),
    ...(rateMin === null ? [] : [sql`model.rate_private >= ${rateMin}`]),
    ...(rateMax === null ? [] : [sql`model.rate_private <= ${rateMax}`]),
    ...(approvedSince === null ? [] : [sql`model.approved_at >= ${approvedSince}`]),
  ]);
}

function hasFact(name: FactName, values: readonly string[]): Condition {
  const column = sql.ref(`model.${name}`);
  return asksForAll(name)
    ? sql`${column} @> ${[...values]}::text[]`
    : sql`${column} && ${[...values]}::text[]`;
}

/** Whether a search or filters leave some of a gender's models out. */
export const narrows = ({ search, filters }: { search: string; filters: RoomFilters }): boolean =>
  searchWords(search).length > 0 ||
  Object.entries(filters).some(([name, value]) =>
    name === "sort" ? false : Array.isArray(value) ? value.length > 0 : value !== null,
  );
