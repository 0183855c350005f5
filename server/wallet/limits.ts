import { sql } from "kysely";
import { type Reader, readRows } from "#server/kit/database/database.ts";
import { readBarrier } from "./barrier.ts";
import type { LimitRefusal, Writer } from "./orders.ts";

/** Tokens that may be spent in any 24 hours, 7 days and 30 days; null: as many as there are. */
export type Limits = { day: number | null; week: number | null; month: number | null };

/** The limits that a fan has set for themselves. */
export type SpendLimits = Limits & {
  /** Looser limits that the fan has chosen, and when they begin to hold. */
  pending: (Limits & { from: Date }) | null;
  /** Tokens spent in these spans until now, with what is set aside for a show that runs. */
  spent: { day: number; week: number; month: number };
  /** Nothing is spent and nothing is bought until then. */
  pausedUntil: Date | null;
};

type Row = {
  [Name in "per_day" | "per_week" | "per_month"]: number | null;
} & { [Name in "next_day" | "next_week" | "next_month"]: number | null } & {
  next_from: Date | null;
  paused_until: Date | null;
  day: number;
  week: number;
  month: number;
};

/** The limits that hold now, those that are to come, and what counts against them. */
export async function limits(reader: Reader, fanId: number): Promise<SpendLimits> {
  const [row] = await readRows(
    reader,
    sql<Row>`
      select n.*, s.*, l.next_day, l.next_week, l.next_month, l.next_from
      from wallet.spent_now(${fanId}) as s
      left join wallet.limits_now(${fanId}) as n on true
      left join wallet.spend_limit as l on l.fan_id = ${fanId} and l.next_from > wallet.instant()`,
  );
  if (!row) throw new Error(`nothing is known of the spending of fan ${fanId}`);
  const { per_day, per_week, per_month, next_from, paused_until, day, week, month } = row;
  return {
    ...{ day: per_day, week: per_week, month: per_month },
    pending: next_from && { day: row.next_day, week: row.next_week, month: row.next_month, from: next_from },
    spent: { day, week, month },
    pausedUntil: paused_until,
  };
}

/** Chooses limits: tighter ones hold at once, looser ones after 24 hours. */
export async function setLimits(writer: Writer, fanId: number, { day, week, month }: Limits): Promise<void> {
  await sql`select wallet.set_limits(${fanId}, ${day}, ${week}, ${month})`.execute(writer);
}

/** Stops all spending for some days from now; a pause that runs longer stays as it is. */
export async function pauseSpending(writer: Writer, fanId: number, days: number): Promise<void> {
  await sql`select wallet.pause_spending(${fanId}, ${days})`.execute(writer);
}

/** Every limit and pause that a fan has chosen, oldest first. */
export function limitChanges(reader: Reader, fanId: number) {
  type Change = { at: Date; per_day: number | null; per_week: number | null; per_month: number | null };
  return readRows(
    reader,
    sql<Change & { paused_until: Date | null }>`
      select at, per_day, per_week, per_month, paused_until from wallet.spend_limit_change
      where fan_id = ${fanId} order by id`,
  );
}

/** When a fan's pause ends; null when there is none. */
export async function pausedUntil(reader: Reader, fanId: number): Promise<Date | null> {
  const [row] = await readRows(
    reader,
    sql<{ paused_until: Date | null }>`select paused_until from wallet.limits_now(${fanId})`,
  );
  return row?.paused_until ?? null;
}

/** Why limits would refuse a spending now; null: they let it through. */
export async function limitRefusal(
  reader: Reader,
  fanId: number,
  tokens: number,
): Promise<LimitRefusal | null> {
  const [row] = await readRows(
    reader,
    sql<{ status: string | null }>`select wallet.refusal_of(${fanId}, ${tokens}) as status`,
  );
  return readBarrier(row?.status ?? null);
}

/** How many more tokens limits let through now; null: no limit. */
export async function allowance(reader: Reader, fanId: number): Promise<number | null> {
  const [row] = await readRows(
    reader,
    sql<{ tokens: number | null }>`select wallet.allowance(${fanId}) as tokens`,
  );
  return row?.tokens ?? null;
}
