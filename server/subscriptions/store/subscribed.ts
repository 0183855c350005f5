import { sql } from "kysely";
import { type Reader, readRows } from "#server/kit/database/database.ts";
import { prepareRead } from "#server/kit/database/prepare-read.ts";
import { readSubscriptions } from "./tables.ts";

/** Subscriptions whose paid time runs at `now`. */
function running(reader: Reader, now: Date) {
  return readSubscriptions(reader)
    .selectFrom("subscriptions.subscription")
    .where("state", "=", sql.lit("running"))
    .where("expire_at", ">", now);
}

/** The models among these to whom the fan is subscribed at `now`. */
export async function subscribedModels(
  reader: Reader,
  fanId: number,
  modelIds: readonly number[],
  now: Date,
): Promise<Set<number>> {
  if (modelIds.length === 0) return new Set();
  const rows = await runningAmong(reader, { fanId, modelIds, now });
  return new Set(rows.map(({ model_id }) => model_id));
}

const runningAmong = prepareRead(
  (reader, { fanId, modelIds, now }: { fanId: number; modelIds: readonly number[]; now: Date }) =>
    running(reader, now)
      .select("model_id")
      .where("fan_id", "=", fanId)
      .where(sql<boolean>`model_id = any (${modelIds}::bigint[])`),
);

/** The pairs of these fans and models with a subscription at `now`, in one query. */
export async function subscribedPairs(
  reader: Reader,
  { fanIds, modelIds }: { fanIds: readonly number[]; modelIds: readonly number[] },
  now: Date,
): Promise<Map<number, Set<number>>> {
  const pairs = new Map<number, Set<number>>(fanIds.map((fan) => [fan, new Set()]));
  if (fanIds.length === 0 || modelIds.length === 0) return pairs;
  const rows = await readRows(
    reader,
    running(reader, now)
      .select(["fan_id", "model_id"])
      .where(sql<boolean>`fan_id = any (${fanIds}::bigint[]) and model_id = any (${modelIds}::bigint[])`),
  );
  for (const { fan_id, model_id } of rows) pairs.get(fan_id)?.add(model_id);
  return pairs;
}

/** Every model that the fan is subscribed to at `now`. */
export async function modelsOfFan(reader: Reader, fanId: number, now: Date): Promise<number[]> {
  return (await runningOfFan(reader, { fanId, now })).map(({ model_id }) => model_id);
}

const runningOfFan = prepareRead((reader, { fanId, now }: { fanId: number; now: Date }) =>
  running(reader, now).select("model_id").distinct().where("fan_id", "=", fanId),
);

/** How many fans are subscribed to the model at `now`. */
export async function countSubscribers(reader: Reader, modelId: number, now: Date): Promise<number> {
  const row = await running(reader, now)
    .select((eb) => eb.fn.count<number>("fan_id").distinct().as("fans"))
    .where("model_id", "=", modelId)
    .executeTakeFirstOrThrow();
  return Number(row.fans);
}

/** The fans who are subscribed to the model at `now`, the latest first, so many at most. */
export async function fansOfModel(
  reader: Reader,
  modelId: number,
  now: Date,
  fansMax: number,
): Promise<number[]> {
  const rows = await running(reader, now)
    .select((eb) => ["fan_id", eb.fn.max("id").as("latest")])
    .where("model_id", "=", modelId)
    .groupBy("fan_id")
    .orderBy("latest", "desc")
    .limit(fansMax)
    .execute();
  return rows.map(({ fan_id }) => fan_id);
}
