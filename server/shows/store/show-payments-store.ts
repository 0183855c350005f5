import type { Reader } from "#server/kit/database/database.ts";
import type { ShowTables } from "./tables.ts";

const read = (reader: Reader) => reader.$extendTables<ShowTables>();

/** Tokens that fans have paid for shows of a model which went on at some time since an instant. */
export async function earnedByShowsSince(reader: Reader, modelId: number, since: Date): Promise<number> {
  const row = await read(reader)
    .selectFrom("live.participant")
    .select((eb) => eb.fn.sum<string | null>("spent").as("tokens"))
    .where("model_id", "=", modelId)
    .where((eb) => eb.or([eb("ended_at", "is", null), eb("ended_at", ">=", since)]))
    .executeTakeFirstOrThrow();
  return Number(row.tokens ?? 0);
}

/** The holds of those who paid for shows of a model which went on at some time since an instant. */
export async function showHoldsSince(reader: Reader, modelId: number, since: Date): Promise<number[]> {
  const rows = await read(reader)
    .selectFrom("live.participant")
    .select("hold_id")
    .where("model_id", "=", modelId)
    .where("hold_id", "is not", null)
    .where((eb) => eb.or([eb("ended_at", "is", null), eb("ended_at", ">=", since)]))
    .execute();
  return rows.flatMap(({ hold_id }) => hold_id ?? []);
}

/** Tokens that those have paid who spied on a show and left. */
export async function paidByGoneSpies(reader: Reader, sessionId: number): Promise<number> {
  const row = await read(reader)
    .selectFrom("live.participant")
    .select((eb) => eb.fn.sum<string | null>("spent").as("tokens"))
    .where("session_id", "=", sessionId)
    .where("role", "=", "spy")
    .where("ended_at", "is not", null)
    .executeTakeFirstOrThrow();
  return Number(row.tokens ?? 0);
}

/** The holds among these that belong to spies, of whom a model learns how many and how much, and never who. */
export async function holdsOfSpies(reader: Reader, holdIds: readonly number[]): Promise<number[]> {
  if (holdIds.length === 0) return [];
  const rows = await read(reader)
    .selectFrom("live.participant")
    .select("hold_id")
    .where("hold_id", "in", [...holdIds])
    .where("role", "=", "spy")
    .execute();
  return rows.flatMap(({ hold_id }) => hold_id ?? []);
}

/** The participants whose tokens are set aside by these holds, by the hold. */
export async function participantsOfHolds(
  reader: Reader,
  holdIds: readonly number[],
): Promise<Map<number, number>> {
  if (holdIds.length === 0) return new Map();
  const rows = await read(reader)
    .selectFrom("live.participant")
    .select(["id", "hold_id"])
    .where("hold_id", "in", [...holdIds])
    .execute();
  return new Map(rows.flatMap(({ id, hold_id }) => (hold_id === null ? [] : [[hold_id, id]])));
}

/** The holds of all shows with a model, by whomever they were paid for. */
export async function holdsWithModel(reader: Reader, modelId: number): Promise<number[]> {
  const rows = await read(reader)
    .selectFrom("live.participant")
    .select("hold_id")
    .where("model_id", "=", modelId)
    .where("hold_id", "is not", null)
    .$narrowType<{ hold_id: number }>()
    .execute();
  return rows.map(({ hold_id }) => hold_id);
}

export type ShowOfHold = { id: number; mode: "private" | "vip"; startedAt: Date; endedAt: Date | null };

/** The shows that these holds were set aside for, by the hold. */
export async function showsOfHolds(
  reader: Reader,
  holdIds: readonly number[],
): Promise<Map<number, ShowOfHold>> {
  if (holdIds.length === 0) return new Map();
  const rows = await read(reader)
    .selectFrom("live.participant as participant")
    .innerJoin("live.session as session", "session.id", "participant.session_id")
    .select(["participant.hold_id", "session.id", "session.mode", "session.started_at", "session.ended_at"])
    .where("participant.hold_id", "in", [...holdIds])
    .execute();
  return new Map(
    rows.flatMap(({ hold_id, id, mode, started_at, ended_at }) =>
      hold_id !== null && (mode === "private" || mode === "vip")
        ? [[hold_id, { id, mode, startedAt: started_at, endedAt: ended_at }]]
        : [],
    ),
  );
}
