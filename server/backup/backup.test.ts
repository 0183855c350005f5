import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { type Database, readRows } from "#server/kit/database/database.ts";
import { silentLog } from "#server/kit/database/log.ts";
import { migrate } from "#server/kit/database/migrate.ts";
import { readMigrationFiles } from "#server/kit/database/migration-files.ts";
import { contentsOf, isHalfRestored } from "#server/kit/database/restore-mark.ts";
import { installJobs } from "#server/kit/jobs.ts";
import { prepareSchema } from "#server/kit/prepare-schema.ts";
import { programVersion } from "#server/kit/version.ts";
import { createStorage, localFiles } from "#server/storage/storage.ts";
import { createWallet } from "#server/wallet/wallet.ts";
import { emptyTarget, backUp, putBack, wearKey, workFolder } from "#testing/backup/backups.ts";
import { dump } from "#testing/database/dump.ts";
import { cutConnections, fileDatabase } from "#testing/database/test-database.ts";
import { fanWith, newKey, newModel } from "#testing/wallet/accounts.ts";
import { readSchema } from "../../scripts/schema/read-schema.ts";
import { checkBackup } from "./check-backup.ts";
import { type Manifest, manifestFile, readManifest, sealed } from "./manifest.ts";
import { asOwner } from "./owner.ts";
import { restoreBackup } from "./restore-backup.ts";
import { claimBackup } from "./snapshot.ts";

const database = fileDatabase();
const at = workFolder();
const wallet = createWallet();
const webp = "image/webp" as const;

// What an account of one test wears lies in no data folder of another.
afterEach(() => sql`update accounts.account set avatar = null, avatar_key = null`.execute(database.owner));

/** A data folder of one's own that has a file in it. */
async function dataFolder(): Promise<{ dataDir: string; key: string }> {
  const dataDir = at(`data-${randomBytes(4).toString("hex")}`);
  await mkdir(dataDir);
  const key = await createStorage(localFiles(dataDir)).put("avatars", {
    bytes: randomBytes(3_000),
    contentType: webp,
  });
  return { dataDir, key };
}

const freeFolder = () => at(`backup-${randomBytes(4).toString("hex")}`);

const tipOnce = () => tipOnceIn(database.db);

async function tipOnceIn(db: Database): Promise<void> {
  const [from, to] = [await fanWith(db, 10), await newModel(db)];
  const tip = { key: newKey(), from, to, tokens: 3, kind: "tip", reason: "tip" } as const;
  expect(await wallet.transfer(db, tip)).toMatchObject({ ok: true });
}

/** An account, and a session whose browser names itself by everything that COPY writes differently. */
async function oddAccount(): Promise<number> {
  const login = `odd${randomBytes(6).toString("hex")}`;
  const { rows } = await sql<{ id: number }>`
    insert into accounts.account (login, email, password_hash, role)
    values (${login}, ${`${login}@example.test`}, 'x', 'fan') returning id`.execute(database.owner);
  const id = rows[0]?.id ?? 0;
  const agent = "tab\t line\n return\r \\. \\N \\\\ 'quote' \"double\" ñ 𐍈 \u0001";
  await sql`
    insert into accounts.session (token_id, account_id, issued_at, expires_at, last_used_at, user_agent)
    values (gen_random_uuid(), ${id}, '-infinity', 'infinity', now(), ${agent})`.execute(database.owner);
  return id;
}

/** Everything in a database but what every restore changes: when sessions ended. */
const contents = async (db: Database) =>
  (await dump(db))
    .split("\n")
    .filter((line) => !/^(accounts\.session|kit\.migration|graphile_worker\.migrations) /.test(line))
    .toSorted();

async function restoredFrom(folder: string) {
  const empty = await emptyTarget();
  const dataDir = at(`restored-${randomBytes(4).toString("hex")}`);
  await mkdir(dataDir);
  return { empty, dataDir, done: await putBack(folder, empty, dataDir) };
}

test("a backup holds every row, file, number and rule, and all of it is there again after a restore", async () => {
  const { dataDir, key } = await dataFolder();
  const id = await oddAccount();
  await wearKey(database, id, key);
  await tipOnce();
  const folder = freeFolder();
  const made = await backUp(folder, database, dataDir);
  expect(made.files).toMatchObject({ count: 1, bytes: 3_000, absent: 0 });
  expect((await stat(folder)).mode & 0o077, "nobody else reads it").toBe(0);
  expect(await readdir(dataDir), "nothing is left beside the files").toEqual(["files"]);

  const { empty, dataDir: there, done } = await restoredFrom(folder);
  expect(done).toMatchObject({
    audit: { ok: true, problems: [] },
    migrated: [],
    missing: [],
    sessionsEnded: 1,
  });
  expect(done.tokens).toEqual(made.ledger.tokens);
  expect(await contents(empty.owner)).toEqual(await contents(database.owner));
  const agents = sql<{ user_agent: string; issued_at: Date }>`
    select user_agent, issued_at::text, expires_at::text, account_id from accounts.session order by token_id`;
  expect(await readRows(empty.owner, agents)).toEqual(await readRows(database.owner, agents));
  for (const each of [dataDir, there])
    expect((await createStorage(localFiles(each)).get(key))?.bytes.length).toBe(3_000);

  await prepareSchema(empty.db, { ownerUrl: empty.ownerUrl, log: silentLog });
  const role = "fanlight_app";
  expect(await readSchema(empty.owner, role)).toEqual(await readSchema(database.owner, role));
  const next = sql<{ id: number }>`
    insert into accounts.account (login, email, password_hash, role)
    values ('afterwards', 'after@example.test', 'x', 'fan') returning id`;
  expect((await next.execute(empty.owner)).rows[0]?.id, "numbers go on").toBeGreaterThan(id);
  await expect(sql`update wallet.transfer set reason = 'other'`.execute(empty.owner)).rejects.toThrow();
});

