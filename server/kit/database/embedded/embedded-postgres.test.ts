import { spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { embeddedProcess } from "#testing/database/embedded-process.ts";
import { environmentOf, filesOf, rightsOf } from "#testing/processes/rights-of.ts";
import { until } from "#testing/until.ts";
import { silentLog } from "../log.ts";
import { findBinaries } from "./binaries.ts";
import { type EmbeddedOptions, type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres.ts";
import { lockInstance } from "./instance-lock.ts";
import { readPostmaster } from "./postmaster.ts";
import { isAlive, serversIn } from "./processes.ts";
import { findServerUser } from "./server-user.ts";

const isRoot = process.getuid?.() === 0;
/** A cluster that was made once: the tests get copies of it, which take a tenth of the time of making one. */
const made = mkdtempSync(path.join(os.tmpdir(), "fanlight-embedded-"));
let dataDir: string;
const running = new Set<EmbeddedPostgres>();

beforeAll(async () => {
  chmodSync(made, 0o755);
  await (await startEmbeddedPostgres({ dataDir: made, log: silentLog, durable: false })).stop();
});

beforeEach(() => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), "fanlight-embedded-"));
  chmodSync(dataDir, 0o755);
  expect(spawnSync("cp", ["-a", path.join(made, "postgres"), dataDir]).status).toBe(0);
});

afterEach(async () => {
  for (const server of running) await server.stop();
  running.clear();
  rmSync(dataDir, { recursive: true, force: true });
});

afterAll(() => rmSync(made, { recursive: true, force: true }));

test("what was written is there after a stop and a start, and a stopped server leaves no process", async () => {
  const first = await start();
  await query(first.ownerUrl, "create table kept as select 42 as answer");
  await first.stop();
  expect(isAlive(first.pid)).toBe(false);
  const second = await start();
  expect(second.adopted).toBe(false);
  expect(await query(second.ownerUrl, "select answer from kept")).toEqual([{ answer: 42 }]);
});

test("the server listens on no network port", async () => {
  const { ownerUrl } = await start();
  expect(await query(ownerUrl, "show listen_addresses")).toEqual([{ listen_addresses: "" }]);
});

test("a second instance is refused while the first lives, in one line that names it", async () => {
  await start();
  await expect(start()).rejects.toMatchObject({
    code: "already_in_use",
    message: expect.stringMatching(new RegExp(`^Another Fanlight \\(process ${process.pid}\\) .+$`)),
  });
});

test("a server whose starter was killed with kill -9 keeps running and is taken over with all its data", async () => {
  const killed = await embeddedProcess(dataDir);
  await query(killed.ownerUrl, "create table kept as select 42 as answer");
  await killed.kill("SIGKILL");
  const server = await start();
  expect(server).toMatchObject({ adopted: true, pid: killed.serverPid });
  expect(await query(server.ownerUrl, "select answer from kept")).toEqual([{ answer: 42 }]);
  await server.stop();
  expect(isAlive(killed.serverPid)).toBe(false);
});

test("Ctrl-C to the whole process group ends the app but not the database under it", async () => {
  const app = await embeddedProcess(dataDir);
  await app.kill("SIGINT");
  expect(isAlive(app.serverPid)).toBe(true);
  expect((await start()).adopted).toBe(true);
});

test.each(["started", "adopted"] as const)(
  "a server that was %s and is killed restarts on its own at the same address, with all that was committed",
  async (how) => {
    const before = how === "adopted" ? await embeddedProcess(dataDir, { durable: true }) : null;
    await before?.kill("SIGKILL");
    const server = await start({ durable: true });
    expect(server.adopted).toBe(how === "adopted");
    await query(server.ownerUrl, "create table kept as select 42 as answer");
    for (let round = 0; round < 3; round++) {
      const { pid } = server;
      // Waits for nothing, and so would outlive the server on its own.
      const busy = query(server.ownerUrl, "select count(*) from generate_series(1, 1e12)").catch(
        () => "lost",
      );
      await until(async () => (await busyIn(server.ownerUrl)) > 0, "a query at work");
      process.kill(pid, "SIGKILL");
      expect(await busy).toBe("lost");
      await until(() => server.pid !== pid, "another server");
      expect(await query(server.ownerUrl, "select answer from kept")).toEqual([{ answer: 42 }]);
    }
    const { pid } = server;
    await server.stop();
    expect(isAlive(pid)).toBe(false);
  },
);

