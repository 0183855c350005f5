import { sql } from "kysely";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { systemClock } from "#server/kit/clock.ts";
import { type Database, openDatabase, poolOf } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { createLogger } from "#server/kit/log.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import { until } from "#testing/until.ts";
import { type Lease, openLease } from "./lease.ts";
import { createOwnership, type Duty, monotonicMs, OwnerAway } from "./ownership.ts";

const database = fileDatabase();
const log = createLogger("silent");

// As a lease that has run out long ago.
beforeEach(async () => {
  await sql`alter table kit.media_owner disable trigger check_media_owner`.execute(database.owner);
  await sql`update kit.media_owner set term = 0, node = null, address = null, lease_until = '-infinity'`.execute(
    database.owner,
  );
  await sql`alter table kit.media_owner enable trigger check_media_owner`.execute(database.owner);
});

function pool(): Database {
  const db = openDatabase(database.url, { log, poolMax: 4 });
  onTestFinished(() => db.destroy());
  return db;
}

function lease() {
  const opened = openLease(poolOf(pool()));
  onTestFinished(() => opened.close());
  return opened;
}

/** A node whose duty only notes its turns. */
function node(name: string, { leaseMs = 2_000, canBegin = true } = {}) {
  const db = pool();
  const turns: string[] = [];
  const opened = openLease(poolOf(db));
  let isCut = false;
  const reached = <T>(call: () => Promise<T>) => (isCut ? Promise.reject(new Error("unreachable")) : call());
  const lease: Lease = {
    read: () => reached(opened.read),
    take: (...of) => reached(() => opened.take(...of)),
    renew: (...of) => reached(() => opened.renew(...of)),
    release: (...of) => reached(() => opened.release(...of)),
    close: opened.close,
  };
  const ownership = createOwnership({
    ...{ lease, clock: systemClock, log, node: name, address: `${name}:1`, leaseMs },
  });
  const duty: Duty = {
    async begin() {
      if (!canBegin) throw new Error("its port is taken");
      turns.push("begins");
    },
    renewed: () => undefined,
    async end() {
      turns.push("ends");
    },
  };
  ownership.start(duty);
  onTestFinished(() => ownership.stop());
  return {
    ...ownership,
    db,
    turns,
    /** As when the network to the database breaks. */
    cut() {
      isCut = true;
    },
  };
}

test("of nodes that ask together one gets the lease; it lasts while it is renewed and is free at once when given back", async () => {
  const [a, b, c] = [lease(), lease(), lease()];
  const taken = await Promise.all([a, b, c].map((each, index) => each.take(`n${index}`, "x:1", 5_000)));
  expect(taken.filter((term) => term !== null)).toEqual([1]);
  expect(await a.renew(1, 5_000)).toBe(true);
  expect(await b.take("other", "y:1", 5_000)).toBe(null);
  await a.release(1);
  expect(await a.renew(1, 5_000), "what was given back").toBe(false);
  expect(await b.take("other", "y:1", 5_000)).toBe(2);
  expect(await a.renew(1, 5_000)).toBe(false);
  expect(await a.read()).toMatchObject({ term: 2, address: "y:1", held: true });
});

