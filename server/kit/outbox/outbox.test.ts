import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { type Clock, systemClock } from "#server/kit/clock.ts";
import { openDatabase } from "#server/kit/database/database.ts";
import { silentLog } from "#server/kit/database/log.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { DatabaseUnavailable, isDatabaseUnavailable } from "#server/kit/database/unavailable.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import { manualClock } from "#testing/manual-clock.ts";
import { until } from "#testing/until.ts";
import { oldestWaitingSeconds } from "./outbox-store.ts";
import { createPublisher, type EventOf } from "./outbox.ts";
import { createRelay, type EventHandlers, type Relay, type RelayHandlers } from "./relay.ts";

type TestEvents = {
  happened: { n?: number; name?: string; undone?: boolean; text?: string };
  poison: object;
};
type NextEvents = TestEvents & { of_the_next_version: object };
const { publishEvent, publishEvents } = createPublisher<TestEvents>();

const database = fileDatabase();
const relays: Relay[] = [];
const ignoreAll: EventHandlers<TestEvents> = { happened: () => {}, poison: () => {} };

afterEach(async () => {
  for (const relay of relays.splice(0)) await relay.stop();
  await sql`delete from kit.outbox`.execute(database.db);
});

test("an event reaches its handler by its commit, without waiting for the clock, and not before", async () => {
  const seen: unknown[] = [];
  const relay = idle({ happened: (payload) => void seen.push(payload) }, manualClock());
  relay.start();
  await publish({ kind: "happened", payload: {} });
  await until(() => seen.length === 1, "the relay to be awake");
  await inTransaction(database.db, async (tx) => {
    await publishEvent(tx, "happened", {});
    await sql`select pg_sleep(0.05)`.execute(tx);
    expect(seen).toHaveLength(1);
  });
  await until(() => seen.length === 2);
});

test("a event from a transaction begun in another way wakes the relay as well", async () => {
  const seen: unknown[] = [];
  const relay = idle({ happened: (payload) => void seen.push(payload) }, manualClock());
  relay.start();
  await publish({ kind: "happened", payload: { n: 1 } });
  await until(() => seen.length === 1);
  await database.db.transaction().execute((tx) => publishEvent(tx, "happened", { n: 2 }));
  await until(() => seen.length === 2);
});

test("hundreds of events at once are all delivered without waiting for the clock", async () => {
  const seen = new Set<unknown>();
  const relay = idle({ happened: (_payload, { id }) => void seen.add(id) }, manualClock());
  relay.start();
  await Promise.all(Array.from({ length: 300 }, () => publish({ kind: "happened", payload: {} })));
  await until(() => seen.size === 300);
});

test("an event of a transaction that was rolled back is never delivered", async () => {
  const seen: unknown[] = [];
  const relay = idle({ happened: (payload) => void seen.push(payload) });
  const undone = inTransaction(database.db, async (tx) => {
    await publishEvent(tx, "happened", { undone: true });
    throw new Error("no");
  });
  await expect(undone).rejects.toThrow("no");
  await publish({ kind: "happened", payload: { undone: false } });
  await relay.drain();
  expect(seen).toEqual([{ undone: false }]);
});

test("events of one stream arrive in order although one of them needs several attempts; other streams do not wait", async () => {
  const clock = manualClock();
  const seen: string[] = [];
  let failures = 2;
  const handler: EventHandlers<TestEvents>["happened"] = ({ name = "" }) => {
    if (name === "a2" && failures-- > 0) throw new Error("not yet");
    seen.push(name);
  };
  const relay = idle({ happened: handler }, clock);
  for (const name of ["a1", "a2", "a3"]) await publish({ kind: "happened", stream: "a", payload: { name } });
  await publish({ kind: "happened", stream: "b", payload: { name: "b1" } });
  await relay.drain();
  expect(seen.toSorted()).toEqual(["a1", "b1"]);
  clock.advance(60);
  await relay.drain();
  expect(seen).not.toContain("a3");
  clock.advance(150);
  await relay.drain();
  expect(seen.filter((name) => name.startsWith("a"))).toEqual(["a1", "a2", "a3"]);
  expect(relay.totals()).toEqual({ delivered: 4, failed: 2, dead: 0 });
});