test("a server that cannot start is tried again with growing pauses, each failure one line, until it can", async () => {
  const lines: { nextTryInMs?: number; message: string }[] = [];
  const error = (fields: object, message: string) => void lines.push({ ...fields, message });
  const server = await start({ durable: true, log: { ...silentLog, error } });
  await query(server.ownerUrl, "create table kept as select 42 as answer");
  const control = path.join(dataDir, "postgres/data/global/pg_control");
  const { pid } = server;
  renameSync(control, `${control}.away`);
  process.kill(pid, "SIGKILL");
  const failures = () => lines.filter(({ nextTryInMs }) => nextTryInMs !== undefined);
  await until(() => failures().length >= 3, "three failures");
  expect(lines[0]?.message).toBe("the database ended unexpectedly and is started again");
  for (const { message } of failures()) expect(message).toMatch(/^the database is away: .*damaged.*$/);
  const pauses = failures().map(({ nextTryInMs }) => nextTryInMs ?? 0);
  expect(pauses.slice(0, 3)).toEqual([100, 200, 400]);
  await expect(query(server.ownerUrl, "select 1")).rejects.toThrow();
  renameSync(`${control}.away`, control);
  await until(() => server.pid !== pid, "the server to be back");
  expect(await query(server.ownerUrl, "select answer from kept")).toEqual([{ answer: 42 }]);
});

test("a data folder that is gone is not replaced by an empty one", async () => {
  const lines: string[] = [];
  const error = (_fields: object, message: string) => void lines.push(message);
  const server = await start({ log: { ...silentLog, error } });
  const data = path.join(dataDir, "postgres/data");
  const { pid } = server;
  process.kill(pid, "SIGSTOP");
  renameSync(data, `${data}.away`);
  process.kill(pid, "SIGKILL");
  await until(() => lines.length >= 3, "two failures");
  expect(existsSync(data)).toBe(false);
  renameSync(`${data}.away`, data);
  await until(() => server.pid !== pid, "the server to be back");
});

test("a stop in the middle of a restart leaves no server behind and gives the folder back", async () => {
  for (const delayMs of [0, 60, 110, 130, 160, 200, 260, 350]) {
    const server = await start();
    process.kill(server.pid, "SIGKILL");
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    await server.stop();
    running.delete(server);
    expect(serversIn(path.join(dataDir, "postgres/data")), `stopped after ${delayMs} ms`).toEqual([]);
    expect(existsSync(path.join(dataDir, "instance.lock"))).toBe(false);
  }
});

test("while the first instance's database is away, a second one starts none", async () => {
  const server = await start();
  const control = path.join(dataDir, "postgres/data/global/pg_control");
  const { pid } = server;
  renameSync(control, `${control}.away`);
  process.kill(pid, "SIGKILL");
  await until(() => !isAlive(pid));
  await expect(start()).rejects.toMatchObject({ code: "already_in_use" });
  renameSync(`${control}.away`, control);
  await until(() => server.pid !== pid, "the server to be back");
  expect(serversIn(path.join(dataDir, "postgres/data"))).toContain(server.pid);
});

test("an id file that a power cut left empty does not keep the server from starting", async () => {
  await (await start()).stop();
  writeFileSync(path.join(dataDir, "postgres/data/postmaster.pid"), "");
  expect((await start()).adopted).toBe(false);
});

test("after both were killed, the next start recovers and takes over the lock", async () => {
  const killed = await embeddedProcess(dataDir);
  await killed.kill("SIGKILL");
  process.kill(killed.serverPid, "SIGKILL");
  expect((await start()).adopted).toBe(false);
});

