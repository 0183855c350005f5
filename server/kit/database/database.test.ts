import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import path from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { fileDatabase } from "#testing/database/test-database.ts";
import { manualClock } from "#testing/manual-clock.ts";
import { until } from "#testing/until.ts";
import { openDatabase, ping, type Reader, readRows } from "./database.ts";
import { silentLog } from "./log.ts";
import { inSlowTransaction, inTransaction, sqlState } from "./transaction.ts";
import { DatabaseUnavailable, isDatabaseUnavailable, whenAvailable } from "./unavailable.ts";

const database = fileDatabase();

test("a bigint arrives as a number, a date as text, and a bigint too large for a number is an error", async () => {
  const { rows } = await sql`
    select 9007199254740991::bigint as large, date '2026-02-28' as day, array[1, 2]::bigint[] as several`.execute(
    database.db,
  );
  expect(rows).toEqual([{ large: 9007199254740991, day: "2026-02-28", several: [1, 2] }]);
  await expect(sql`select 9007199254740993::bigint`.execute(database.db)).rejects.toThrow(/does not fit/);
});

test("a reader runs select and nothing else", async () => {
  expect(await readRows(database.db, sql<{ one: number }>`select 1 as one`)).toEqual([{ one: 1 }]);
  await expect(readRows(database.db, sql`delete from kit.outbox`)).rejects.toThrow(/only select/);
});

test("a module sees the tables it names, and reading gives no means to write", async () => {
  type Tables = { "kit.migration_checksum": { name: string; checksum: string } };
  const reading: Reader = database.db;
  const first = await reading
    .$extendTables<Tables>()
    .selectFrom("kit.migration_checksum")
    .select("name")
    .execute();
  expect(first.map((row) => row.name)).toContain("2010_kit");
  // @ts-expect-error a reader has no insertInto
  expect(reading.$extendTables<Tables>().insertInto).toBeTypeOf("function");
});

test("a transaction that throws leaves nothing behind", async () => {
  const work = inTransaction(database.owner, async (tx) => {
    await sql`create table left_over (id int)`.execute(tx);
    throw new Error("second thoughts");
  });
  await expect(work).rejects.toThrow("second thoughts");
  expect(await readRows(database.owner, sql`select to_regclass('left_over') as it`)).toEqual([{ it: null }]);
});

test("of two transactions that lock each other out, the one given up runs again", async () => {
  await sql`create table pair (id int primary key, touched int not null default 0)`.execute(database.owner);
  await sql`insert into pair values (1), (2)`.execute(database.owner);
  let runs = 0;
  const bothHoldOne = meeting(2);
  const touch = (first: number, second: number) =>
    inTransaction(database.owner, async (tx) => {
      runs++;
      await sql`set local deadlock_timeout = '20ms'`.execute(tx);
      await sql`update pair set touched = touched + 1 where id = ${first}`.execute(tx);
      await bothHoldOne();
      await sql`update pair set touched = touched + 1 where id = ${second}`.execute(tx);
    });
  await Promise.all([touch(1, 2), touch(2, 1)]);
  expect(await readRows(database.owner, sql`select touched from pair`)).toEqual([
    { touched: 2 },
    { touched: 2 },
  ]);
  // The one that runs again may take its row before the one that waits for it has woken, and lock it out once more.
  expect(runs).toBeGreaterThanOrEqual(3);
});

test("an error that is not the server's choice is not retried", async () => {
  let runs = 0;
  const work = inTransaction(database.db, async (tx) => {
    runs++;
    await sql`select 1 / 0`.execute(tx);
  });
  await expect(work).rejects.toThrow(/division by zero/);
  expect(runs).toBe(1);
});

test("a statement that runs too long is cancelled", async () => {
  const db = openDatabase(database.url, { log: silentLog, statementTimeoutMs: 1_000 });
  await expect(sql`select pg_sleep(10)`.execute(db)).rejects.toThrow(/statement timeout/);
  await db.destroy();
});

test("a database that vanishes without a word is an outage after twice the time of a statement, and the next query gets another connection", async () => {
  const wire = await wireTo(database.url);
  const db = openDatabase(wire.url, { log: silentLog, poolMax: 1, statementTimeoutMs: 1_000 });
  await sql`select 1`.execute(db);
  wire.silence();
  await expect(sql`select 1`.execute(db)).rejects.toSatisfy(isDatabaseUnavailable);
  const work = inTransaction(db, async (tx) => {
    await sql`select 1`.execute(tx);
    wire.silence();
    await sql`select 1`.execute(tx);
  });
  await expect(work).rejects.toSatisfy(isDatabaseUnavailable);
  expect(await readRows(db, sql`select 1 as one`)).toEqual([{ one: 1 }]);
  await db.destroy();
  wire.close();
});

