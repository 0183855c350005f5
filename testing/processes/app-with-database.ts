import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";
import { type Database, openDatabase } from "#server/kit/database/database.ts";
import { readPostmaster } from "#server/kit/database/embedded/postmaster.ts";
import { silentLog } from "#server/kit/database/log.ts";
import { until } from "#testing/until.ts";
import { type AppProcess, startApp } from "./app-process.ts";

/** The application as a process that brings its database, which can be killed under it. */
export type AppWithDatabase = {
  app: AppProcess;
  /** The app's database, as the owner of the tables. */
  db: Database;
  /** Kills PostgreSQL as a power cut would; `meanwhile` runs at once. Resolves when the application is ready again. */
  killDatabase(meanwhile?: () => void): Promise<void>;
};

/**
 * Starts one for the test that runs, at whose end it is gone; `name` is what PostgreSQL calls its connections. Of a test that
 * failed it prints what the application has logged.
 */
export async function startAppWithDatabase(name: string): Promise<AppWithDatabase> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "fanlight-outage-"));
  const logFile = `${dataDir}.log`;
  const app = await startApp({ name, dataDir, logFile, mediaEngine: "at once" });
  onTestFinished(async ({ task }) => {
    await app.stop();
    if (task.result?.state === "fail") console.log(readFileSync(logFile, "utf8"));
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    rmSync(logFile);
  });
  const data = path.join(dataDir, "postgres/data");
  const socketFolder = path.resolve(data, readPostmaster(data)?.socketFolder ?? "");
  const url = `postgres://fanlight@/fanlight?host=${encodeURIComponent(socketFolder)}`;
  const db = openDatabase(url, { log: silentLog, poolMax: 2 });
  onTestFinished(() => db.destroy());
  return {
    app,
    db,
    async killDatabase(meanwhile) {
      const killed = readPostmaster(data)?.pid ?? 0;
      process.kill(killed, "SIGKILL");
      meanwhile?.();
      const isBack = async () =>
        readPostmaster(data)?.pid !== killed && (await app.call("GET", "/readyz")).status === 200;
      await until(isBack, `the application to be ready again (${app.complaint()})`);
    },
  };
}