test("events that are handled together come side by side in their order; one that fails holds up those behind it alone", async () => {
  const clock = manualClock();
  const calls: string[][] = [];
  let failures = 2;
  const together = (payloads: readonly TestEvents["happened"][]) => {
    const names = payloads.map(({ name = "" }) => name);
    calls.push(names);
    if (names.includes("a2") && failures-- > 0) throw new Error("not yet");
  };
  const relay = idle({ happened: { together } }, clock);
  for (const name of ["a1", "a2", "a3"]) await publish({ kind: "happened", stream: "a", payload: { name } });
  await publish({ kind: "poison", stream: "a", payload: {} });
  await publish({ kind: "happened", stream: "a", payload: { name: "a4" } });
  await relay.drain();
  expect(calls.splice(0)).toEqual([["a1", "a2", "a3"], ["a1"], ["a2"]]);
  clock.advance(60);
  await relay.drain();
  expect(calls).toEqual([["a2", "a3"], ["a4"]]);
  expect(relay.totals()).toEqual({ delivered: 5, failed: 1, dead: 0 });
});

test("a commit of another process wakes the relay, too", async () => {
  const seen: unknown[] = [];
  const relay = idle({ happened: (payload) => void seen.push(payload) }, manualClock());
  relay.start();
  await publish({ kind: "happened", payload: { n: 1 } });
  await until(() => seen.length === 1);
  const elsewhere = openDatabase(database.url, { log: silentLog, poolMax: 1 });
  await inTransaction(elsewhere, (tx) => publishEvent(tx, "happened", { n: 2 }));
  await until(() => seen.length === 2);
  await elsewhere.destroy();
});

test("an event that fails eight times is set aside and its stream continues", async () => {
  const clock = manualClock();
  const seen: string[] = [];
  let attempts = 0;
  const relay = idle(
    {
      poison: () => {
        attempts++;
        throw new Error("indigestible");
      },
      happened: () => void seen.push("after"),
    },
    clock,
  );
  await publish({ kind: "poison", stream: "a", payload: {} });
  await publish({ kind: "happened", stream: "a", payload: {} });
  for (let round = 0; round < 12; round++) {
    await relay.drain();
    clock.advance(60_000);
  }
  expect(attempts).toBe(8);
  expect(seen).toEqual(["after"]);
  expect(relay.totals()).toEqual({ delivered: 1, failed: 7, dead: 1 });
  const { rows } = await sql`
    select delivered_at is null as waits, dead_at is not null as dead from kit.outbox order by id`.execute(
    database.db,
  );
  expect(rows).toEqual([
    { waits: true, dead: true },
    { waits: false, dead: false },
  ]);
  expect(await oldestWaitingSeconds(database.db, clock.now())).toBe(0);
});

test("how long the oldest event has waited is reported while nobody delivers it, and 0 once it is", async () => {
  expect(await oldestWaitingSeconds(database.db, new Date())).toBe(0);
  await publish({ kind: "happened", payload: { n: 1 } });
  await sql`update kit.outbox set created_at = now() - interval '90 s'`.execute(database.db);
  await publish({ kind: "happened", payload: { n: 2 } });
  expect(await oldestWaitingSeconds(database.db, new Date())).toBeCloseTo(90, -1);
  await idle(ignoreAll, systemClock).drain();
  expect(await oldestWaitingSeconds(database.db, new Date())).toBe(0);
});

test("an event of a kind that this version of the product does not know is set aside", async () => {
  const clock = manualClock();
  const relay = idle({}, clock);
  await publishNext("a");
  for (let round = 0; round < 12; round++) {
    await relay.drain();
    clock.advance(60_000);
  }
  expect(relay.totals()).toEqual({ delivered: 0, failed: 7, dead: 1 });
});

