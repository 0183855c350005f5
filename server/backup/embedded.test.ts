import { existsSync, readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "#server/kit/database/database.ts";
import { silentLog } from "#server/kit/database/log.ts";
import { prepareSchema } from "#server/kit/prepare-schema.ts";
import { createStorage, localFiles } from "#server/storage/storage.ts";
import { createWallet } from "#server/wallet/wallet.ts";
import { workFolder } from "#testing/backup/backups.ts";
import { runProgram } from "#testing/backup/commands.ts";
import { type EmbeddedProcess, embeddedProcess } from "#testing/database/embedded-process.ts";
import { fanWith } from "#testing/wallet/accounts.ts";

const at = workFolder();

/** The embedded database of a data folder, as the product has it, and what is in it. */
async function product(dataDir: string) {
  const server = await embeddedProcess(dataDir);
  const db = openDatabase(server.url, { log: silentLog, poolMax: 2 });
  const end = async () => {
    await db.destroy();
    await stop(server);
  };
  await prepareSchema(db, { ownerUrl: server.ownerUrl, log: silentLog });
  return { db, end };
}

/** Ends the server as the product's own end does, and the process that has started it. */
async function stop(server: EmbeddedProcess): Promise<void> {
  process.kill(server.serverPid, "SIGINT");
  await server.kill("SIGKILL");
}

test("the embedded database is backed up while the product has it, and restored to a data folder of its own", async () => {
  const dataDir = at("data");
  await mkdir(dataDir, { mode: 0o755 });
  const before = await product(dataDir);
  onTestFinished(before.end);
  const fan = await fanWith(before.db, 77);
  const key = await createStorage(localFiles(dataDir)).put("avatars", {
    bytes: new Uint8Array(500),
    contentType: "image/webp",
  });
  const folder = at("backup");
  const made = await runProgram("backup", [folder], { DATA_DIR: dataDir });
  expect(made, made.stderr).toMatchObject({ code: 0 });
  const held = await runProgram("restore", [folder], { DATA_DIR: dataDir });
  expect(held).toMatchObject({ code: 1, stderr: expect.stringMatching(/^Another Fanlight .* already uses/) });

  const there = at("new");
  const restored = await runProgram("restore", [folder], { DATA_DIR: there });
  expect(restored, restored.stderr).toMatchObject({ code: 0 });
  expect(restored.stderr).toMatch(/JWT_SECRET is neither in the backup nor here/);
  const after = await product(there);
  onTestFinished(after.end);
  expect(await createWallet().balance(after.db, fan)).toBe(77);
  expect(await localFiles(there).head(`files/${key}`)).toEqual({ size: 500 });
});

test("kill -9 of a restore leaves the embedded database to the next one, which ends whole", async () => {
  const dataDir = at("first");
  await mkdir(dataDir, { mode: 0o755 });
  const before = await product(dataDir);
  const fan = await fanWith(before.db, 5);
  await before.end();
  const folder = at("another backup");
  const stopped = await runProgram("backup", [folder], { DATA_DIR: dataDir });
  expect(stopped, "the command starts the database of a stopped product").toMatchObject({ code: 0 });
  expect(existsSync(`${dataDir}/postgres/data/postmaster.pid`), "and ends it").toBe(false);

  const there = at("second");
  const countFile = at("opened");
  await runProgram("restore", [folder], { DATA_DIR: at("counted") }, { countFile });
  const opened = Number(readFileSync(countFile, "utf8"));
  const killed = await runProgram("restore", [folder], { DATA_DIR: there }, { killAt: String(opened - 5) });
  expect(killed.signal).toBe("SIGKILL");
  const next = await runProgram("restore", [folder], { DATA_DIR: there });
  expect(next, next.stderr).toMatchObject({ code: 0 });
  const after = await product(there);
  onTestFinished(after.end);
  expect(await createWallet().balance(after.db, fan)).toBe(5);
});
