import { checkBackup } from "#server/backup/check-backup.ts";
import { restoreBackup } from "#server/backup/restore-backup.ts";
import { restoreSecrets } from "#server/backup/secrets.ts";
import { type Config, readConfig } from "#server/config.ts";
import { startEmbeddedPostgres } from "#server/kit/database/embedded/embedded-postgres.ts";
import { silentLog } from "#server/kit/database/log.ts";
import { createLogger } from "#server/kit/log.ts";
import { programVersion } from "#server/kit/version.ts";
import { prepareDataFolder } from "#server/start/data-folder.ts";
import { openFiles } from "#server/storage/storage.ts";
import { argumentsOf, inFigures, runCommand } from "./run-command.ts";

const leaveOutFlag = "--leave-out-damaged-files";

/**
 * Puts a backup into an empty database and an empty storage: `npm run restore -- DIR`. The product has to be stopped. Ends
 * with code 1 unless all of it is back and the ledger is sound.
 */
await runCommand(async () => {
  const { folder, flags } = argumentsOf(`npm run restore -- DIR [${leaveOutFlag}]`, [leaveOutFlag]);
  const leaveOut = flags.has(leaveOutFlag);
  const config = readConfig(process.env);
  const backup = await checkBackup(folder, { version: programVersion, leaveOut });
  const { moment, version, tables, files, ledger } = backup.manifest;
  console.log(`Backup of ${moment} by Fanlight ${version}, checked.`);
  prepareDataFolder(config.dataDir, createLogger("silent"));
  const store = await openFiles(config);
  await store.check();
  const database = await databaseOf(config);
  try {
    const filesKind = config.s3 ? "bucket" : "disk";
    const done = await restoreBackup(backup, { url: database.ownerUrl, files: store, filesKind, leaveOut });
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(`Database: ${inFigures(tables.length)} tables, ${inFigures(rows)} rows.`);
    if (done.migrated.length > 0) console.log(`Brought up to date: ${done.migrated.join(", ")}.`);
    console.log(`Files: ${inFigures(files.count - done.missing.length)} of ${inFigures(files.count)}.`);
    console.log(`Sessions ended: ${inFigures(done.sessionsEnded)}.`);
    for (const line of await restoreSecrets(backup, config)) console.error(line);
    for (const key of done.missing) console.error(`Left out: ${key}`);
    const { audit } = done;
    const { accounts, transfers } = audit;
    const isSame =
      JSON.stringify([accounts, transfers, done.tokens]) ===
      JSON.stringify([ledger.accounts, ledger.transfers, ledger.tokens]);
    for (const problem of audit.problems) console.error(`Ledger: ${problem}`);
    if (!isSame) console.error("Ledger: its sums are not those of the backup.");
    console.log(
      `Ledger: ${audit.ok && isSame ? "sound" : "NOT SOUND"}, ${inFigures(accounts)} accounts, ${inFigures(transfers)} transfers, as in the backup.`,
    );
    if (!audit.ok || !isSame || done.missing.length > 0) process.exitCode = 1;
  } finally {
    await database.stop();
  }
});

async function databaseOf({ databaseUrl, databaseOwnerUrl, dataDir }: Config) {
  return databaseUrl
    ? { ownerUrl: databaseOwnerUrl ?? databaseUrl, stop: async () => undefined }
    : startEmbeddedPostgres({ dataDir, log: silentLog });
}
