import { type Insertable, type RawBuilder, type Selectable, sql } from "kysely";
import { factNames } from "#contract/model-facts.ts";
import { allGenders, genderIds } from "#contract/room-values.ts";
import { type Reader, readPlanned, readRows, type Tx } from "#server/kit/database/database.ts";
import { prepareRead } from "#server/kit/database/prepare-read.ts";
import { likeLiteral } from "#server/kit/search-text.ts";
import type { CatalogTables } from "./tables.ts";

type Stream = Selectable<CatalogTables["catalog.stream"]>;

const read = (reader: Reader) => reader.$extendTables<CatalogTables>();

/** The viewer: a fan by id, 0 for nobody in particular, or the system itself, which sees every show. */
export type ModelViewer = number | "system";

/** A promo that is not for the viewer: as if the model were not live. */
export const hiddenFrom = (viewer: ModelViewer) =>
  viewer === "system"
    ? sql<boolean>`false`
    : sql<boolean>`(stream.type = 'promo' and stream.fan_id <> ${viewer})`;

type Column = keyof CatalogTables["catalog.model"];

/** The columns of a card in a list, without those that a draft may lack. */
const cardColumns = [
  "id",
  "login",
  "artistic_name",
  "topic_en",
  "topic_es",
  "earning_rank",
  "rate_minimum",
  "avatar",
  "portrait",
  "portrait_small",
  "tall",
  "thumbhash",
  "last_connection",
  "online",
  "approved_at",
  ...factNames,
] as const satisfies readonly Column[];

/** The further columns of a model's page, and of the calls about one model, without those for search alone. */
const pageColumns = [
  "bio_en",
  "bio_es",
  "spies_allowed",
  "two_way_allowed",
  "hidden",
  "suspended",
  "listing",
  "listing_note",
  "submitted_at",
  "camera_tested_at",
  "picture_keys",
  "listed",
  "closed_at",
] as const satisfies readonly Column[];

const named = <Name extends Column>(columns: readonly Name[]) =>
  columns.map((column) => `model.${column}` as const);

/** Everything a card shows, as one viewer may know it: lists read many, so they read no more than that. */
export function cardRows(reader: Reader, viewer: ModelViewer) {
  const hidden = hiddenFrom(viewer);
  const fanId = viewer === "system" ? 0 : viewer;
  return read(reader)
    .selectFrom("catalog.model as model")
    .innerJoin("catalog.stream as stream", "stream.model_id", "model.id")
    .leftJoin("catalog.liked as liked", (join) =>
      join.onRef("liked.model_id", "=", "model.id").on("liked.fan_id", "=", fanId),
    )
    .where("model.closed_at", "is", null)
    .select(named(cardColumns))
    .select([
      // The values that a draft does not have yet: nobody but its model reads it.
      sql<number>`coalesce(model.gender_id, 0)`.as("gender_id"),
      sql<string>`coalesce(model.birth_date::text, '')`.as("birth_date"),
      sql<string>`coalesce(model.country, '')`.as("country"),
      sql<number>`coalesce(model.rate_private, 0)`.as("rate_private"),
      sql<number>`coalesce(model.rate_vip, 0)`.as("rate_vip"),
      sql<number>`coalesce(model.rate_spy, 0)`.as("rate_spy"),
      sql<Stream["status"]>`case when ${hidden} then 'stopped' else stream.status end`.as("status"),
      sql<Stream["type"]>`case when ${hidden} then 'public' else stream.type end`.as("type"),
      sql<number>`case when ${hidden} then 0 else stream.watchers end`.as("watchers"),
      "stream.picture as live_picture",
      "liked.fan_id as liked_by",
    ]);
}

/** Everything that a card shows and everything that a profile shows besides. */
export function modelRows(reader: Reader, viewer: ModelViewer) {
  return cardRows(reader, viewer)
    .select(named(pageColumns))
    .select([
      sql<number | null>`case when ${hiddenFrom(viewer)} then null else stream.fan_id end`.as("promo_fan_id"),
      "stream.began_at",
      "stream.broadcast_at",
    ]);
}

export type CardRow = Awaited<ReturnType<ReturnType<typeof cardRows>["execute"]>>[number];
export type ModelRow = Awaited<ReturnType<ReturnType<typeof modelRows>["execute"]>>[number];

/**
 * A model by login (any case) or by id, which a text of digits is where nobody is called so; whether they have banned the viewer, and whether the viewer has blocked them;
 * undefined when there is none.
 */
export async function modelByKey(reader: Reader, key: string | number, viewer: ModelViewer = 0) {
  const fanId = viewer === "system" ? 0 : viewer;
  const banned = sql<boolean>`exists (select from catalog.ban where model_id = model.id and fan_id = ${fanId})`;
  const blocked = sql<boolean>`exists (select from catalog.blocked where fan_id = ${fanId} and model_id = model.id)`;
  const rows = modelRows(reader, viewer).select([banned.as("banned"), blocked.as("blocked")]);
  const byId = async (id: number) => (await readRows(reader, rows.where("model.id", "=", id)))[0];
  if (typeof key === "number") return asShownTo(await byId(key));
  const [named] = await readRows(reader, rows.where("model.login", "=", key.toLowerCase()));
  // No id has more digits.
  return asShownTo(named ?? (/^\d{1,15}$/.test(key) ? await byId(Number(key)) : undefined));
}

