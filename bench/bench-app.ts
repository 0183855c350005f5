import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { type App, createApp } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import { systemClock } from "#server/kit/clock.ts";
import { type Database, openDatabase } from "#server/kit/database/database.ts";
import { startEmbeddedPostgres } from "#server/kit/database/embedded/embedded-postgres.ts";
import { createLogger } from "#server/kit/log.ts";
import { prepareSchema } from "#server/kit/prepare-schema.ts";
import { startMediaEngine } from "#server/media/media.ts";

/** The application without pages and without a demo world, on a database of its own. */
/** `ownerUrl`: the database as the owner of its tables, for what a bench fills them with. */
export type BenchApp = { app: App; db: Database; ownerUrl: string; origin: string; stop(): Promise<void> };

/** Starts it in this process. */
export async function startBenchApp(): Promise<BenchApp> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "fanlight-bench-"));
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
    media,
    transport: null,
    secret: "a secret that only this bench knows",
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
    async stop() {
      await app.stop();
      await media.stop();
      await db.destroy();
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