test("a file that is stored and deleted between two looks at the storage is not missed: another moment is taken", async () => {
  const { dataDir } = await dataFolder();
  const [id, storage] = [await oddAccount(), createStorage(localFiles(dataDir))];
  let [looks, short] = [0, ""];
  const folder = freeFolder();
  const made = await backUp(folder, database, dataDir, (held) => ({
    ...held,
    async hold() {
      looks += 1;
      if (looks === 2) {
        await wearKey(database, id, null);
        await storage.remove(short);
      }
      await held.hold();
      if (looks !== 1) return;
      short = await storage.put("avatars", { bytes: randomBytes(10), contentType: webp });
      await wearKey(database, id, short);
    },
  }));
  expect(looks, "two moments, with a look before and behind each").toBe(4);
  expect(made.files).toMatchObject({ count: 1, absent: 0 });
  const { empty } = await restoredFrom(folder);
  expect((await contents(empty.owner)).join("\n")).not.toContain(short);
});

test("a file that was gone before is counted, and keeps nobody from a backup", async () => {
  const { dataDir, key } = await dataFolder();
  const id = await oddAccount();
  const lost = key.replace(/\/.{22}/, `/${"x".repeat(22)}`);
  await wearKey(database, id, lost);
  const folder = freeFolder();
  expect((await backUp(folder, database, dataDir)).files).toMatchObject({ count: 1, absent: 1 });
  const { empty } = await restoredFrom(folder);
  expect((await contents(empty.owner)).join("\n")).toContain(lost);
});

test("every part that is damaged or missing is named, and nothing is restored; a file of a person may be left out", async () => {
  const { dataDir, key } = await dataFolder();
  const folder = freeFolder();
  const { tables, files } = await backUp(folder, database, dataDir);
  const parts = [...tables.map(({ part }) => part.file), files.list.file, `files/${key}`, manifestFile];
  const empty = await emptyTarget();
  const there = at("nowhere");
  for (const [turn, name] of parts.entries()) {
    const file = path.join(folder, name);
    const whole = await readFile(file);
    const flipped = Buffer.from(whole);
    flipped[whole.length >> 1] = (flipped[whole.length >> 1] ?? 0) ^ 1;
    // Each part suffers one of the three, the manifest and a person's file all of them.
    const damages = [flipped, whole.subarray(0, -1), null];
    const isOfAll = name === manifestFile || name.startsWith("files/");
    for (const bytes of isOfAll ? damages : damages.slice(turn % 3, (turn % 3) + 1)) {
      await (bytes ? writeFile(file, bytes) : rm(file));
      const attempt = putBack(folder, empty, there);
      await expect(attempt, name).rejects.toThrow(
        bytes ? /is damaged|bytes instead of/ : /is missing|no whole backup/,
      );
      await expect(attempt, name).rejects.toThrow(bytes ? file : path.basename(name));
      await writeFile(file, whole);
    }
  }
  expect(await contentsOf(empty.owner)).toEqual([]);
  await rm(path.join(folder, "files", key));
  await mkdir(there);
  const done = await putBack(folder, empty, there, { leaveOut: true });
  expect(done).toMatchObject({ missing: [`files/${key}`], audit: { ok: true } });
});

test("a backup of an older version is restored with its own tables and then brought up to date; one of a newer version is refused", async () => {
  const all = readMigrationFiles();
  const older = all.slice(0, -3);
  const old = await emptyTarget();
  await migrate(old.owner, { log: silentLog, files: older });
  await installJobs(old.owner);
  await tipOnceIn(old.owner);
  const { dataDir } = await dataFolder();
  const folder = freeFolder();
  await backUp(folder, old, dataDir);
  const { empty, done } = await restoredFrom(folder);
  expect(done).toMatchObject({ audit: { ok: true }, migrated: all.slice(-3).map(({ name }) => name) });
  expect((await readSchema(empty.owner, "fanlight_app")).relations.map(({ columns }) => columns)).toEqual(
    (await readSchema(database.owner, "fanlight_app")).relations.map(({ columns }) => columns),
  );

  const manifest = await readManifest(folder);
  const write = (more: Partial<Manifest>) =>
    writeFile(path.join(folder, manifestFile), sealed({ ...manifest, ...more }));
  const other = await emptyTarget();
  for (const [more, reason] of [
    [{ version: "99.0.0" }, /made by Fanlight 99\.0\.0, this is/],
    [
      { migrations: [...manifest.migrations, { name: "9999_later", checksum: "0" }] },
      /9999_later is not this/,
    ],
    [{ format: 2 }, /has the form 2, this Fanlight reads form 1/],
    [{ jobs: 99 }, /jobs of the backup are of form 99/],
  ] as const) {
    await write(more as Partial<Manifest>);
    await expect(putBack(folder, other, at("nowhere else"))).rejects.toThrow(reason);
  }
});