test("an event that the leader's version does not know is delivered at once by a process of the newer one", async () => {
  const seen: string[] = [];
  const older = started({ happened: () => void seen.push("older") });
  await publish({ kind: "happened", payload: {} });
  await until(() => seen.length === 1);
  const newer = startedNewer(seen);
  await publishNext("a");
  await publish({ kind: "happened", stream: "a", payload: {} });
  await until(() => seen.length === 3);
  expect(seen).toEqual(["older", "newer alone", "newer"]);
  expect([older.totals().dead, newer.totals().dead]).toEqual([0, 0]);
});

test("an event that no running version knows is set aside and holds up nothing for ten minutes, until a newer version may run", async () => {
  const seen: unknown[] = [];
  const clock = manualClock();
  // The relay leads until it leaves of its own accord, though its clock stands still between what this test does.
  const relay = idle({ happened: (payload) => void seen.push(payload) }, clock, 60_000);
  relay.start();
  await publishNext("a");
  await publish({ kind: "happened", stream: "a", payload: { n: 1 } });
  await until(() => {
    clock.advance(2_000);
    return relay.totals().delivered === 1;
  });
  expect(seen).toEqual([{ n: 1 }]);
  expect(relay.totals()).toEqual({ delivered: 1, failed: 7, dead: 1 });
  // The next of its kind leaves the lead where it is: what comes after it waits for no timer.
  await publishNext("b");
  await until(() => relay.totals().failed === 8);
  await publish({ kind: "happened", payload: { n: 2 } });
  await until(() => seen.length === 2);

  startedNewer(seen);
  clock.advance(600_000);
  await publishNext("c");
  await until(() => seen.at(-1) === "newer alone");
});

test("a relay that dies between consuming and noting it delivers the event again, with the same id", async () => {
  const ids: number[] = [];
  const doomedDb = openDatabase(database.url, { log: silentLog });
  const doomed = createRelay<TestEvents>({
    db: doomedDb,
    handlers: {
      ...ignoreAll,
      happened: async (_payload, { id }) => {
        ids.push(id);
        await doomedDb.destroy();
      },
    },
    clock: systemClock,
    log: silentLog,
  });
  await publish({ kind: "happened", payload: {} });
  await expect(doomed.drain()).rejects.toThrow();
  await idle({ happened: (_payload, { id }) => void ids.push(id) }).drain();
  expect(ids).toHaveLength(2);
  expect(ids[1]).toBe(ids[0]);
});

test("of two relays one works, and when it stops the other takes over", async () => {
  const seen: string[] = [];
  const first = started({ happened: () => void seen.push("first") });
  await publish({ kind: "happened", payload: {} });
  await until(() => seen.length === 1);
  started({ happened: () => void seen.push("second") });
  await publish({ kind: "happened", payload: {} });
  await until(() => seen.length === 2);
  expect(seen).toEqual(["first", "first"]);
  await first.stop();
  await publish({ kind: "happened", payload: {} });
  await until(() => seen.length === 3);
  expect(seen[2]).toBe("second");
});

test("a leader that hangs is cut off, and the other takes over; once it goes on it stands in again", async () => {
  const seen: string[] = [];
  const stopped = manualClock();
  const relay = (name: string, clock: Clock) => {
    const handlers = { ...ignoreAll, happened: () => void seen.push(name) };
    const made = createRelay({ db: database.db, handlers, clock, log: silentLog, silenceMs: 400 });
    relays.push(made);
    made.start();
    return made;
  };
  // The timers of this relay stand still, as those of a process that hangs.
  relay("hanging", stopped);
  await publish({ kind: "happened", payload: {} });
  await until(() => seen.length === 1);
  relay("other", systemClock);
  await until(async () => {
    await publish({ kind: "happened", payload: {} });
    return seen.includes("other");
  });
  const before = seen.filter((name) => name === "hanging").length;
  stopped.advance(2_000);
  await publish({ kind: "happened", payload: {} });
  await until(() => seen.at(-1) === "other" && seen.length > before + 1);
  expect(seen.filter((name) => name === "hanging")).toHaveLength(before);
});

