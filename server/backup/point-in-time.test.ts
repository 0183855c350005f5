import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { type Database, openDatabase, readRows } from "#server/kit/database/database.ts";
import { silentLog } from "#server/kit/database/log.ts";
import { prepareSchema } from "#server/kit/prepare-schema.ts";
import { systemUsers } from "#server/kit/system-users.ts";
import { createWallet } from "#server/wallet/wallet.ts";
import { auditLedger } from "#testing/database/audit-ledger.ts";
import { until } from "#testing/until.ts";
import { fanWith, newKey, newModel } from "#testing/wallet/accounts.ts";
import { findPostgresPrograms } from "../../scripts/find-executable.ts";

const programs = findPostgresPrograms();
const operations = readFileSync(path.resolve(import.meta.dirname, "../../docs/operations.md"), "utf8");
const [, section = ""] = /^### To the moment of the loss\n(.+?)^## /ms.exec(operations) ?? [];
const blocks = (language: string) =>
  [...section.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "gms"))].map(([, text = ""]) => text);
const [user] = process.getuid?.() === 0 ? systemUsers(["postgres", "nobody"]) : [];
const wallet = createWallet();

/** The folders of the section, in a temporary one, and a shell of PostgreSQL's user in it. */
function machine() {
  const folder = mkdtempSync(path.join(tmpdir(), "fanlight-archive-"));
  const data = path.join(folder, "data");
  for (const name of ["", "wal", "run"]) {
    mkdirSync(path.join(folder, name), { recursive: true });
    if (user) chownSync(path.join(folder, name), user.uid, user.gid);
  }
  const url = `postgres://keeper@/postgres?host=${encodeURIComponent(path.join(folder, "run"))}`;
  const here = (text: string) => text.replaceAll("/backup/", `${folder}/`);
  const shell = (script: string) => {
    const env = { PATH: `${programs}:${process.env.PATH}`, PGDATA: data, SUPERUSER_URL: url, LC_ALL: "C" };
    const ids = user ? { uid: user.uid, gid: user.gid } : {};
    const { status, stderr } = spawnSync("sh", ["-ec", here(script)], {
      cwd: folder,
      env,
      ...ids,
      encoding: "utf8",
    });
    expect(status, `${script}\n${stderr}`).toBe(0);
  };
  const start = () =>
    shell(`pg_ctl -w -l log start -o "-c listen_addresses='' -c unix_socket_directories='${folder}/run'"`);
  onTestFinished(() => {
    spawnSync(
      "sh",
      ["-c", `${programs}/pg_ctl -D ${data} -m immediate stop`],
      user ? { uid: user.uid, gid: user.gid } : {},
    );
    rmSync(folder, { recursive: true, force: true });
  });
  return { folder, data, url, here, shell, start };
}

async function tipTo(db: Database, tokens: number): Promise<void> {
  const [from, to] = [await fanWith(db, tokens), await newModel(db)];
  const tip = { key: newKey(), from, to, tokens, kind: "tip", reason: "tip" } as const;
  expect(await wallet.transfer(db, tip)).toMatchObject({ ok: true });
}

const tips = async (db: Database) =>
  (
    await readRows(
      db,
      sql<{
        tokens: number;
      }>`select amount::int as tokens from wallet.transfer where kind = 'tip' order by id`,
    )
  ).map(({ tokens }) => tokens);

test.skipIf(programs === null)(
  "following the runbook word by word, PostgreSQL comes back to the moment before a loss, and the ledger adds up",
  { timeout: 120_000 },
  async () => {
    const { folder, data, url, here, shell, start } = machine();
    shell("initdb -U keeper --auth=trust --no-sync --locale=C --encoding=UTF8");
    const [settings = ""] = blocks("conf");
    appendFileSync(path.join(data, "postgresql.conf"), here(settings));
    start();
    const open = () => openDatabase(url, { log: silentLog, poolMax: 2 });
    const db = open();
    await prepareSchema(db, { ownerUrl: null, log: silentLog });
    await tipTo(db, 1);
    const [base = "", restore = ""] = blocks("sh");
    // The files beside it are copied by another program than PostgreSQL's.
    shell(base.replace(/^rsync .*$/m, ""));
    await tipTo(db, 2);
    const [now] = await readRows(db, sql<{ at: string }>`select clock_timestamp()::text as at`);
    await tipTo(db, 3);
    await sql`select pg_switch_wal()`.execute(db);
    await db.destroy();
    shell("pg_ctl -m fast stop");

    for (const name of readdirSync(data)) rmSync(path.join(data, name), { recursive: true });
    const moment = /(?<=recovery_target_time = ')[^']+/;
    expect(restore).toMatch(moment);
    shell(restore.replace(moment, now?.at ?? ""));
    start();
    await until(
      () => readFileSync(path.join(folder, "log"), "utf8").includes("archive recovery complete"),
      "the end of the recovery",
    );
    const back = open();
    try {
      expect(await tips(back)).toEqual([1, 2]);
      await prepareSchema(back, { ownerUrl: null, log: silentLog });
      await auditLedger(back);
    } finally {
      await back.destroy();
    }
  },
);
