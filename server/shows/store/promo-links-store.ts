import { type Insertable, type Selectable, sql } from "kysely";
import type { Reader, Tx } from "#server/kit/database/database.ts";
import { prepareRead } from "#server/kit/database/prepare-read.ts";
import type { ShowTables } from "./tables.ts";

export type PromoLinkRow = Selectable<ShowTables["shows.promo_link"]>;
export type NewPromoLink = Insertable<ShowTables["shows.promo_link"]>;

const read = (reader: Reader) => reader.$extendTables<ShowTables>();
const write = (tx: Tx) => tx.$extendTables<ShowTables>();

/** Adds a link, or answers the one that this model already made under the same client id. */
export async function insertLink(tx: Tx, link: NewPromoLink): Promise<PromoLinkRow> {
  const inserted = await write(tx)
    .insertInto("shows.promo_link")
    .values(link)
    .onConflict((conflict) => conflict.columns(["model_id", "client_id"]).doNothing())
    .returningAll()
    .executeTakeFirst();
  const kept = inserted ?? (await linkOfOrder(tx, { modelId: link.model_id, clientId: link.client_id }));
  if (!kept) throw new Error(`the link ${link.client_id} of model ${link.model_id} is gone`);
  return kept;
}

/** The link that this model made under a client id, or undefined. */
export function linkOfOrder(
  reader: Reader,
  { modelId, clientId }: { modelId: number; clientId: string },
): Promise<PromoLinkRow | undefined> {
  return read(reader)
    .selectFrom("shows.promo_link")
    .selectAll()
    .where("model_id", "=", modelId)
    .where("client_id", "=", clientId)
    .executeTakeFirst();
}

/** How many links of a model still open something. */
export async function countOpenLinks(reader: Reader, modelId: number, now: Date): Promise<number> {
  const row = await read(reader)
    .selectFrom("shows.promo_link")
    .select((eb) => eb.fn.countAll<number>().as("open"))
    .where("model_id", "=", modelId)
    .where("closed_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirstOrThrow();
  return row.open;
}

/** A link by the hash of its token. */
export function linkByHash(reader: Reader, hash: Buffer): Promise<PromoLinkRow | undefined> {
  return read(reader)
    .selectFrom("shows.promo_link")
    .selectAll()
    .where("token_hash", "=", hash)
    .executeTakeFirst();
}

/** Until the commit nobody else opens a promo or begins a show of this fan. */
export async function lockFan(tx: Tx, fanId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`shows of fan ${fanId}`}, 0))`.execute(tx);
}

/** A link of this model, locked. */
export function lockLink(tx: Tx, modelId: number, id: number): Promise<PromoLinkRow | undefined> {
  return write(tx)
    .selectFrom("shows.promo_link")
    .selectAll()
    .where("id", "=", id)
    .where("model_id", "=", modelId)
    .forUpdate()
    .executeTakeFirst();
}

/** A link by its id. */
export function linkById(reader: Reader, id: number): Promise<PromoLinkRow | undefined> {
  return read(reader).selectFrom("shows.promo_link").selectAll().where("id", "=", id).executeTakeFirst();
}

/** A model's links, newest first. */
export function linksOfModel(reader: Reader, modelId: number, count: number): Promise<PromoLinkRow[]> {
  return read(reader)
    .selectFrom("shows.promo_link")
    .selectAll()
    .where("model_id", "=", modelId)
    .orderBy("id", "desc")
    .limit(count)
    .execute();
}

/** The promos of these fans that have minutes left at `now`. */
export const openLinksOfFans = prepareRead(
  (_reader, { fanIds, now }: { fanIds: readonly number[]; now: Date }) => sql<
    PromoLinkRow & { fan_id: number }
  >`
    select id, model_id, client_id, token_hash, nonce, email, fan_id, duration_s, used_s, created_at, expires_at,
           closed_at, withdrawn
      from shows.promo_link
     where fan_id = any (${fanIds}::bigint[]) and closed_at is null and expires_at > ${now}`,
);

/** Makes a link a fan's own. False when the fan still has another one of the same model. */
export async function claimLink(tx: Tx, id: number, fanId: number): Promise<boolean> {
  const claimed = await sql<{ id: number }>`
    update shows.promo_link set fan_id = ${fanId}
     where id = ${id} and not exists (
       select from shows.promo_link as other
        where other.fan_id = ${fanId} and other.model_id = promo_link.model_id
          and other.closed_at is null and other.id <> ${id})
    returning id`.execute(tx);
  return claimed.rows.length > 0;
}

/** The model and fan of a promo link that was closed. */
export type ClosedLink = { model_id: number; fan_id: number | null };

/** Withdraws a link that is not closed; answers whose it was, nothing when it was closed before. */
export function withdrawLink(tx: Tx, id: number, at: Date): Promise<ClosedLink[]> {
  return write(tx)
    .updateTable("shows.promo_link")
    .set({ closed_at: at, withdrawn: true })
    .where("id", "=", id)
    .where("closed_at", "is", null)
    .returning(["model_id", "fan_id"])
    .execute();
}

/** Withdraws every link that a person made or was given. */
export function withdrawLinksOf(tx: Tx, personId: number, at: Date): Promise<ClosedLink[]> {
  return write(tx)
    .updateTable("shows.promo_link")
    .set({ closed_at: at, withdrawn: true })
    .where(({ or, eb }) => or([eb("fan_id", "=", personId), eb("model_id", "=", personId)]))
    .where("closed_at", "is", null)
    .returning(["model_id", "fan_id"])
    .execute();
}

/** Closes at most `count` links of fans past their last day, but those that a show runs on or somebody else holds. */
export async function closeExpiredLinks(tx: Tx, now: Date, count: number): Promise<ClosedLink[]> {
  return closeLocked(
    tx,
    await expiredLinks(tx, now).orderBy("expires_at").limit(count).skipLocked().execute(),
    now,
  );
}

/** Closes what a fan had with a model past its last day, but what a show runs on. */
export async function closeExpiredLinksWith(
  tx: Tx,
  { fanId, modelId }: { fanId: number; modelId: number },
  now: Date,
): Promise<ClosedLink[]> {
  const expired = expiredLinks(tx, now).where("fan_id", "=", fanId).where("model_id", "=", modelId);
  return closeLocked(tx, await expired.execute(), now);
}

/** No show runs on the link. */
const noShowRuns = sql<boolean>`not exists (
  select from live.participant as show where show.promo_link_id = promo_link.id and show.ended_at is null)`;

/** Links that fans have opened, past their last day, without a show; locked. */
function expiredLinks(tx: Tx, now: Date) {
  return write(tx)
    .selectFrom("shows.promo_link")
    .select("id")
    .where("fan_id", "is not", null)
    .where("closed_at", "is", null)
    .where("expires_at", "<=", now)
    .where(noShowRuns)
    .forUpdate();
}

/** The rows are locked before shows are looked for, so that one that began meanwhile is seen. */
async function closeLocked(tx: Tx, links: readonly { id: number }[], now: Date): Promise<ClosedLink[]> {
  if (links.length === 0) return [];
  return write(tx)
    .updateTable("shows.promo_link")
    .set({ closed_at: now })
    .where(
      "id",
      "in",
      links.map(({ id }) => id),
    )
    .where(noShowRuns)
    .returning(["model_id", "fan_id"])
    .execute();
}
