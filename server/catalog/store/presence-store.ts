import { sql } from "kysely";
import type { Reader, Tx } from "#server/kit/database/database.ts";
import type { CatalogTables } from "./tables.ts";

type Seen = { id: number; at: Date };

/** Notes that these models are here until then; answers who of the listed ones was not, and when each was seen. */
export async function renewPresence(
  tx: Tx,
  ids: readonly number[],
  { at, until }: { at: Date; until: Date },
): Promise<Seen[]> {
  const mine = tx.$extendTables<CatalogTables>();
  // In the order of their ids, as two nodes may renew the same ones at once.
  const rows = [...new Set(ids)].toSorted((a, b) => a - b).map((model_id) => ({ model_id, until }));
  if (rows.length === 0) return [];
  await mine
    .insertInto("catalog.presence")
    .values(rows)
    .onConflict((known) =>
      known
        .column("model_id")
        .doUpdateSet({ until: sql`greatest(presence.until, excluded.until)` })
        .where(sql<boolean>`presence.until < excluded.until`),
    )
    .execute();
  const came = await mine
    .updateTable("catalog.model")
    .set({ online: true, last_connection: at })
    .where(
      "id",
      "in",
      rows.map(({ model_id }) => model_id),
    )
    .where("online", "=", false)
    .where("closed_at", "is", null)
    .returning(["id", "listed"])
    .execute();
  return came.filter(({ listed }) => listed).map(({ id }) => ({ id, at }));
}

/**
 * Notes that models who are online without a row of their own are here until then: the rows are lost when the
 * database crashes. A model who is here renews their row in time, and any other row runs out.
 */
export async function restorePresence(tx: Tx, until: Date): Promise<void> {
  await sql`
    insert into catalog.presence (model_id, until)
    select id, ${until} from catalog.model as model
    where online and not exists (select from catalog.presence where model_id = model.id)
    order by id
    on conflict do nothing`.execute(tx);
}

/** Forgets whose presence has run out; answers who of the listed ones is neither here nor on air any more, and until when each was. */
export async function endPresence(tx: Tx, at: Date): Promise<Seen[]> {
  const gone = await sql<{ id: number; at: Date; shown: boolean }>`
    with gone as (delete from catalog.presence where until < ${at} returning model_id, until)
    update catalog.model as model set online = false, last_connection = greatest(model.last_connection, gone.until)
    from gone where model.id = gone.model_id
    returning model.id, model.last_connection as at,
      model.listed and (select status from catalog.stream where model_id = model.id) = 'stopped' as shown`.execute(
    tx,
  );
  return gone.rows.filter(({ shown }) => shown).map(({ id, at: seenAt }) => ({ id, at: seenAt }));
}

/** The listed models who are here or on air. */
export async function presentModels(reader: Reader): Promise<Seen[]> {
  const rows = await reader
    .$extendTables<CatalogTables>()
    .selectFrom("catalog.model as model")
    .innerJoin("catalog.stream as stream", "stream.model_id", "model.id")
    .leftJoin("catalog.presence as presence", "presence.model_id", "model.id")
    .where("model.listed", "=", true)
    .where((row) =>
      row.or([
        row("presence.until", "is not", null),
        row.and([row("stream.status", "<>", "stopped"), row("stream.type", "<>", "promo")]),
      ]),
    )
    .select(["model.id", "model.last_connection as at"])
    .orderBy("model.id")
    .execute();
  return rows.flatMap(({ id, at }) => (at ? [{ id, at }] : []));
}