test("a backup is made in a folder of its own and by one at a time, a restore goes into an empty place that nobody uses", async () => {
  const { dataDir } = await dataFolder();
  await expect(backUp(dataDir, database, dataDir)).rejects.toThrow(/is not empty/);
  const folder = freeFolder();
  await asOwner(database.ownerUrl, async ({ client }) => {
    await claimBackup(client);
    await expect(backUp(folder, database, dataDir)).rejects.toThrow(/another backup/);
    const later = { name: "9998_later", sql: "select 1", checksum: "0" };
    const upgrade = migrate(database.owner, { log: silentLog, files: [...readMigrationFiles(), later] });
    await expect(upgrade, "an upgrade waits").rejects.toMatchObject({ code: "backup_runs" });
    expect(await migrate(database.owner, { log: silentLog }), "a start of the same version does not").toEqual(
      [],
    );
  });
  await mkdir(folder);
  await backUp(folder, database, dataDir);

  await expect(putBack(folder, database, at("none"), { patienceMs: 0 })).rejects.toThrow(
    /"fanlight" is connected to this database: stop the product first/,
  );
  const empty = await emptyTarget();
  await expect(putBack(folder, empty, dataDir)).rejects.toThrow(/files are stored already/);
  await sql`create table stranger (id int)`.execute(empty.owner);
  await empty.owner.destroy();
  await expect(putBack(folder, empty, at("none"))).rejects.toThrow(/not empty, it has public\.stranger/);
});

test("the product does not start on what a broken restore has left; the next restore begins again", async () => {
  const { dataDir, key } = await dataFolder();
  const folder = freeFolder();
  await backUp(folder, database, dataDir);
  const empty = await emptyTarget();
  const there = at("broken");
  await mkdir(there);
  const needs = { url: empty.ownerUrl, filesKind: "disk", leaveOut: false } as const;
  const backup = await checkBackup(folder, { version: programVersion, leaveOut: false });
  const files = localFiles(there);
  const fails = { ...files, put: () => Promise.reject(new Error("the disk is full")) };
  await expect(restoreBackup(backup, { ...needs, files: fails })).rejects.toThrow("the disk is full");
  expect(await isHalfRestored(empty.owner)).toBe(true);
  const start = prepareSchema(empty.db, { ownerUrl: empty.ownerUrl, log: silentLog });
  await expect(start).rejects.toMatchObject({ code: "half_restored" });
  await cutConnections(empty);
  expect((await restoreBackup(backup, { ...needs, files })).audit.ok).toBe(true);
  expect(await files.head(`files/${key}`)).toEqual({ size: 3_000 });
  expect(await contents(empty.owner)).toEqual(await contents(database.owner));
});

test("an owner without a superuser's rights restores, and makes backups of what it restored", async () => {
  const { dataDir } = await dataFolder();
  await tipOnce();
  const [first, second] = [freeFolder(), freeFolder()];
  await backUp(first, database, dataDir);
  const role = `owner_${randomBytes(4).toString("hex")}`;
  await sql`create role ${sql.id(role)} login`.execute(database.owner);
  await sql`create database ${sql.id(role)} owner ${sql.id(role)}`.execute(database.owner);
  onTestFinished(async () => {
    await sql`drop database ${sql.id(role)} with (force)`.execute(database.owner);
    await sql`drop role ${sql.id(role)}`.execute(database.owner);
  });
  const ownerUrl = database.ownerUrl.replace(/^[^?]*/, `postgres://${role}@/${role}`);
  const [there, elsewhere] = [at(`data-of-${role}`), at(`data-after-${role}`)];
  for (const folder of [there, elsewhere]) await mkdir(folder);
  expect((await putBack(first, { ownerUrl }, there)).audit.ok).toBe(true);
  const made = await backUp(second, { ownerUrl }, there);
  expect(made.tables.map(({ name, rows }) => [name, rows])).toEqual(
    (await readManifest(first)).tables.map(({ name, rows }) => [name, rows]),
  );
  const again = await emptyTarget();
  expect((await putBack(second, again, elsewhere)).audit.ok).toBe(true);
  expect(await contents(again.owner)).toEqual(await contents(database.owner));
});