test("ids of dead processes that now belong to strangers do not keep the server from starting", async () => {
  await (await start()).stop();
  const pidFile = path.join(dataDir, "postgres/data/postmaster.pid");
  writeFileSync(pidFile, `${process.pid}\n${dataDir}\n0\n5432\n/nowhere\n\n\nready   \n`);
  writeFileSync(path.join(dataDir, "instance.lock"), JSON.stringify({ pid: process.pid, birth: "long ago" }));
  expect((await start()).adopted).toBe(false);
});

test("a crash while the cluster was being made leaves nothing that hinders the next start", async () => {
  rmSync(path.join(dataDir, "postgres/data"), { recursive: true });
  mkdirSync(path.join(dataDir, "postgres/data.new"), { recursive: true });
  writeFileSync(path.join(dataDir, "postgres/data.new/PG_VERSION"), "18\n");
  await start();
  expect(existsSync(path.join(dataDir, "postgres/data.new"))).toBe(false);
});

test("data of another PostgreSQL version is named as such", async () => {
  await (await start()).stop();
  writeFileSync(path.join(dataDir, "postgres/data/PG_VERSION"), "17\n");
  await expect(start()).rejects.toMatchObject({
    code: "other_version",
    message: expect.stringContaining("PostgreSQL 17"),
  });
});

test("missing files are reported as damage", async () => {
  await (await start()).stop();
  rmSync(path.join(dataDir, "postgres/data/global/pg_control"));
  await expect(start()).rejects.toMatchObject({ code: "damaged" });
});

test("files that PostgreSQL cannot make sense of are reported as damage, and the folder is free again", async () => {
  await (await start()).stop();
  writeFileSync(path.join(dataDir, "postgres/data/global/pg_control"), Buffer.alloc(8192, 7));
  await expect(start()).rejects.toMatchObject({ code: expect.stringMatching(/damaged|other_version/) });
  expect(existsSync(path.join(dataDir, "instance.lock"))).toBe(false);
});

test("a lost write-ahead log is reported as damage", async () => {
  await (await start()).stop();
  const wal = path.join(dataDir, "postgres/data/pg_wal");
  rmSync(wal, { recursive: true });
  mkdirSync(wal, { mode: 0o700 });
  const user = findServerUser(path.join(dataDir, "postgres"));
  if (user) chownSync(wal, user.uid, user.gid);
  await expect(start()).rejects.toMatchObject({ code: "damaged" });
});

test("a folder that cannot be written is named in one line", async () => {
  writeFileSync(path.join(dataDir, "file"), "");
  const failure = startEmbeddedPostgres({ dataDir: path.join(dataDir, "file/data"), log: silentLog });
  await expect(failure).rejects.toMatchObject({
    code: "data_folder_not_writable",
    message: expect.stringMatching(/^The data folder .+$/),
  });
});

test("a path too long for a socket is no hindrance, nor a closed home folder when root starts it", async () => {
  const closed = path.join(dataDir, "x".repeat(90), "home");
  mkdirSync(closed, { recursive: true, mode: 0o700 });
  const server = await start({ dataDir: path.join(closed, "data") });
  await query(server.ownerUrl, "create table kept as select 42 as answer");
  await server.stop();
  const again = await start({ dataDir: path.join(closed, "data") });
  expect(await query(again.ownerUrl, "select answer from kept")).toEqual([{ answer: 42 }]);
});

test.skipIf(!isRoot)(
  "started by root, no process of the server has root's rights, environment or files, nor can it read what lies beside its own",
  async () => {
    chmodSync(dataDir, 0o700);
    const secret = path.join(dataDir, "secret");
    writeFileSync(secret, "signs every token", { mode: 0o644 });
    process.env.SECRET_OF_THE_TEST = "signs every token";
    const { ownerUrl, user } = await start().finally(() => delete process.env.SECRET_OF_THE_TEST);
    const home = path.join(dataDir, "postgres");
    const pids = serversIn(path.join(home, "data"));
    expect(pids.length).toBeGreaterThan(3);
    for (const pid of pids) {
      expect(rightsOf(pid)).toEqual({ uids: [user?.uid], gids: [user?.gid], groups: [] });
      expect(environmentOf(pid)).not.toContain("signs every token");
      expect(filesOf(pid).filter((file) => file.startsWith(dataDir) && !file.startsWith(home))).toEqual([]);
    }
    for (const name of ["../../secret", secret])
      await expect(query(ownerUrl, `select pg_read_file('${name}')`)).rejects.toThrow(/Permission denied/);
    expect(user?.uid).toBeGreaterThan(0);
    expect(spawnSync("cat", [secret], { ...user }).status).not.toBe(0);
  },
);

