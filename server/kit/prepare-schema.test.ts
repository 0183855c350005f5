import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWallet } from "#server/wallet/wallet.ts";
import { auditLedger } from "#testing/database/audit-ledger.ts";
import { emptyDatabase, type TestDatabase } from "#testing/database/test-database.ts";
import { fanWith, newKey, newModel } from "#testing/wallet/accounts.ts";
import { type Database, openDatabase, readRows } from "./database/database.ts";
import { silentLog } from "./database/log.ts";
import { prepareSchema } from "./prepare-schema.ts";

/** A server of the operator's own: an owner without a superuser's rights, and roles with names as people choose them. */
const mark = randomBytes(4).toString("hex");
const [owner, app, member] = [`owner_${mark}`, `app "${mark}"`, `member_${mark}`];
const name = `external_${mark}`;
let server: TestDatabase;
const opened: Database[] = [];

beforeAll(async () => {
  server = await emptyDatabase();
  for (const role of [owner, app]) await sql`create role ${sql.id(role)} login`.execute(server.owner);
  await sql`create role ${sql.id(member)} login noinherit in role ${sql.id(owner)}`.execute(server.owner);
  await sql`create database ${sql.id(name)} owner ${sql.id(owner)}`.execute(server.owner);
});

afterAll(async () => {
  for (const db of opened) await db.destroy();
  await sql`drop database ${sql.id(name)} with (force)`.execute(server.owner);
  for (const role of [app, member, owner]) await sql`drop role ${sql.id(role)}`.execute(server.owner);
  await server[Symbol.asyncDispose]();
});

test("with one role alone the schema is made as ever, with a warning that this role owns its history", async () => {
  const alone = as(owner);
  expect(await prepareSchema(alone, { ownerUrl: null, log: silentLog })).toBe("owner");
  await tipOnce(alone);
});

test("an owner without a superuser's rights brings the schema up to date, and another role works in it", async () => {
  const db = as(app);
  expect(await prepareSchema(db, { ownerUrl: urlOf(owner), log: silentLog })).toBeNull();
  await tipOnce(db);
  await expect(sql`truncate wallet.transfer`.execute(db)).rejects.toMatchObject({ code: "42501" });
  await sql`select graphile_worker.add_job('anything')`.execute(db);
  expect(await readRows(db, sql`select from graphile_worker._private_jobs`)).toHaveLength(1);
});

test.each([
  ["one role for both", owner, () => urlOf(owner), /both come as "owner_/],
  ["a member of the owner", member, () => urlOf(owner), /"member_\w+", owns the database or tables/],
  ["a superuser to run", "fanlight", () => urlOf(owner), /"fanlight", is a superuser/],
  ["another database of the owner's", app, () => server.ownerUrl, /two different databases/],
  ["no owner, and a role that owns nothing", app, () => null, /the tables belong to "owner_\w+"/],
  ["the two exchanged", owner, () => urlOf(app), /owns the database or tables/],
])("%s is reported in one line, and changes nothing", async (_case, role, ownerUrl, line) => {
  await prepareSchema(as(app), { ownerUrl: urlOf(owner), log: silentLog });
  const attempt = prepareSchema(as(role), { ownerUrl: ownerUrl(), log: silentLog });
  await expect(attempt).rejects.toMatchObject({ name: "RoleError", message: expect.stringMatching(line) });
  await tipOnce(as(app));
});

async function tipOnce(db: Database): Promise<void> {
  const [from, to] = [await fanWith(db, 10), await newModel(db)];
  const tip = { key: newKey(), from, to, tokens: 3, kind: "tip", reason: "tip" } as const;
  expect(await createWallet().transfer(db, tip)).toMatchObject({ ok: true });
  await auditLedger(db);
}

function as(role: string): Database {
  const db = openDatabase(urlOf(role), { log: silentLog, poolMax: 2 });
  opened.push(db);
  return db;
}

/** The address of the operator's database for another role. */
const urlOf = (role: string) =>
  server.ownerUrl.replace(/^[^?]*/, `postgres://${encodeURIComponent(role)}@/${name}`);
