import type { Insertable } from "kysely";
import type { Reader, Tx } from "#server/kit/database/database.ts";
import { pageWithTotal } from "#server/kit/database/page-with-total.ts";
import type { CheckName, CheckRow, StaffActionRow, SupportTables } from "./tables.ts";

const read = (reader: Reader) => reader.$extendTables<SupportTables>();
const write = (tx: Tx) => tx.$extendTables<SupportTables>();

export const actionsPerPage = 20;

/** Writes an action down; answers undefined when its key was used before. */
export function insertAction(
  tx: Tx,
  action: Insertable<SupportTables["support.staff_action"]>,
): Promise<StaffActionRow | undefined> {
  return write(tx)
    .insertInto("support.staff_action")
    .values(action)
    .onConflict((conflict) => conflict.column("key").doNothing())
    .returningAll()
    .executeTakeFirst();
}

export function actionOfKey(reader: Reader, key: string): Promise<StaffActionRow | undefined> {
  return read(reader)
    .selectFrom("support.staff_action")
    .selectAll()
    .where("key", "=", key)
    .executeTakeFirst();
}

/** The log, newest first: all of it, or what concerns one target. */
export function actionPage(
  reader: Reader,
  { target, page }: { target: string; page: number },
): Promise<{ rows: StaffActionRow[]; total: number }> {
  return pageWithTotal((page - 1) * actionsPerPage, (offset) =>
    read(reader)
      .selectFrom("support.staff_action")
      .selectAll()
      .select((eb) => eb.fn.countAll<number>().over().as("total"))
      .$if(target !== "", (query) => query.where("target", "=", target))
      .orderBy("id", "desc")
      .limit(actionsPerPage)
      .offset(offset)
      .execute(),
  );
}

/** Stores the latest result of a check, in place of the one before. */
export async function keepCheck(
  tx: Tx,
  check: { name: CheckName; ok: boolean; report: object; at: Date },
): Promise<void> {
  const { name, ok, at } = check;
  const report = JSON.stringify(check.report);
  await write(tx)
    .insertInto("support.check_result")
    .values({ name, ok, report, at })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ ok, report, at }))
    .execute();
}

export function checkResults(reader: Reader): Promise<CheckRow[]> {
  return read(reader).selectFrom("support.check_result").selectAll().execute();
}
