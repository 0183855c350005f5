import { sql } from "kysely";
import { type Database, poolOf, type Tx } from "#server/kit/database/database.ts";
import { afterCommit } from "#server/kit/database/transaction.ts";

const wakeUp = "notify kit_outbox";

/** For each database, whether a further wake-up is due when the one under way has been sent. */
const underWay = new WeakMap<Database, { again: boolean }>();

/**
 * Wakes the relay, in whichever process it is, once the transaction has committed. The wake-up is sent after the commit
 * and not within it: PostgreSQL commits transactions that notify one after the other, so that each tip would wait for
 * the disk alone. At most one is under way at a time; should it be lost, the relay looks by itself every second.
 */
export async function wakeAfterCommit(tx: Tx): Promise<void> {
  const isOurs = afterCommit(tx, wake);
  if (!isOurs) await sql.raw(wakeUp).execute(tx);
}

function wake(db: Database): void {
  const current = underWay.get(db);
  if (current) {
    current.again = true;
    return;
  }
  const state = { again: false };
  underWay.set(db, state);
  const finish = () => {
    underWay.delete(db);
    if (state.again) wake(db);
  };
  poolOf(db).query(wakeUp).then(finish, finish);
}
