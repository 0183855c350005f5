import { sql } from "kysely";
import type { ListingState } from "#contract/listing.ts";
import { type FactName, type Facts, factNames } from "#contract/model-facts.ts";
import { unranked } from "#contract/room-values.ts";
import { type Reader, readRows, type Tx } from "#server/kit/database/database.ts";
import type { CatalogTables } from "./tables.ts";

/** A page on its way to the lists; null is not given yet. */
export type ListingRow = Facts & {
  id: number;
  login: string;
  listing: ListingState;
  listing_note: string;
  submitted_at: Date | null;
  camera_tested_at: Date | null;
  picture_keys: string[];
  artistic_name: string;
  bio_en: string;
  bio_es: string;
  birth_date: string | null;
  country: string | null;
  gender_id: number | null;
  rate_private: number | null;
  rate_vip: number | null;
  rate_spy: number | null;
  rate_minimum: number;
  portrait: string;
};

/** The page of a model whose account is not closed. */
export async function listingOf(reader: Reader, id: number): Promise<ListingRow | undefined> {
  const rows = sql<ListingRow>`
    select id, login, listing, listing_note, submitted_at, camera_tested_at, picture_keys, artistic_name, bio_en, bio_es,
      ${sql.join(factNames.map((name) => sql.ref(name)))}, birth_date::text as birth_date, country, gender_id, rate_private, rate_vip, rate_spy, rate_minimum, portrait
    from catalog.model where id = ${id} and closed_at is null`;
  return (await readRows(reader, rows))[0];
}

/** The page of a model, locked until the commit. */
export async function lockListing(tx: Tx, id: number): Promise<ListingRow | undefined> {
  await sql`select from catalog.model where id = ${id} for no key update`.execute(tx);
  return listingOf(tx, id);
}

/** Changes to a page on its way. */
export type ListingChanges = Partial<
  Pick<
    ListingRow,
    | "listing"
    | "listing_note"
    | "submitted_at"
    | "camera_tested_at"
    | "picture_keys"
    | "artistic_name"
    | "bio_en"
    | "bio_es"
    | FactName
    | "birth_date"
    | "country"
    | "gender_id"
    | "portrait"
  >
> & {
  approved_at?: Date;
  search_text?: string;
  avatar?: string;
  portrait_small?: string;
  tall?: string;
  thumbhash?: string;
};

/** Changes a page. */
export async function updateListing(tx: Tx, id: number, changes: ListingChanges): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await tx
    .$extendTables<CatalogTables>()
    .updateTable("catalog.model")
    .set(changes)
    .where("id", "=", id)
    .execute();
}

/** The files among these that belong to a page. */
export async function knownPictures(reader: Reader, keys: readonly string[]): Promise<Set<string>> {
  const rows = sql<{ key: string }>`
    select key from unnest(${[...keys]}::text[]) as asked (key)
    where exists (select from catalog.model where key = any(picture_keys))`;
  return new Set((await readRows(reader, rows)).map(({ key }) => key));
}

/**
 * Whether another approved page has a name for which this one is taken (`kit.look_alike_key`). Names are held until the
 * commit, so that of two pages approved at once the second sees the first.
 */
export async function isNameTaken(tx: Tx, { id, name }: { id: number; name: string }): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext('catalog.model names'))`.execute(tx);
  const rows = sql`
    select from catalog.model
    where listing = 'approved' and closed_at is null and not name_contested and id <> ${id}
      and (kit.look_alike_key(artistic_name) = kit.look_alike_key(${name})
        or kit.look_alike_sight(artistic_name) = kit.look_alike_sight(${name})) limit 1`;
  return (await readRows(tx, rows)).length > 0;
}

/** A page that staff look at does not change under their eyes: a changed page has to be sent again. */
export const takenBack = ({ listing }: Pick<ListingRow, "listing">): ListingChanges =>
  listing === "submitted" ? { listing: "draft", submitted_at: null } : {};

/**
 * Ranks the models of each gender by what they earned (tokens by model): the model who earned most is 1, and the
 * older one comes first of two equals. A model who earned nothing, or is kept out of the lists, has no rank.
 */
export async function rankByEarnings(tx: Tx, earned: ReadonlyMap<number, number>): Promise<void> {
  const [ids, tokens] = [[...earned.keys()], [...earned.values()]];
  await sql`
    with ranked as (
      select model.id, row_number() over (partition by gender_id order by earned.tokens desc, model.id) as rank
      from catalog.model as model
      join unnest(${ids}::bigint[], ${tokens}::bigint[]) as earned (id, tokens) on earned.id = model.id
      where model.listed and earned.tokens > 0)
    update catalog.model as model set earning_rank = coalesce(fresh.rank, ${unranked})
    from (select every.id, ranked.rank from catalog.model as every left join ranked on ranked.id = every.id) as fresh
    where fresh.id = model.id and model.earning_rank <> coalesce(fresh.rank, ${unranked})`.execute(tx);
}