test("a relay whose connection is cut by the server reconnects on its own", async () => {
  const seen: unknown[] = [];
  started({ happened: (payload) => void seen.push(payload) });
  await publish({ kind: "happened", payload: {} });
  await until(() => seen.length === 1);
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where query = 'listen kit_outbox' and datname = current_database()`.execute(database.db);
  await publish({ kind: "happened", payload: {} });
  await until(() => seen.length === 2);
});

test("an outage within a handler is no failed try, and nothing is lost", async () => {
  const seen: unknown[] = [];
  let outages = 12;
  const relay = idle({
    happened: (payload) => {
      if (outages-- > 0) throw new DatabaseUnavailable(new Error("away"));
      seen.push(payload);
    },
  });
  await publish({ kind: "happened", payload: {} });
  for (let pass = 0; pass < 12; pass++) await expect(relay.drain()).rejects.toSatisfy(isDatabaseUnavailable);
  await relay.drain();
  expect(seen).toHaveLength(1);
  expect(relay.totals()).toEqual({ delivered: 1, failed: 0, dead: 0 });
});

test("events delivered more than a day ago are deleted, younger ones and dead ones stay", async () => {
  const clock = manualClock();
  const relay = createRelay({ db: database.db, handlers: ignoreAll, clock, log: silentLog });
  relays.push(relay);
  relay.start();
  await publish({ kind: "happened", payload: {} });
  await relay.drain();
  await until(async () => (await rows()) === 1);
  clock.advance(23 * 3_600_000);
  expect(await rows()).toBe(1);
  await until(async () => {
    clock.advance(600_000);
    return (await rows()) === 0;
  });
});

test("each turn deletes all that is old enough, also what is too much for one statement", async () => {
  const clock = manualClock();
  const relay = idle(ignoreAll, clock);
  relay.start();
  await publish({ kind: "happened", payload: {} });
  await until(async () => relay.totals().delivered === 1, "the relay to lead");
  const old = new Date(clock.now().getTime() - 25 * 3_600_000);
  await sql`
    insert into kit.outbox (stream, kind, payload, delivered_at)
    select 'old', 'happened', '{}', ${old} from generate_series(1, 20001)`.execute(database.db);
  clock.advance(600_000);
  await until(async () => (await rows()) === 1, "all but the younger one to be deleted");
});

test("a payload that is not small is refused before it is written", async () => {
  await expect(publish({ kind: "happened", payload: { text: "x".repeat(70_000) } })).rejects.toThrow(
    /too large/,
  );
});

function publish(event: EventOf<TestEvents>): Promise<void> {
  return inTransaction(database.db, (tx) => publishEvents(tx, [event]));
}

/** Publishes what only a newer version has a handler for. */
function publishNext(stream: string): Promise<void> {
  return inTransaction(database.db, (tx) =>
    createPublisher<NextEvents>().publishEvent(tx, "of_the_next_version", {}, stream),
  );
}

function idle(handlers: Partial<RelayHandlers<TestEvents>>, clock = systemClock, silenceMs?: number): Relay {
  const relay = createRelay({
    db: database.db,
    handlers: { ...ignoreAll, ...handlers },
    clock,
    log: silentLog,
    ...(silenceMs !== undefined && { silenceMs }),
  });
  relays.push(relay);
  return relay;
}

function started(handlers: Partial<EventHandlers<TestEvents>>): Relay {
  const relay = idle(handlers);
  relay.start();
  return relay;
}

/** A process of the next version, which says what it is given. */
function startedNewer(seen: unknown[]): Relay {
  const relay = createRelay<NextEvents>({
    db: database.db,
    handlers: {
      happened: () => void seen.push("newer"),
      poison: () => {},
      of_the_next_version: () => void seen.push("newer alone"),
    },
    clock: systemClock,
    log: silentLog,
  });
  relays.push(relay);
  relay.start();
  return relay;
}

async function rows(): Promise<number> {
  const { rows: found } = await sql<{ n: number }>`select count(*) as n from kit.outbox`.execute(database.db);
  return found[0]?.n ?? 0;
}
