import { sql } from "kysely";
import { factNames } from "#contract/model-facts.ts";
import type { Tx } from "#server/kit/database/database.ts";
import { deletePictures } from "./store/gallery-store.ts";
import { deleteLivePicture } from "./store/live-picture-store.ts";
import { deleteSchedule } from "./store/schedule-store.ts";
import type { CatalogTables } from "./store/tables.ts";

type Owner = { id: number; role: string };

/** Takes a model whose account is closed out of pages, lists and search. Nothing happens for a fan. */
export async function closeModel(tx: Tx, { id, role }: Owner, at: Date): Promise<void> {
  if (role !== "model") return;
  await tx
    .$extendTables<CatalogTables>()
    .updateTable("catalog.model")
    .set({ closed_at: at })
    .where("id", "=", id)
    .execute();
}

/** Forgets a person: a fan's favourites, blocks, bans and what they watched, a model's page and whose favourite they were. Safe to repeat. */
export async function erasePerson(tx: Tx, { id, role }: Owner): Promise<void> {
  const mine = tx.$extendTables<CatalogTables>();
  await mine
    .deleteFrom("catalog.liked")
    .where((liked) => liked.or([liked("fan_id", "=", id), liked("model_id", "=", id)]))
    .execute();
  await mine
    .deleteFrom("catalog.ban")
    .where((ban) => ban.or([ban("fan_id", "=", id), ban("model_id", "=", id)]))
    .execute();
  await mine
    .deleteFrom("catalog.blocked")
    .where((block) => block.or([block("fan_id", "=", id), block("model_id", "=", id)]))
    .execute();
  await mine
    .deleteFrom("catalog.watched")
    .where((watched) => watched.or([watched("fan_id", "=", id), watched("model_id", "=", id)]))
    .execute();
  await mine.deleteFrom("catalog.watching_not_kept").where("fan_id", "=", id).execute();
  if (role !== "model") return;
  await deleteSchedule(tx, id);
  // The sweep deletes the files.
  await deletePictures(tx, id);
  await deleteLivePicture(tx, id);
  await mine.deleteFrom("catalog.presence").where("model_id", "=", id).execute();
  await sql`
    update catalog.model set
      login = ${`erased${id}`}, artistic_name = '', search_text = '', birth_date = '1900-01-01', country = 'ZZ',
      ${sql.join(factNames.map((name) => sql`${sql.ref(name)} = '{}'`))}, bio_en = '', bio_es = '', topic_en = '', topic_es = '', thumbhash = '',
      picture_keys = '{}', listing_note = '', avatar = '', portrait = '', portrait_small = '', tall = '', last_connection = null,
      closed_at = coalesce(closed_at, now())
    where id = ${id}`.execute(tx);
}