/** To a fan whom they have banned a model is never on air. */
function asShownTo<Row extends ModelRow & { banned: boolean }>(row: Row | undefined): Row | undefined {
  if (!row?.banned) return row;
  const offAir = { status: "stopped", type: "public", watchers: 0, live_picture: null } as const;
  return { ...row, ...offAir, promo_fan_id: null, began_at: null, broadcast_at: null };
}

/** The models among these that are shown and may be dealt with. */
export async function listedModels(reader: Reader, ids: readonly number[]): Promise<Set<number>> {
  return new Set((await listedAmong(reader, { ids })).map(({ id }) => id));
}

const listedAmong = prepareRead((reader, { ids }: { ids: readonly number[] }) =>
  read(reader)
    .selectFrom("catalog.model")
    .select("id")
    .where(sql<boolean>`id = any (${ids}::bigint[]) and listed`)
    .where("closed_at", "is", null),
);

/** The user names of all models who are shown, in their order. */
export async function listedLogins(reader: Reader, max: number): Promise<string[]> {
  const rows = await read(reader)
    .selectFrom("catalog.model")
    .select("login")
    .where("listed", "=", true)
    .orderBy("login")
    .limit(max)
    .execute();
  return rows.map(({ login }) => login);
}

/** Models of these ids, shown or not, but for those who have left. */
export async function modelsByIds(reader: Reader, ids: readonly number[]): Promise<ModelRow[]> {
  return ids.length === 0
    ? []
    : readRows(reader, modelRows(reader, 0).where(sql<boolean>`model.id = any (${[...ids]}::bigint[])`));
}

/** The ids of all models, shown or not, whose name fits a search. */
export async function modelsNamed(reader: Reader, search: string): Promise<number[]> {
  const named = read(reader)
    .selectFrom("catalog.model")
    .select("id")
    .where("search_text", "like", `%${likeLiteral(search)}%`)
    .where("closed_at", "is", null);
  const rows = await readPlanned(reader, named);
  return rows.map(({ id }) => id);
}

/** How a model is called and drawn where only that is known of them; `listed`: whether anybody may deal with them. */
export type Face = { login: string; name: string; avatar: string; listed: boolean };

/** The faces of these models by id, as others see them: those of closed accounts are left out. */
export async function facesOf(reader: Reader, ids: readonly number[]): Promise<Map<number, Face>> {
  if (ids.length === 0) return new Map();
  return new Map((await facesAmong(reader, { ids })).map(({ id, ...face }) => [id, face]));
}

const facesAmong = prepareRead((reader, { ids }: { ids: readonly number[] }) =>
  read(reader)
    .selectFrom("catalog.model")
    .select(["id", "login", "artistic_name as name", "avatar", "listed"])
    .where(sql<boolean>`id = any (${ids}::bigint[]) and closed_at is null`),
);

/** Adds a model, or changes what is known of them. */
export async function upsertModel(tx: Tx, model: Insertable<CatalogTables["catalog.model"]>): Promise<void> {
  const mine = tx.$extendTables<CatalogTables>();
  const { id: _id, ...changes } = model;
  await mine
    .insertInto("catalog.model")
    .values(model)
    .onConflict((conflict) => conflict.column("id").doUpdateSet(changes))
    .execute();
}

/** Notes that a model is here now. */
export async function touchModel(tx: Tx, modelId: number, at: Date): Promise<void> {
  await tx
    .$extendTables<CatalogTables>()
    .updateTable("catalog.model")
    .set({ last_connection: at })
    .where("id", "=", modelId)
    .execute();
}

/** The four genders of the filter, default first. */
export function genders(reader: Reader) {
  return read(reader).selectFrom("catalog.gender").selectAll().orderBy("id").execute();
}

/**
 * The countries that the listed models of a gender are from. Each is found behind the one before by the index, so that it
 * costs as much as there are countries and not models.
 */
export async function countriesOf(reader: Reader, genderId: number): Promise<string[]> {
  if (genderId === allGenders) {
    const ofEach = await Promise.all(genderIds.map((id) => countriesOf(reader, id)));
    return [...new Set(ofEach.flat())].toSorted();
  }
  const behind = (code: RawBuilder<unknown>) => sql`(
    select country from catalog.model where gender_id = ${genderId} and listed and country > ${code}
    order by country limit 1)`;
  const rows = sql<{ country: string }>`
    with recursive known (country) as (
      select ${behind(sql`''`)}
      union all
      select ${behind(sql`known.country`)} from known where known.country is not null)
    select country from known where country is not null`;
  return (await readRows(reader, rows)).map(({ country }) => country);
}

/** A model's prices for shows, in tokens a minute, and what they allow in them. */
export type RateChanges = Partial<
  Pick<
    ModelRow,
    "rate_private" | "rate_vip" | "rate_spy" | "rate_minimum" | "spies_allowed" | "two_way_allowed"
  >
>;

/** Changes some of a model's rates. */
export async function updateRates(tx: Tx, id: number, rates: RateChanges): Promise<void> {
  if (Object.keys(rates).length === 0) return;
  await tx
    .$extendTables<CatalogTables>()
    .updateTable("catalog.model")
    .set(rates)
    .where("id", "=", id)
    .execute();
}

/** Changes what a room is about. */
export async function updateTopic(tx: Tx, id: number, topic: { en: string; es: string }): Promise<void> {
  await tx
    .$extendTables<CatalogTables>()
    .updateTable("catalog.model")
    .set({ topic_en: topic.en, topic_es: topic.es })
    .where("id", "=", id)
    .execute();
}
