import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { prepareSchema } from "#server/kit/prepare-schema.ts";
import { createWallet } from "#server/wallet/wallet.ts";
import { auditLedger } from "#testing/database/audit-ledger.ts";
import { type TestDatabase, testDatabase } from "#testing/database/test-database.ts";
import { fanWith, newKey, newModel } from "#testing/wallet/accounts.ts";
import { type Database, readRows } from "./database.ts";
import { grantTo, schemasOf } from "./grant.ts";
import { silentLog } from "./log.ts";
import { readMigrationFiles } from "./migration-files.ts";
import { excessOf } from "./role-rights.ts";

let database: TestDatabase;

beforeEach(async () => {
  database = await testDatabase();
});

afterEach(() => database[Symbol.asyncDispose]());

/** Written once: no column may be changed but those named, and no row be deleted. */
const history: Readonly<Record<string, string[]>> = {
  "wallet.transfer": [],
  "wallet.reversal": [],
  "wallet.pending": [],
  "wallet.account": [],
  "wallet.hold": [],
  "payments.intent_event": [],
  "payments.report": [],
  "payments.callback_inbox": [],
  "payments.promo_offer": [],
  "payments.legal_step": [],
  "subscriptions.step": [],
  "subscriptions.notice": [],
  "subscriptions.request": [],
  "subscriptions.legal_step": [],
  "content.purchase": [],
  "messaging.purchase": [],
  "live.tip": ["message", "named_in_public"],
  "support.staff_action": ["label", "reason", "staff_login"],
  "accounts.consent": ["address"],
  "kit.migration_checksum": [],
};
/** Rows with a state: their money and people stay, their state changes. */
const kept = ["payments.intent", "subscriptions.subscription", "subscriptions.charge", "live.participant"];

test("R-OPEN-43: history can be written and read by the application, and by nothing be unwritten", async () => {
  for (const [table, forgettable] of Object.entries(history)) {
    const columns = await columnsOf(table);
    expect(columns.filter(({ changes }) => changes).map(({ name }) => name)).toEqual(forgettable);
    for (const { name, changes, made } of columns)
      if (!changes && !made) await expectRefused(`update ${table} set ${name} = null`);
  }
  for (const table of [...Object.keys(history), ...kept]) {
    await expectRefused(`delete from ${table}`);
    await expectRefused(`truncate ${table} cascade`);
    await readRows(database.db, sql.raw(`select * from ${table}`));
  }
});

test("what was bought, by whom and for how much is not the application's to change", async () => {
  for (const statement of [
    "update payments.intent set amount_cents = 1",
    "update payments.intent set fan_id = 1",
    "update subscriptions.subscription set price_cents = 1",
    "update subscriptions.charge set amount_cents = 1",
  ])
    await expectRefused(statement);
});

test("R-OPEN-43: tokens move by the functions of the ledger alone: nothing else makes, moves or frees any", async () => {
  const wallet = createWallet();
  const fan = await fanWith(database.db, 10);
  for (const statement of [
    "insert into wallet.account (kind, owner_id, balance) values ('fan', 900000, 5)",
    `insert into wallet.transfer (key, kind, debit_id, credit_id, amount, reason) values ('k', 'tip', 1, 2, 5, '')`,
    "insert into wallet.pending values (1, 1, 5)",
    "insert into wallet.hold (key, fan_id, tokens) values ('k', 1, 5)",
    `update wallet.account set balance = balance + 5 where owner_id = ${fan.id}`,
    `update wallet.account set frozen = false where owner_id = ${fan.id}`,
    `select wallet.settle_debt(${fan.id}, 'k', '')`,
    `select wallet.take_issued('k', 1, ${fan.id}, 5, 'refund', '', null)`,
    "select from wallet.lock_hold(1)",
  ])
    await expectRefused(statement);
  await tipOnce(database.db);
  expect(await wallet.balance(database.db, fan)).toBe(10);
});