test.skipIf(!isRoot)(
  "a folder of an earlier version, open to all and with its server still at work by absolute names, is taken over closed",
  async () => {
    const first = await start();
    await query(first.ownerUrl, "create table kept as select 42 as answer");
    await first.stop();
    const data = path.join(dataDir, "postgres/data");
    const { user } = first;
    if (!user) throw new Error("root has a user for it");
    const run = path.join(dataDir, "postgres/run");
    mkdirSync(run, { mode: 0o700 });
    chownSync(run, user.uid, user.gid);
    chmodSync(dataDir, 0o755);
    chmodSync(path.join(dataDir, "postgres"), 0o755);
    const old = spawn(
      path.join(findBinaries(user, "/var/cache/fanlight"), "bin/postgres"),
      ["-D", data, "-c", "listen_addresses=", "-c", `unix_socket_directories=${run}`],
      { cwd: data, env: {}, stdio: "ignore", detached: true, uid: user.uid, gid: user.gid },
    );
    await until(() => readPostmaster(data)?.status === "ready", "the earlier server");
    chmodSync(dataDir, 0o700);
    const server = await start();
    expect(server.adopted).toBe(false);
    expect(isAlive(Number(old.pid))).toBe(false);
    expect(await query(server.ownerUrl, "select answer from kept")).toEqual([{ answer: 42 }]);
  },
);

test.skipIf(!isRoot)("a database of another user is reported in one line", async () => {
  await (await start()).stop();
  chownSync(path.join(dataDir, "postgres/data"), 4_242, 4_242);
  await expect(start()).rejects.toMatchObject({
    code: "data_folder_not_writable",
    message: expect.stringMatching(/^The database in .* belongs to the user with id 4242; .+$/),
  });
});

test.skipIf(!isRoot)(
  "what root starts by mistake in the data folder of an ordinary user, at work or not, changes nothing there",
  async () => {
    await (await start()).stop();
    expect(spawnSync("chown", ["-R", "4242:4242", dataDir]).status).toBe(0);
    const before = modesBelow(dataDir);
    const unlock = lockInstance(dataDir);
    await expect(start()).rejects.toMatchObject({ code: "already_in_use" });
    unlock();
    expect(modesBelow(dataDir)).toEqual(before);
    await expect(start()).rejects.toMatchObject({ code: "data_folder_not_writable" });
    expect(modesBelow(dataDir)).toEqual(before);
  },
);

test("an ordinary user runs it as well as root", async () => {
  rmSync(path.join(dataDir, "postgres"), { recursive: true });
  const user = findServerUser(path.join(dataDir, "postgres"));
  if (user) chownSync(dataDir, user.uid, user.gid);
  const app = await embeddedProcess(dataDir, { uid: user?.uid });
  expect(await query(app.ownerUrl, "select 1 as one")).toEqual([{ one: 1 }]);
  await app.kill("SIGKILL");
  process.kill(app.serverPid, "SIGINT");
  expect(isRoot).toBe(user !== null);
});

async function start(more: Partial<EmbeddedOptions> = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, log: silentLog, durable: false, ...more });
  running.add(server);
  return server;
}

/** The owner, group and mode of a folder and of everything in it. */
function modesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .concat("")
    .toSorted()
    .map((name) => {
      const { uid, gid, mode } = lstatSync(path.join(folder, name));
      return `${name} ${uid} ${gid} ${mode.toString(8)}`;
    });
}

async function busyIn(url: string): Promise<number> {
  const rows = await query(
    url,
    "select from pg_stat_activity where state = 'active' and query like '%generate_series%' and pid <> pg_backend_pid()",
  );
  return rows.length;
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows;
}
