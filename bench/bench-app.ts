import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, realpathSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { type App, createApp } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import { newVapidKey } from "#server/config/vapid-key.ts";
import { systemClock } from "#server/kit/clock.ts";
import { type Database, openDatabase } from "#server/kit/database/database.ts";
import { startEmbeddedPostgres } from "#server/kit/database/embedded/embedded-postgres.ts";
import { createLogger } from "#server/kit/log.ts";
import { prepareSchema } from "#server/kit/prepare-schema.ts";
import { type MediaEngine, startMediaEngine } from "#server/media/media.ts";
import { localFiles } from "#server/storage/storage.ts";
import { cpuSecondsWithEnded } from "./cpu-time.ts";

/** The application without pages and without a demo world, on a database of its own. */
export type BenchApp = {
  app: App;
  db: Database;
  /** The database as the owner of its tables, for what a bench fills them with. */
  ownerUrl: string;
  origin: string;
  /** Processor time that the database has used so far, s. Linux only. */
  databaseSeconds(): number;
  stop(): Promise<void>;
};

/**
 * Starts it in this process; `reports` stands in for what the media engine reports. Its data lie in `keptDir` and stay
 * there, or in a folder that is removed at the end.
 */
export async function startBenchApp({
  reports = {},
  keptDir,
}: {
  reports?: Partial<Pick<MediaEngine, "rooms" | "flows" | "onReport">>;
  keptDir?: string;
} = {}): Promise<BenchApp> {
  if (keptDir) mkdirSync(keptDir, { recursive: true });
  const dataDir = keptDir ?? mkdtempSync(path.join(os.tmpdir(), "fanlight-bench-"));
  const log = createLogger("silent");
  const server = await startEmbeddedPostgres({ dataDir, log });
  const db = openDatabase(server.url, { log });
  await prepareSchema(db, { ownerUrl: server.ownerUrl, log });
  const media = await startMediaEngine({ udpPort: 0, bindAddress: "127.0.0.1", log });
  const config = readConfig({ PORT: "0", DATA_DIR: dataDir, TRUST_PROXY: "1", LOG_LEVEL: "silent" });
  const app = await createApp({
    config,
    db,
    clock: systemClock,
    random: Math.random,
    log,
    media: { ...media, ...reports },
    files: localFiles(dataDir),
    transport: null,
    secret: "a secret that only this bench knows",
    vapidKey: newVapidKey(),
    gateways: {},
    twitter: null,
    web: null,
  });
  const origin = await app.listen(0, "127.0.0.1");
  return {
    app,
    db,
    ownerUrl: server.ownerUrl,
    origin,
    databaseSeconds: () => secondsOfServer(dataDir),
    async stop() {
      await app.stop();
      await media.stop();
      await db.destroy();
      await server.stop();
      if (!keptDir) rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Processor time of the processes of the PostgreSQL of this data folder, each of which works in it. */
function secondsOfServer(dataDir: string): number {
  const folder = realpathSync(dataDir);
  const ids = readdirSync("/proc").filter((entry) => /^\d+$/.test(entry));
  return ids.reduce((sum, id) => {
    try {
      const isServer = readlinkSync(`/proc/${id}/cwd`).startsWith(folder);
      return isServer ? sum + cpuSecondsWithEnded(Number(id)) : sum;
    } catch {
      // The process has ended meanwhile, or belongs to somebody else.
      return sum;
    }
  }, 0);
}