test("calls at once share one connection, also after it was lost, and none is opened once the lease is closed", async () => {
  const connections = poolOf(pool());
  const opened = openLease(connections);
  const readThrice = () => Promise.all([opened.read(), opened.read(), opened.read()]);
  await readThrice();
  expect(connections.totalCount).toBe(1);
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where query like '%kit.media_owner%' and pid <> pg_backend_pid() and datname = current_database()`.execute(
    database.owner,
  );
  await until(() => connections.totalCount === 0, "the connection to be lost");
  await readThrice();
  expect(connections.totalCount).toBe(1);
  const last = opened.read();
  opened.close();
  await last.catch(() => undefined);
  await expect(opened.read()).rejects.toThrow("the lease is closed");
  await until(() => connections.totalCount === 0, "the connection to be closed");
});

test.each([
  [
    "renews a lease that has run out",
    sql`update kit.media_owner set lease_until = clock_timestamp() + interval '5 s'`,
  ],
  ["goes back to an earlier term", sql`update kit.media_owner set term = term - 1`],
  ["leaves out a term", sql`update kit.media_owner set term = term + 2`],
  ["changes the owner within a term", sql`update kit.media_owner set node = 'another'`],
  ["changes the secret", sql`update kit.media_owner set secret = 'known'`],
  [
    "leases for hours",
    sql`update kit.media_owner set term = term + 1, lease_until = clock_timestamp() + interval '2 h'`,
  ],
])("the database refuses a node that %s", async (_what, change) => {
  const one = lease();
  await one.take("n", "x:1", 1);
  await until(async () => !(await one.read()).held, "the lease to run out");
  await expect(change.execute(database.db)).rejects.toThrow();
  await expect(sql`insert into kit.media_owner default values`.execute(database.db)).rejects.toMatchObject({
    code: "42501",
  });
});

test("the database refuses who takes a lease that is held", async () => {
  await lease().take("n", "x:1", 10_000);
  const robbed = sql`update kit.media_owner set term = term + 1, node = 'b', address = 'b:1'`;
  await expect(robbed.execute(database.db)).rejects.toThrow(/have an owner/);
});

test("nobody takes over before a transaction of the owner is done, and a later one of the former owner is refused", async () => {
  const former = node("former");
  await until(() => former.ready(), "the first owner");
  let finish = () => {};
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const order: string[] = [];
  const under = inTransaction(former.db, async (tx) => {
    await former.fence(tx);
    order.push("fenced");
    await done;
    order.push("done");
  });
  await until(() => order.length > 0, "the transaction to be fenced");
  await former.stop();
  expect(former.isMine()).toBe(false);
  const next = lease();
  const taken = next.take("next", "y:1", 5_000).then((term) => {
    order.push("taken");
    return term;
  });
  await until(
    async () =>
      (
        await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%media_owner%'`.execute(
          database.owner,
        )
      ).rows.length > 0,
    "the next owner to wait",
  );
  finish();
  await under;
  expect(await taken).toBe(2);
  expect(order).toEqual(["fenced", "done", "taken"]);
  await expect(inTransaction(former.db, (tx) => former.fence(tx))).rejects.toBeInstanceOf(OwnerAway);
});

test("a fenced transaction that hangs with its owner keeps nobody from taking over, and changes nothing", async () => {
  const first = node("first");
  await until(() => first.ready(), "the first owner");
  const { promise: hangs, resolve: wakeUp } = Promise.withResolvers<void>();
  const hung = inTransaction(first.db, async (tx) => {
    await first.fence(tx);
    await hangs;
    await sql`update kit.media_owner set node = 'first, late'`.execute(tx);
  });
  const refused = expect(hung).rejects.toThrow();
  first.cut();
  const second = node("second");
  await until(() => second.ready(), "the second owner", 10_000);
  wakeUp();
  await refused;
  const { rows } = await sql<{ node: string }>`select node from kit.media_owner`.execute(database.owner);
  expect(rows).toEqual([{ node: "second" }]);
});

test("an owner that cannot renew ends before its lease does, and another takes over", async () => {
  const first = node("first");
  await until(() => first.ready(), "the first owner");
  const second = node("second");
  first.cut();
  await until(() => first.turns.includes("ends"), "the first owner to end");
  const endedAt = monotonicMs();
  await until(() => second.ready(), "the second owner", 10_000);
  expect(monotonicMs() - endedAt, "not before the lease had run out").toBeGreaterThan(300);
  expect([first.isMine(), second.turns]).toEqual([false, ["begins"]]);
  expect(first.secret(), "it still knows who may ask it").toBe(second.secret());
});

test("a node that cannot begin gives the lease to another", async () => {
  const broken = node("broken", { canBegin: false });
  await until(async () => (await broken.owner()) !== null || broken.turns.includes("ends"), "a try");
  const sound = node("sound");
  await until(() => sound.ready(), "the sound one to own the media", 10_000);
  expect(broken.isMine()).toBe(false);
});