test("every table whose rows a trigger keeps is kept from the application, too", async () => {
  const guarded = await readRows(
    database.owner,
    sql<{ name: string; kind: "delete" | "update" }>`
      select distinct t.tgrelid::regclass::text as name, kind
      from pg_trigger as t join pg_proc as p on p.oid = t.tgfoid,
        lateral (values ('delete', 8), ('update', 16)) as k (kind, bit)
      where not t.tgisinternal and t.tgtype & bit > 0 and p.prosrc ~ 'raise exception'
        and (kind = 'delete' or p.proname ~ '^(refuse_change|guard_history)$')`,
  );
  expect(guarded.length).toBeGreaterThan(15);
  for (const { name, kind } of guarded)
    expect(
      await readRows(
        database.db,
        sql`select has_table_privilege(${name}, ${kind}) or ${kind} = 'update' and has_any_column_privilege(${name}, 'update') as may`,
      ),
      `${kind} ${name}`,
    ).toEqual([{ may: false }]);
});

test("what works with its owner's rights has a path of its own, and is nobody's but the application's to call", async () => {
  const borrowed = await readRows(
    database.owner,
    sql<{ name: string; path: string[] | null; open: boolean }>`
      select oid::regproc::text as name, proconfig as path,
        exists (select from aclexplode(coalesce(proacl, acldefault('f', proowner))) where grantee = 0) as open
      from pg_proc where prosecdef`,
  );
  expect(borrowed.map(({ name }) => name)).toContain("wallet.transfer");
  for (const { name, ...how } of borrowed)
    expect(how, name).toEqual({ path: ["search_path=pg_catalog, pg_temp"], open: false });
});

