import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { embeddedProcess } from "#testing/database/embedded-process.ts";
import { silentLog } from "../log.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres.ts";
import { isAlive } from "./processes.ts";
import { findServerUser } from "./server-user.ts";

const isRoot = process.getuid?.() === 0;
let dataDir: string;
const running = new Set<EmbeddedPostgres>();

beforeEach(() => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), "fanlight-embedded-"));
  chmodSync(dataDir, 0o755);
});

afterEach(async () => {
  for (const server of running) await server.stop();
  running.clear();
  rmSync(dataDir, { recursive: true, force: true });
});

test("what was written is there after a stop and a start, and a stopped server leaves no process", async () => {
  const first = await start();
  await query(first.url, "create table kept as select 42 as answer");
  await first.stop();
  expect(isAlive(first.pid)).toBe(false);
  const second = await start();
  expect(second.adopted).toBe(false);
  expect(await query(second.url, "select answer from kept")).toEqual([{ answer: 42 }]);
});

test("the server listens on no network port", async () => {
  const { url } = await start();
  expect(await query(url, "show listen_addresses")).toEqual([{ listen_addresses: "" }]);
});

test("a second instance is refused while the first lives, in one line that names it", async () => {
  await start();
  await expect(start()).rejects.toMatchObject({
    code: "already_in_use",
    message: expect.stringMatching(new RegExp(`^Another Fanlight \\(process ${process.pid}\\) .+$`)),
  });
});

test("a server whose starter was killed with kill -9 goes on and is adopted with all it knows", async () => {
  const killed = await embeddedProcess(dataDir);
  await query(killed.url, "create table kept as select 42 as answer");
  await killed.kill("SIGKILL");
  const server = await start();
  expect(server).toMatchObject({ adopted: true, pid: killed.serverPid });
  expect(await query(server.url, "select answer from kept")).toEqual([{ answer: 42 }]);
  await server.stop();
  expect(isAlive(killed.serverPid)).toBe(false);
});

test("Ctrl-C to the whole process group ends the app but not the database under it", async () => {
  const app = await embeddedProcess(dataDir);
  await app.kill("SIGINT");
  expect(isAlive(app.serverPid)).toBe(true);
  expect((await start()).adopted).toBe(true);
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
  const user = findServerUser();
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
  const server = await start(path.join(closed, "data"));
  await query(server.url, "create table kept as select 42 as answer");
  await server.stop();
  const again = await start(path.join(closed, "data"));
  expect(await query(again.url, "select answer from kept")).toEqual([{ answer: 42 }]);
});

test("an ordinary user runs it as well as root", async () => {
  const user = findServerUser();
  if (user) chownSync(dataDir, user.uid, user.gid);
  const app = await embeddedProcess(dataDir, { uid: user?.uid });
  expect(await query(app.url, "select 1 as one")).toEqual([{ one: 1 }]);
  await app.kill("SIGKILL");
  process.kill(app.serverPid, "SIGINT");
  expect(isRoot).toBe(user !== null);
});

async function start(where = dataDir): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir: where, log: silentLog, durable: false });
  running.add(server);
  return server;
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows;
}
