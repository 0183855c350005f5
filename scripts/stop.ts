import { readConfig } from "#server/config.ts";
import { startEmbeddedPostgres } from "#server/kit/database/embedded/embedded-postgres.ts";
import { silentLog } from "#server/kit/database/log.ts";
import { explain } from "#server/start/explain.ts";

/** Ends a database that a killed process left behind: adopts it and stops it. Harmless when there is none. */
try {
  const { dataDir } = readConfig(process.env);
  const database = await startEmbeddedPostgres({ dataDir, log: silentLog });
  await database.stop();
  console.log(
    database.adopted ? "The database that was left running is stopped." : "Nothing was left running.",
  );
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
