import { execFileSync } from "node:child_process";
import { appendFileSync, chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { openDatabase } from "#server/kit/database/database.ts";
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from "#server/kit/database/embedded/embedded-postgres.ts";
import { silentLog } from "#server/kit/database/log.ts";
import { prepareSchema } from "#server/kit/prepare-schema.ts";

/** A migrated database with a server of its own, and a hot standby that follows it by streaming replication. */
export type Replicated = {
  primary: EmbeddedPostgres;
  /** The same address through all stops and starts. */
  standbyUrl: string;
  /** Lets the standby receive changes without showing them, or show them again. */
  pauseReplay(paused: boolean): Promise<void>;
  stopStandby(): Promise<void>;
  startStandby(): Promise<void>;
  remove(): Promise<void>;
};

const launch = { log: silentLog, durable: false, settings: { jit: "off" } };

/** Starts both servers in temporary folders; the standby begins as a copy of the primary's files. */
export async function startReplicated(): Promise<Replicated> {
  const [primaryDir, standbyDir] = [temporaryFolder(), temporaryFolder()];
  const primary = await startEmbeddedPostgres({ ...launch, dataDir: primaryDir });
  const db = openDatabase(primary.url, { log: silentLog, poolMax: 1 });
  await prepareSchema(db, { ownerUrl: primary.ownerUrl, log: silentLog });
  await db.destroy();
  await copyCluster(primary, primaryDir, standbyDir);
  let standby = await startEmbeddedPostgres({ ...launch, dataDir: standbyDir });
  const { url: standbyUrl, ownerUrl } = standby;
  return {
    primary,
    standbyUrl,
    pauseReplay: (paused) =>
      asOwner(ownerUrl, async (client) => {
        await client.query(paused ? "select pg_wal_replay_pause()" : "select pg_wal_replay_resume()");
        // A pause is asked for, and begins where the replay stands between two changes.
        const state = async () =>
          (await client.query("select pg_get_wal_replay_pause_state() as state")).rows[0].state;
        while ((await state()) !== (paused ? "paused" : "not paused"))
          await client.query("select pg_sleep(0.01)");
      }),
    stopStandby: () => standby.stop(),
    async startStandby() {
      standby = await startEmbeddedPostgres({ ...launch, dataDir: standbyDir });
    },
    async remove() {
      await standby.stop();
      await primary.stop();
      for (const folder of [primaryDir, standbyDir]) rmSync(folder, { recursive: true, force: true });
    },
  };
}

function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "fanlight-replicated-"));
  chmodSync(folder, 0o755);
  return folder;
}

/** Copies a running cluster as PostgreSQL's manual asks for: "Making a Base Backup Using the Low Level API". */
async function copyCluster(primary: EmbeddedPostgres, from: string, to: string): Promise<void> {
  const [source, copy] = [path.join(from, "postgres/data"), path.join(to, "postgres/data")];
  appendFileSync(path.join(source, "pg_hba.conf"), "local replication all trust\n");
  await asOwner(primary.ownerUrl, async (client) => {
    await client.query("select pg_reload_conf()");
    await client.query("select pg_backup_start('standby', true)");
    // With whose the files are: the server's user is another one where we are root.
    mkdirSync(path.dirname(copy));
    execFileSync("cp", ["-a", source, copy]);
    rmSync(path.join(copy, "postmaster.pid"));
    const { rows } = await client.query("select labelfile from pg_backup_stop(false)");
    writeFileSync(path.join(copy, "backup_label"), rows[0].labelfile);
  });
  writeFileSync(path.join(copy, "standby.signal"), "");
  const { user } = primary;
  if (user)
    for (const file of ["backup_label", "standby.signal"])
      chownSync(path.join(copy, file), user.uid, user.gid);
  const connection = new pg.Client({ connectionString: primary.ownerUrl });
  appendFileSync(
    path.join(copy, "postgresql.auto.conf"),
    `primary_conninfo = 'host=${connection.host} port=${connection.port} user=${connection.user}'\n`,
  );
}

async function asOwner(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
