import { type Selectable, sql } from "kysely";
import type { NotificationSubject } from "#contract/notifications.ts";
import { type Reader, readRows, type Tx } from "#server/kit/database/database.ts";
import type { Rows } from "./rows.ts";

export type SettingsRow = Selectable<Rows["notifications.settings"]>;

const read = (reader: Reader) => reader.$extendTables<Rows>();
const write = (tx: Tx) => tx.$extendTables<Rows>();

const defaults = {
  muted: [],
  quiet_from: null,
  quiet_to: null,
  time_zone: "UTC",
  digest: false,
  digest_at: null,
  discreet: false,
} satisfies Omit<SettingsRow, "fan_id">;

/** How a fan wants to be notified. */
export async function settingsOf(reader: Reader, fanId: number): Promise<SettingsRow> {
  const row = await read(reader)
    .selectFrom("notifications.settings")
    .selectAll()
    .where("fan_id", "=", fanId)
    .executeTakeFirst();
  return row ?? { fan_id: fanId, ...defaults };
}

export type SettingsChange = Partial<Omit<SettingsRow, "fan_id" | "digest_at">>;

/** Changes what is given of a fan's settings; the rest stays. */
export async function saveSettings(tx: Tx, fanId: number, change: SettingsChange): Promise<void> {
  const stored = {
    ...change,
    ...(change.muted ? { muted: sql<NotificationSubject[]>`${change.muted}::text[]` } : {}),
  };
  await write(tx)
    .insertInto("notifications.settings")
    .values({ fan_id: fanId, ...stored })
    .onConflict((conflict) => conflict.column("fan_id").doUpdateSet({ fan_id: fanId, ...stored }))
    .execute();
}

/** Turns a subject off for a fan; harmless when it is. */
export async function muteSubject(tx: Tx, fanId: number, subject: NotificationSubject): Promise<void> {
  await sql`
    insert into notifications.settings (fan_id, muted) values (${fanId}, array[${subject}::text])
    on conflict (fan_id) do update set muted = array(
      select distinct unnest(settings.muted || excluded.muted) order by 1)`.execute(tx);
}

/** Mutes a model for a fan, or unmutes them; harmless when they are not muted. */
export async function setMutedModel(
  tx: Tx,
  { fanId, modelId, muted }: { fanId: number; modelId: number; muted: boolean },
  at: Date,
): Promise<void> {
  if (muted)
    await write(tx)
      .insertInto("notifications.muted_model")
      .values({ fan_id: fanId, model_id: modelId, muted_at: at })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  else
    await write(tx)
      .deleteFrom("notifications.muted_model")
      .where("fan_id", "=", fanId)
      .where("model_id", "=", modelId)
      .execute();
}

/** The models that a fan has muted, the latest first. */
export async function mutedModels(reader: Reader, fanId: number, max: number): Promise<number[]> {
  const rows = await read(reader)
    .selectFrom("notifications.muted_model")
    .select("model_id")
    .where("fan_id", "=", fanId)
    .orderBy("muted_at", "desc")
    .limit(max)
    .execute();
  return rows.map(({ model_id }) => model_id);
}

/** The fans among these who want no pushes and mails about a subject, or about a model. */
export async function fansWhoMuted(
  reader: Reader,
  fans: readonly number[],
  about: { subject: NotificationSubject | null; modelId: number | null },
): Promise<Set<number>> {
  const rows = await readRows(
    reader,
    sql<{ fan_id: number }>`
      select fan_id from notifications.settings
      where fan_id = any (${fans}::bigint[]) and ${about.subject}::text = any (muted)
      union
      select fan_id from notifications.muted_model
      where fan_id = any (${fans}::bigint[]) and model_id = ${about.modelId}::bigint`,
  );
  return new Set(rows.map(({ fan_id }) => fan_id));
}

/** Fans with a daily mail who had none since an instant, in the order of their numbers. */
export function fansWithDigest(
  reader: Reader,
  { afterFan, since, limit }: { afterFan: number; since: Date; limit: number },
): Promise<SettingsRow[]> {
  return read(reader)
    .selectFrom("notifications.settings")
    .selectAll()
    .where("digest", "=", true)
    .where("fan_id", ">", afterFan)
    .where((is) => is.or([is("digest_at", "is", null), is("digest_at", "<", since)]))
    .orderBy("fan_id")
    .limit(limit)
    .execute();
}

/** Notes that a fan's daily mail is settled; false when somebody has done so since `before`. */
export async function claimDigest(tx: Tx, fanId: number, before: Date | null, at: Date): Promise<boolean> {
  const row = await write(tx)
    .updateTable("notifications.settings")
    .set({ digest_at: at })
    .where("fan_id", "=", fanId)
    .where("digest", "=", true)
    .where(sql<boolean>`digest_at is not distinct from ${before}::timestamptz`)
    .returning("fan_id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes a user's settings and what others have muted of them. Idempotent. */
export async function deleteSettingsOf(tx: Tx, userId: number): Promise<void> {
  await write(tx).deleteFrom("notifications.settings").where("fan_id", "=", userId).execute();
  await write(tx)
    .deleteFrom("notifications.muted_model")
    .where((muted) => muted.or([muted("fan_id", "=", userId), muted("model_id", "=", userId)]))
    .execute();
}
