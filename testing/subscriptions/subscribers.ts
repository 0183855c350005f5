import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { type Database, readRows } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { agreedElsewhere } from "./subscribe.ts";
import type { SubscriptionFixture } from "./subscription-fixture.ts";

const minuteMs = 60_000;
const monthMs = 30 * 24 * 60 * minuteMs;
let fans = 900_000;

/**
 * Gives a model so many subscribers, whose next charges are a minute apart, the first one `inMs` from now. Answers them in
 * that order; the one who is charged last was stored first.
 */
export async function importSubscribers(
  { subscriptions, clock }: SubscriptionFixture,
  db: Database,
  modelId: number,
  count: number,
  inMs = monthMs / 30,
): Promise<{ fan: number; reference: string }[]> {
  const imported: { fan: number; reference: string }[] = [];
  const first = clock.now().getTime() + inMs - monthMs;
  await inTransaction(db, async (tx) => {
    for (let n = count - 1; n >= 0; n--) {
      const [fan, reference] = [++fans, randomUUID()];
      imported.unshift({ fan, reference });
      await subscriptions.importSubscription(tx, {
        ...{ reference, fanId: fan, modelId, priceCents: 999, gateway: "commercegate", offerId: "pack999" },
        ...{ transactionId: `first ${reference}`, startedAt: new Date(first + n * minuteMs) },
        ...{ canceledAt: null, consent: agreedElsewhere },
      });
    }
  });
  return imported;
}

/** The fans of a model whom a gateway is to charge again, the next charge first. */
export async function renewingFans(db: Database, modelId: number): Promise<number[]> {
  const rows = sql<{ fan: number }>`
    select fan_id as fan from subscriptions.subscription where model_id = ${modelId} and renews and state = 'running'
    order by expire_at, id`;
  return (await readRows(db, rows)).map(({ fan }) => fan);
}

/** Lets the database refuse every change of these fans' subscriptions, until what it answers is called. */
export async function stopEnding(owner: Database, fans: number[]): Promise<() => Promise<void>> {
  await sql`
    create or replace function subscriptions.stop() returns trigger language plpgsql as $$
    begin raise exception 'this one cannot be ended'; end $$`.execute(owner);
  await sql`
    create trigger stop before update on subscriptions.subscription for each row
    when (old.fan_id in (${sql.join(fans.map((fan) => sql.lit(fan)))})) execute function subscriptions.stop()`.execute(
    owner,
  );
  return async () => void (await sql`drop trigger stop on subscriptions.subscription`.execute(owner));
}

/** Whether a transaction of this database waits for another one; `owner` sees those of everybody. */
export async function isOneWaiting(owner: Database): Promise<boolean> {
  const waiting = sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return (await readRows(owner, waiting)).length > 0;
}
