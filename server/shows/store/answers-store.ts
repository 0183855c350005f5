import { sql } from "kysely";
import type { Database, Reader, Tx } from "#server/kit/database/database.ts";
import { deleteInParts } from "#server/kit/database/delete-in-parts.ts";
import type { ShowTables } from "./tables.ts";

/** A fan's answer under a key of theirs; `answer` names the question and all that they agree to. */
export type KeyedAnswer = { fanId: number; key: string; answer: string };

const keptMs = 48 * 60 * 60_000;

/** The meaning of the fan's key: this answer, another one, or none yet. */
export async function answerOfKey(
  reader: Reader,
  { fanId, key, answer }: KeyedAnswer,
): Promise<"same" | "other" | "none"> {
  const kept = await reader
    .$extendTables<ShowTables>()
    .selectFrom("live.show_answer")
    .select("answer")
    .where("fan_id", "=", fanId)
    .where("key", "=", key)
    .executeTakeFirst();
  if (!kept) return "none";
  return kept.answer === answer ? "same" : "other";
}

/** Binds the key to the answer from the commit on; false when it stands for another one. */
export async function keepAnswer(tx: Tx, keyed: KeyedAnswer, at: Date): Promise<boolean> {
  const { fanId: fan_id, key, answer } = keyed;
  await tx
    .$extendTables<ShowTables>()
    .insertInto("live.show_answer")
    .values({ fan_id, key, answer, at })
    .onConflict((conflict) => conflict.columns(["fan_id", "key"]).doNothing())
    .execute();
  return (await answerOfKey(tx, keyed)) === "same";
}

/** Forgets the keys of two days ago, none of which a page sends again. */
export async function trimAnswers(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptMs);
  await deleteInParts(
    db,
    (rows) => sql`
      delete from live.show_answer where (fan_id, key) in (
        select fan_id, key from live.show_answer where at < ${before} limit ${rows})`,
  );
}

/** Forgets what a person answered. */
export async function forgetAnswers(tx: Tx, fanId: number): Promise<void> {
  await tx.$extendTables<ShowTables>().deleteFrom("live.show_answer").where("fan_id", "=", fanId).execute();
}
