import { sql } from "kysely";
import type { Language } from "#contract/common.ts";
import { searchKey } from "#contract/search-key.ts";
import { type Reader, readPlanned, readRows } from "#server/kit/database/database.ts";
import { likeLiteral } from "#server/kit/search-text.ts";
import { rowsOf } from "./list-page.ts";
import type { CardRow } from "./models-store.ts";
import { isListed, isOnAir } from "./room-conditions.ts";

/** The letters that somebody has typed so far into the search of a gender's models. */
export type Typed = { genderId: number; search: string; fanId: number };

const namesMax = 6;
const topicsMax = 3;
/** The number of rooms whose topics are looked through: nobody is led to the rooms behind them. */
const topicsOf = 200;

/** Patterns of `like` for texts that begin with what was typed, and for those in which a later word does. */
const patternsOf = (search: string) => ({
  first: `${likeLiteral(search.trim())}%`,
  later: `% ${likeLiteral(search.trim())}%`,
});

/**
 * The models of a gender whose name or user name begins with what was typed: who is called exactly so, then by the first
 * word and then by another, of each who is on air first. However many fit, only a few are read.
 */
export async function suggestedNames(reader: Reader, typed: Typed): Promise<CardRow[]> {
  const key = searchKey(typed.search.trim());
  const { first, later } = patternsOf(typed.search);
  const places = sql<{ id: number }>`
    with live as (
      select model.id, model.watchers from catalog.on_air as model
      where ${isOnAir(typed)} and (model.search_text like ${first} or model.search_text like ${later})
      order by model.search_text like ${first} desc, model.watchers desc, model.id limit ${namesMax}),
    begun as (
      select model.id from catalog.model as model
      where ${isListed(typed)} and model.search_text like ${first}
      order by model.search_text using ~<~ limit ${namesMax}),
    other as (
      select model.id from catalog.model as model
      where ${isListed(typed)} and model.search_text like ${later}
      limit greatest(0, ${namesMax} - (select count(*) from begun))),
    found as (
      select id from live union select id from begun union select id from other
      union select model.id from catalog.model as model where ${isListed(typed)} and model.login = ${key})
    select model.id from found
    join catalog.model as model on model.id = found.id
    left join live on live.id = model.id
    order by (model.login = ${key} or model.search_text = ${key}::text || ' ' || model.login) desc,
      model.search_text like ${first} desc, live.watchers desc nulls last, model.search_text, model.id
    limit ${namesMax}`;
  return rowsOf(reader, typed.fanId, await readPlanned(reader, places));
}

/**
 * The topics of the most watched rooms on air in a language, where a word of the topic begins with what was typed.
 */
export async function suggestedTopics(reader: Reader, typed: Typed, language: Language): Promise<string[]> {
  const { first, later } = patternsOf(typed.search);
  const topic = language === "es" ? sql`model.topic_es` : sql`model.topic_en`;
  const plain = sql`kit.search_key(${topic})`;
  const rows = sql<{ topic: string }>`
    with busiest as (
      select model.id, model.watchers from catalog.on_air as model
      where ${isOnAir(typed)} order by model.watchers desc, model.id limit ${topicsOf})
    select ${topic} as topic from busiest
    join catalog.model as model on model.id = busiest.id
    where ${plain} like ${first} or ${plain} like ${later}
    group by ${topic}
    order by max(busiest.watchers) desc, ${topic}
    limit ${topicsMax}`;
  return (await readRows(reader, rows)).map(({ topic }) => topic);
}
