import { sql } from "kysely";
import type { Reader, Tx } from "#server/kit/database/database.ts";
import { prepareRead } from "#server/kit/database/prepare-read.ts";
import type { Rows } from "./rows.ts";

const read = (reader: Reader) => reader.$extendTables<Rows>();
const write = (tx: Tx) => tx.$extendTables<Rows>();

/** A fan's request to be notified when a model goes live. */
export type Alert = { fanId: number; modelId: number };

/** Whether the fan has asked to be notified when the model goes live. */
export async function hasAlert(reader: Reader, { fanId, modelId }: Alert): Promise<boolean> {
  return (await fansWithAlert(reader, modelId, [fanId])).has(fanId);
}

/** Whether anyone has asked to be notified when the model goes live. */
export async function hasAlerts(reader: Reader, modelId: number): Promise<boolean> {
  const row = await read(reader)
    .selectFrom("notifications.go_live_alert")
    .select("fan_id")
    .where("model_id", "=", modelId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The fans among these who have asked to be notified when given models go live, with those models. */
export const alertsAmong = prepareRead(
  (reader, { fanIds, modelIds }: { fanIds: readonly number[]; modelIds: readonly number[] }) =>
    read(reader)
      .selectFrom("notifications.go_live_alert")
      .select(["fan_id as fanId", "model_id as modelId"])
      .where(sql<boolean>`fan_id = any (${fanIds}::bigint[])`)
      .where(sql<boolean>`model_id = any (${modelIds}::bigint[])`),
);

/** The fans among these who have asked to be notified when the model goes live. */
export async function fansWithAlert(
  reader: Reader,
  modelId: number,
  fanIds: readonly number[],
): Promise<Set<number>> {
  const alerts = await alertsAmong(reader, { fanIds, modelIds: [modelId] });
  return new Set(alerts.map(({ fanId }) => fanId));
}

/** Adds an alert; no-op if it exists. */
export async function insertAlert(tx: Tx, { fanId, modelId }: Alert, at: Date): Promise<void> {
  await write(tx)
    .insertInto("notifications.go_live_alert")
    .values({ fan_id: fanId, model_id: modelId, asked_at: at, notified_of: null, reminded_of: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Deletes an alert; returns whether there was one. */
export async function deleteAlert(tx: Tx, { fanId, modelId }: Alert): Promise<boolean> {
  const gone = await write(tx)
    .deleteFrom("notifications.go_live_alert")
    .where("model_id", "=", modelId)
    .where("fan_id", "=", fanId)
    .executeTakeFirst();
  return gone.numDeletedRows > 0n;
}

/**
 * The next fans of a model who have not been notified of this broadcast, by id, marked as notified in the same statement:
 * that it has begun (`notified_of`), or that it is planned (`reminded_of`).
 */
export async function claimUnnotified(
  tx: Tx,
  wanted: { modelId: number; broadcast: Date; afterFan: number; limit: number },
  mark: "notified_of" | "reminded_of" = "notified_of",
): Promise<number[]> {
  const rows = await write(tx)
    .updateTable("notifications.go_live_alert")
    .set({ [mark]: wanted.broadcast })
    .where("model_id", "=", wanted.modelId)
    .where("fan_id", "in", (of) =>
      of
        .selectFrom("notifications.go_live_alert")
        .select("fan_id")
        .where("model_id", "=", wanted.modelId)
        .where("fan_id", ">", wanted.afterFan)
        .where(mark, "is distinct from", wanted.broadcast)
        .orderBy("fan_id")
        .limit(wanted.limit)
        .forUpdate(),
    )
    .returning("fan_id")
    .execute();
  return rows.map(({ fan_id }) => fan_id).sort((one, other) => one - other);
}

/** A fan's alerts, oldest first. */
export function alertsOf(reader: Reader, fanId: number, limit: number) {
  return read(reader)
    .selectFrom("notifications.go_live_alert")
    .select(["model_id", "asked_at"])
    .where("fan_id", "=", fanId)
    .orderBy("asked_at")
    .limit(limit)
    .execute();
}

/** Deletes a user's alerts and the alerts about them. Idempotent. */
export async function deleteAlertsOf(tx: Tx, userId: number): Promise<void> {
  await write(tx)
    .deleteFrom("notifications.go_live_alert")
    .where((alert) => alert.or([alert("fan_id", "=", userId), alert("model_id", "=", userId)]))
    .execute();
}