test("a transaction that may take longer than any other is waited for", async () => {
  const db = openDatabase(database.url, { log: silentLog, statementTimeoutMs: 500 });
  const slept = inSlowTransaction(db, 20_000, (tx) => sql`select pg_sleep(1.5)`.execute(tx));
  expect((await slept).rows).toHaveLength(1);
  await db.destroy();
});

test("a connection that is lost while it is held ends no process, and what is asked of it then is an outage", async () => {
  const lost: unknown[] = [];
  const db = openDatabase(database.url, {
    log: { ...silentLog, warn: (fields) => void lost.push(fields) },
    applicationName: "to be cut",
  });
  const cut = () =>
    sql`
    select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'to be cut'`.execute(
      database.db,
    );
  await db.connection().execute(async (held) => {
    await sql`select 1`.execute(held);
    await cut();
    await until(() => lost.length === 1, "the loss to be noticed");
    await expect(sql`select 1`.execute(held)).rejects.toSatisfy(isDatabaseUnavailable);
  });
  const inFlight = sql`select pg_sleep(60)`.execute(db).catch((error: unknown) => error);
  await until(async () => (await sleeping()) === 1, "the query to be at work");
  await cut();
  expect(await inFlight).toSatisfy(isDatabaseUnavailable);
  const work = inTransaction(db, async (tx) => {
    await sql`select 1`.execute(tx);
    await cut();
    await sql`select 1`.execute(tx);
  });
  await expect(work).rejects.toSatisfy(isDatabaseUnavailable);
  expect(await readRows(db, sql`select 1 as one`)).toEqual([{ one: 1 }]);
  await db.destroy();
});

test("connections cut at any moment, also while they are being handed out, cost their queries an outage at most", async () => {
  const db = openDatabase(database.url, { log: silentLog, applicationName: "at random", poolMax: 8 });
  let over = false;
  const failures: unknown[] = [];
  const work = async () => {
    while (!over)
      await inTransaction(db, (tx) => sql`select pg_sleep(random() * 0.002)`.execute(tx)).catch((error) =>
        failures.push(error),
      );
  };
  const workers = Promise.all(Array.from({ length: 12 }, work));
  for (let round = 0; round < 300; round++)
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'at random' order by random() limit 3`.execute(database.db);
  over = true;
  await workers;
  expect(failures.length).toBeGreaterThan(0);
  expect(failures.filter((error) => !isDatabaseUnavailable(error))).toEqual([]);
  await db.destroy();
});

test("a database that is nowhere is an outage, a wrong statement and a wrong name are not", async () => {
  const nowhere = openDatabase("postgres://nobody@/none?host=/nowhere", { log: silentLog });
  await expect(sql`select 1`.execute(nowhere)).rejects.toSatisfy(isDatabaseUnavailable);
  await nowhere.destroy();
  const wrong = await sql`select nonsense`.execute(database.db).catch((error: unknown) => error);
  expect([isDatabaseUnavailable(wrong), sqlState(wrong)]).toEqual([false, "42703"]);
});

test("what nobody repeats is done again until the database is back", async () => {
  const clock = manualClock();
  let tries = 0;
  const done = whenAvailable(clock, async () => {
    if (++tries < 3) throw new DatabaseUnavailable(new Error("away"));
    return tries;
  });
  await until(() => {
    clock.advance(1_000);
    return tries === 3;
  });
  expect(await done).toBe(3);
  const wrong = whenAvailable(clock, () => Promise.reject(new Error("a bug")));
  await expect(wrong).rejects.toThrow("a bug");
});

test("ping distinguishes a database that answers from one that does not", async () => {
  expect(await ping(database.db)).toBe(true);
  const nowhere = openDatabase("postgres://nobody@/none?host=/nowhere", { log: silentLog });
  expect(await ping(nowhere)).toBe(false);
  await nowhere.destroy();
});

async function sleeping(): Promise<number> {
  const asleep = sql`select from pg_stat_activity where application_name = 'to be cut' and query like '%pg_sleep%'`;
  return (await readRows(database.db, asleep)).length;
}

/** A function that waits until it has been called `count` times; later calls pass at once. */
function meeting(count: number): () => Promise<void> {
  let arrived = 0;
  let open = () => {};
  const complete = new Promise<void>((resolve) => {
    open = resolve;
  });
  return () => {
    if (++arrived >= count) open();
    return complete;
  };
}

/** A network between us and the database; `silence` swallows whatever is said on the connections that there are. */
async function wireTo(url: string) {
  const [, user = "", name = "", folder = ""] = /^postgres:\/\/(.*?)@\/(.*?)\?host=(.*)$/.exec(url) ?? [];
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(path.join(decodeURIComponent(folder), ".s.PGSQL.5432"));
    near.pipe(far).pipe(near);
    for (const end of [near, far]) {
      open.add(end);
      end.on("error", () => undefined);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `postgres://${user}@127.0.0.1:${(server.address() as AddressInfo).port}/${name}`,
    silence() {
      for (const end of open) end.unpipe().resume();
    },
    close() {
      server.close();
      for (const end of open) end.destroy();
    },
  };
}
