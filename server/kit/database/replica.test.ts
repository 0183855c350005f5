import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Replicated, startReplicated } from "#testing/database/standby.ts";
import { manualClock } from "#testing/manual-clock.ts";
import { until } from "#testing/until.ts";
import { type Database, openDatabase, type Reader, readRows } from "./database.ts";
import { silentLog } from "./log.ts";
import { faultOfReplica, replicaReads } from "./replica.ts";

let servers: Replicated;
let db: Database;
let owner: Database;
let standby: Database;

beforeAll(async () => {
  servers = await startReplicated();
  db = openDatabase(servers.primary.url, { log: silentLog, poolMax: 2 });
  owner = openDatabase(servers.primary.ownerUrl, { log: silentLog, poolMax: 1 });
  standby = openDatabase(servers.standbyUrl, { log: silentLog, poolMax: 2 });
  await sql`create table public.line (n int)`.execute(owner);
  await sql`grant select on public.line to fanlight_app`.execute(owner);
});
afterAll(async () => {
  await Promise.all([db?.destroy(), owner?.destroy(), standby?.destroy()]);
  await servers?.remove();
});

const write = (n: number) => sql`insert into public.line values (${n})`.execute(owner);

/** Reads of the line's length, by which database, marked with what the last line was when they were marked. */
function reads() {
  const clock = manualClock("2026-11-25T12:00:00Z");
  let mark = 0;
  const lists = replicaReads({ db, replica: standby, clock, log: silentLog }, async () => mark);
  const seen = async (reader: Reader) => {
    const rows = sql<{ standby: boolean; last: number }>`
      select pg_is_in_recovery() as standby, coalesce(max(n), 0) as last from public.line`;
    const [row] = await readRows(reader, rows);
    if (!row) throw new Error("an aggregate has one row");
    return row;
  };
  return {
    clock,
    lists,
    add: async (n: number) => {
      await write(n);
      mark = n;
    },
    read: async () => {
      const { found, mark: at } = await lists.read(seen);
      return { ...found, mark: at };
    },
    /** Checks until the standby shows all that was marked. */
    caughtUp: () =>
      until(async () => {
        await lists.check();
        const { found, mark: at } = await lists.read(seen);
        return found.standby && at === mark;
      }, "the standby to catch up"),
  };
}

test("a list is searched in the standby, and marked with a moment whose every commit it shows", async () => {
  const { add, read, caughtUp, lists, clock } = reads();
  expect(lists.lagSeconds(), "nothing is known of it yet").toBe(Number.POSITIVE_INFINITY);
  expect(await read()).toMatchObject({ standby: false });

  await add(1);
  await caughtUp();
  expect(await read()).toEqual({ standby: true, last: 1, mark: 1 });

  await servers.pauseReplay(true);
  await add(2);
  clock.advance(1_000);
  await lists.check();
  expect(lists.lagSeconds()).toBe(1);
  expect(await read(), "the older moment, not the last one").toEqual({ standby: true, last: 1, mark: 1 });

  await servers.pauseReplay(false);
  await caughtUp();
  expect(await read()).toEqual({ standby: true, last: 2, mark: 2 });
  lists.stop();
});

test("a standby that is more than five seconds behind is left alone until it has caught up", async () => {
  const { add, read, caughtUp, lists, clock } = reads();
  await caughtUp();
  await servers.pauseReplay(true);
  await add(11);
  for (let second = 0; second < 6; second++) {
    clock.advance(1_000);
    await lists.check();
  }
  expect(await read()).toEqual({ standby: false, last: 11, mark: 11 });
  expect(lists.lagSeconds()).toBe(Number.POSITIVE_INFINITY);
  await servers.pauseReplay(false);
  await caughtUp();
  expect(await read()).toEqual({ standby: true, last: 11, mark: 11 });
  lists.stop();
});

test("while the standby is away the database is searched, and the standby again once it is back", async () => {
  const { add, read, caughtUp, lists } = reads();
  await add(21);
  await caughtUp();
  await servers.stopStandby();
  expect(await read(), "noticed by the search itself").toEqual({ standby: false, last: 21, mark: 21 });
  await add(22);
  await lists.check();
  expect(await read()).toEqual({ standby: false, last: 22, mark: 22 });
  await servers.startStandby();
  await caughtUp();
  expect(await read()).toEqual({ standby: true, last: 22, mark: 22 });
  lists.stop();
});

test("what is wrong with a search is reported by the one that was asked, not hidden by asking elsewhere", async () => {
  const { caughtUp, lists } = reads();
  await caughtUp();
  await expect(lists.read((reader) => readRows(reader, sql`select 1 / 0`))).rejects.toThrow(
    /division by zero/,
  );
  expect(lists.lagSeconds()).toBe(0);
  lists.stop();
});

test("an operator gets an error for a replica that is none, or another database's", async () => {
  expect(await faultOfReplica(db, standby)).toBeNull();
  expect(await faultOfReplica(db, db)).toBe("is no standby: it takes changes of its own");
  const elsewhere = openDatabase(servers.standbyUrl.replace("/fanlight?", "/postgres?"), {
    log: silentLog,
    poolMax: 1,
  });
  try {
    expect(await faultOfReplica(db, elsewhere)).toBe("is a standby of another database than DATABASE_URL");
  } finally {
    await elsewhere.destroy();
  }
});
