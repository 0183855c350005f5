import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { openDatabase } from "#server/kit/database/database.ts";
import { startEmbeddedPostgres } from "#server/kit/database/embedded/embedded-postgres.ts";
import { isAlive } from "#server/kit/database/embedded/processes.ts";
import { silentLog } from "#server/kit/database/log.ts";
import { prepareSchema } from "#server/kit/prepare-schema.ts";

/** A throw-away server for one run of the tests, holding a migrated template that tests clone. */
export type TestCluster = { template: { url: string; ownerUrl: string }; stop(): Promise<void> };

const prefix = "fanlight-test-";

/** Starts a server in a fresh temporary folder and migrates its template database. */
export async function startTestCluster(): Promise<TestCluster> {
  await sweepLeftovers();
  const dataDir = mkdtempSync(path.join(os.tmpdir(), prefix));
  chmodSync(dataDir, 0o755);
  const server = await startEmbeddedPostgres({
    dataDir,
    log: silentLog,
    durable: false,
    // A database that is dropped within minutes needs no care.
    settings: { max_connections: "300", shared_buffers: "64MB", jit: "off", autovacuum: "off" },
  });
  const { url, ownerUrl } = server;
  const template = openDatabase(url, { log: silentLog, poolMax: 1 });
  await prepareSchema(template, { ownerUrl, log: silentLog });
  await template.destroy();
  return {
    template: { url, ownerUrl },
    async stop() {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A run that was killed could not stop its server: the next one does, once the owner is certainly gone. */
async function sweepLeftovers(): Promise<void> {
  for (const name of readdirSync(os.tmpdir()).filter((entry) => entry.startsWith(prefix))) {
    const folder = path.join(os.tmpdir(), name);
    const owner = readPid(path.join(folder, "instance.lock"), (text) => JSON.parse(text).pid);
    if (owner === undefined || isAlive(owner)) continue;
    const server = readPid(path.join(folder, "postgres/data/postmaster.pid"), (text) => text.split("\n")[0]);
    if (server !== undefined && isAlive(server)) process.kill(server, "SIGQUIT");
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function readPid(file: string, pick: (text: string) => unknown): number | undefined {
  try {
    return Number(pick(readFileSync(file, "utf8"))) || undefined;
  } catch {
    return undefined;
  }
}