test("no table can be emptied, changed or dropped by the application, nor a trigger switched off", async () => {
  const tables = await readRows(
    database.db,
    sql<{ name: string }>`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  expect(tables.length).toBeGreaterThan(50);
  for (const { name } of tables) {
    await expectRefused(`truncate ${name} cascade`);
    await expectRefused(`alter table ${name} disable trigger all`);
    await expectRefused(`alter table ${name} add column more int`);
    await expectRefused(`drop table ${name} cascade`);
  }
  await expectRefused("drop trigger final on wallet.transfer");
  await expectRefused(
    "create trigger harmless before insert on wallet.transfer execute function wallet.refuse_change()",
  );
});

test("the application makes nothing in any schema, and raises its own rights by nothing", async () => {
  const schemas = await readRows(
    database.db,
    sql<{
      name: string;
    }>`select nspname as name from pg_namespace where nspname !~ '^pg_|^information_schema$'`,
  );
  expect(schemas.map(({ name }) => name)).toContain("wallet");
  for (const { name } of schemas) await expectRefused(`create table ${name}.mine (id int)`);
  for (const statement of [
    "create schema mine",
    "create or replace function wallet.spends(p_kind wallet.transfer_kind) returns boolean language sql as 'select false'",
    "alter function wallet.refuse_change() owner to fanlight_app",
    "create role mine",
    "create database mine",
    "create extension dblink",
    "create event trigger mine on ddl_command_start execute function wallet.refuse_change()",
    "comment on table wallet.transfer is 'mine'",
    "create rule mine as on insert to wallet.transfer do instead nothing",
    "select lo_import('PG_VERSION')",
    "select pg_ls_dir('.')",
    "copy kit.outbox from '/etc/passwd'",
    "set session_replication_role = replica",
    "set role fanlight",
    "set session authorization fanlight",
    "alter role fanlight_app superuser",
    "grant fanlight to fanlight_app",
    "alter system set fsync = off",
    "select pg_read_file('PG_VERSION')",
    "copy (select 1) to program 'true'",
    "insert into kit.migration_checksum values ('9999_none', '')",
    "insert into payments.legal_step values ('declined', 'succeeded')",
  ])
    await expectRefused(statement);
});

const schemas = schemasOf(readMigrationFiles());

test("the role that the application works as is no superuser and owns nothing; another one is reported as what it is", async () => {
  const [session] = await readRows(
    database.db,
    sql`select session_user::text as role, rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as more
      from pg_roles where rolname = current_user`,
  );
  expect(session).toEqual({ role: "fanlight_app", more: false });
  expect(await excessOf(database.db, schemas)).toBeNull();
  expect(await excessOf(database.owner, schemas)).toBe("superuser");
  for (const [statement, excess] of [
    ["grant pg_execute_server_program to fanlight_other", "powers"],
    ["alter role fanlight_other createrole", "powers"],
    ["alter table content.visit owner to fanlight_other", "owner"],
    ["grant truncate on content.visit to fanlight_other", "writer"],
  ] as const) {
    const tx = await database.owner.startTransaction().execute();
    await sql`create role fanlight_other; create role fanlight_inner in role fanlight_other`.execute(tx);
    await sql.raw(statement).execute(tx);
    await sql.raw(`set local role ${excess === "powers" ? "fanlight_other" : "fanlight_inner"}`).execute(tx);
    expect(await excessOf(tx, schemas)).toBe(excess);
    await tx.rollback().execute();
  }
});

test("a table that a later migration makes can be written and read at once, and changed where a module allows it", async () => {
  await sql`create table live.later (id int)`.execute(database.owner);
  await grantTo(database.owner, "fanlight_app", schemas);
  await sql`insert into live.later values (1)`.execute(database.db);
  expect(await readRows(database.db, sql`select * from live.later`)).toEqual([{ id: 1 }]);
  await expectRefused("update live.later set id = 2");
  await expectRefused("delete from live.later");
});

test("a database from before there was the role gets what it needs at the next start, and what was granted too much goes", async () => {
  await sql`drop owned by fanlight_app`.execute(database.owner);
  await expect(fanWith(database.db, 10)).rejects.toMatchObject({ code: "42501" });
  await sql`grant usage on schema wallet to fanlight_app`.execute(database.owner);
  await sql`grant all on wallet.transfer to fanlight_app, public`.execute(database.owner);
  await sql`grant update (amount) on wallet.transfer to fanlight_app`.execute(database.owner);
  const { ownerUrl } = database;
  await expect(prepareSchema(database.db, { ownerUrl, log: silentLog })).resolves.toBeNull();
  await tipOnce(database.db);
  await expectRefused("delete from wallet.transfer");
  await expectRefused("update wallet.transfer set amount = 1");
});

test("functions that a restored backup gave to everybody are the application's alone after the next start", async () => {
  const callable = (role: string) =>
    readRows(
      database.owner,
      sql<{ name: string }>`
        select oid::regprocedure::text as name from pg_proc
        where pronamespace::regnamespace::text = any (${schemas}) and prokind = 'f'
          and has_function_privilege(${role}, oid, 'execute') order by 1`,
    );
  const before = await callable("fanlight_app");
  for (const schema of schemas)
    await sql`grant execute on all functions in schema ${sql.id(schema)} to public`.execute(database.owner);
  await grantTo(database.owner, "fanlight_app", schemas);
  expect(await callable("fanlight_app")).toEqual(before);
  expect(await callable("public")).toEqual([]);
  const tx = await database.owner.startTransaction().execute();
  await sql`create role fanlight_other; grant usage on schema wallet to fanlight_other`.execute(tx);
  await sql`set local role fanlight_other`.execute(tx);
  const call = sql`select wallet.take_issued('k', 1, 1, 5, 'refund', '', null)`.execute(tx);
  await expect(call).rejects.toMatchObject({ code: "42501" });
  await tx.rollback().execute();
  await tipOnce(database.db);
});

test("several that start at once grant the same", async () => {
  await Promise.all(Array.from({ length: 4 }, () => grantTo(database.owner, "fanlight_app", schemas)));
  await tipOnce(database.db);
});

async function tipOnce(db: Database): Promise<void> {
  const wallet = createWallet();
  const [from, to] = [await fanWith(db, 10), await newModel(db)];
  const tip = { key: newKey(), from, to, tokens: 3, kind: "tip", reason: "tip" } as const;
  expect(await wallet.transfer(db, tip)).toMatchObject({ ok: true });
  await auditLedger(db);
}

function expectRefused(statement: string): Promise<void> {
  return expect(sql.raw(statement).execute(database.db), statement).rejects.toMatchObject({ code: "42501" });
}

function columnsOf(table: string) {
  return readRows(
    database.db,
    sql<{ name: string; changes: boolean; made: boolean }>`
      select attname as name, has_column_privilege(attrelid, attnum, 'update') as changes,
        attidentity <> '' or attgenerated <> '' as made
      from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped order by attname`,
  );
}
