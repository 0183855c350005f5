import { sql } from "kysely";
import { expect, test } from "vitest";
import { emptyDatabase, testDatabase } from "#testing/database/test-database.ts";
import { type Database, readRows, type Reader } from "./database.ts";
import { silentLog } from "./log.ts";
import { migrate } from "./migrate.ts";
import { type MigrationFile, readMigrationFiles } from "./migration-files.ts";
import { locksOf, type MigrationLocks } from "./migration-locks.ts";

const fileOf = (text: string): MigrationFile => ({ name: "9000_one", sql: text, checksum: "" });

/** The tables that were there before and that this transaction keeps others from. */
async function heldLocks(reader: Reader, before: readonly number[]) {
  const held = await readRows(
    reader,
    sql<{ table: string; closed: boolean }>`
      select n.nspname || '.' || c.relname as "table", bool_or(l.mode = 'AccessExclusiveLock') as closed
      from pg_locks as l join pg_class as c on c.oid = l.relation join pg_namespace as n on n.oid = c.relnamespace
      where l.pid = pg_backend_pid() and c.relkind in ('r', 'v') and c.oid::bigint = any (${[...before]}::bigint[])
        and l.mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
        and n.nspname !~ '^pg_'
      group by 1 order by 1`,
  );
  const named = (isClosed: boolean) =>
    held.flatMap(({ table, closed }) => (closed === isClosed ? [table] : []));
  return { closed: named(true), readOnly: named(false) };
}

const undone = new Error("undone");

/** What a text really locks, run and undone. */
async function locksIn(db: Database, text: string) {
  const tables = await readRows(
    db,
    sql<{ oid: number }>`select oid::bigint as oid from pg_class where relkind in ('r', 'v')`,
  );
  let held: Awaited<ReturnType<typeof heldLocks>> | undefined;
  const running = db.transaction().execute(async (tx) => {
    await sql.raw(text).execute(tx);
    held = await heldLocks(
      tx,
      tables.map(({ oid }) => oid),
    );
    throw undone;
  });
  await expect(running).rejects.toBe(undone);
  return held;
}

const told = ({ closed, readOnly }: MigrationLocks) => ({
  closed: closed.toSorted(),
  readOnly: readOnly.toSorted(),
});

test("every migration since the baseline locks what is said of it, and nothing else", async () => {
  const database = await emptyDatabase();
  try {
    const all = readMigrationFiles();
    const later = all.findIndex(({ name }) => name >= "2200");
    for (const [turn, file] of all.entries()) {
      // Of one that runs in steps nothing stays locked.
      if (turn >= later && !file.inSteps) {
        const [said] = locksOf([file]);
        expect(said && told(said), file.name).toEqual(await locksIn(database.owner, file.sql));
      }
      await migrate(database.owner, { log: silentLog, files: all.slice(0, turn + 1) });
    }
  } finally {
    await database[Symbol.asyncDispose]();
  }
});

test.each([
  ["create index tip_of_day on live.tip (at)", []],
  [
    "create table live.note (tip_id uuid references live.tip (id)); create index note_tip on live.note (tip_id)",
    [],
  ],
  ["alter table live.tip add column note text; update live.tip set note = 'x;'", []],
  ["alter table only live.tip add constraint of_room foreign key (model_id) references catalog.model", []],
  ["alter table live.tip add foreign key (model_id) references catalog.model (id), add column note text", []],
  ["alter table catalog.model disable trigger on_air", []],
  ["drop trigger on_air on catalog.model", []],
  [
    "create trigger t before insert or update of at, tokens on live.tip for each row execute function wallet.refuse_change()",
    [],
  ],
  ["create or replace view catalog.kinds as select 1 as one", []],
  ["comment on table live.tip is 'drop table live.tip;'; grant select on live.tip to fanlight_app", []],
  [
    "create function live.f() returns int language plpgsql as $$ begin drop table live.tip; return 1; end $$",
    [],
  ],
  ["-- drop table live.tip;\n/* truncate live.tip; */ set local statement_timeout = 0", []],
  ["alter table content.rating drop constraint rating_item_id_fkey", ["alter table content.rating drop"]],
  ["do $$ begin lock table live.tip; end $$", ["do ''"]],
])("%s", async (text, unknown) => {
  const database = await testDatabase();
  try {
    const [said] = locksOf([fileOf(text)]);
    const held = await locksIn(database.owner, text);
    expect(said?.unknown.map((each) => each.slice(0, 31))).toEqual(unknown);
    if (unknown.length === 0) expect(said && told(said)).toEqual(held);
    else expect(held?.closed).toEqual(expect.arrayContaining(said?.closed ?? []));
  } finally {
    await database[Symbol.asyncDispose]();
  }
});

test("of tables that an earlier one of several has made nothing is said, and of rows which table they change", () => {
  const [first, second] = locksOf([
    fileOf("create table live.note (id bigint)"),
    fileOf(
      "alter table live.note add column at date; drop table live.note; insert into live.tip select; select f()",
    ),
  ]);
  expect(first).toMatchObject({ closed: [], readOnly: [], unknown: [] });
  expect(second).toMatchObject({ closed: [], changed: ["live.tip"], unknown: ["select f()"] });
});
