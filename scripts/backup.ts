import { holdFiles } from "#server/backup/held-files.ts";
import { makeBackup } from "#server/backup/make-backup.ts";
import { readSecrets } from "#server/backup/secrets.ts";
import { readConfig } from "#server/config.ts";
import { reachEmbeddedPostgres } from "#server/kit/database/embedded/embedded-postgres.ts";
import { silentLog } from "#server/kit/database/log.ts";
import { programVersion } from "#server/kit/version.ts";
import { openFiles } from "#server/storage/storage.ts";
import { argumentsOf, inFigures, runCommand } from "./run-command.ts";

/** Makes a backup of everything at one moment: `npm run backup -- DIR [--secrets]`. The product may run or not. */
await runCommand(async () => {
  const { folder, flags } = argumentsOf("npm run backup -- DIR [--secrets]", ["--secrets"]);
  const config = readConfig(process.env);
  const files = await openFiles(config);
  const database = config.databaseUrl
    ? { ownerUrl: config.databaseOwnerUrl ?? config.databaseUrl, leave: async () => undefined }
    : await reachEmbeddedPostgres(config.dataDir, silentLog);
  const isWithSecrets = flags.has("--secrets");
  if (isWithSecrets)
    console.error("The secrets go into it as well: a person who has it can sign in as anybody.");
  try {
    const made = await makeBackup(folder, {
      url: database.ownerUrl,
      holdFiles: () => holdFiles(config, files),
      bucket: config.s3?.bucket ?? null,
      secrets: isWithSecrets ? await readSecrets(config) : new Map(),
      version: programVersion,
    });
    const rows = made.tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(`Backup of ${made.moment} in ${folder}, whole.`);
    console.log(`Database: ${inFigures(made.tables.length)} tables, ${inFigures(rows)} rows.`);
    console.log(`Files: ${filesLine(made.files)}.`);
    console.log(
      `Ledger: ${inFigures(made.ledger.accounts)} accounts, ${inFigures(made.ledger.transfers)} transfers.`,
    );
    if (!made.ledger.sound) console.error("The ledger does not add up; the backup has it as it is.");
    if (!isWithSecrets)
      console.log("Secrets: none. Keep JWT_SECRET, SECOND_FACTOR_SECRET and the push key apart from it.");
  } finally {
    await database.leave();
  }
});

function filesLine(files: Awaited<ReturnType<typeof makeBackup>>["files"]): string {
  const { kind, bucket, count, bytes, absent } = files;
  const size = `${inFigures(count)}, ${(bytes / 1_000_000).toFixed(1)} MB`;
  const place = kind === "bucket" ? `${size}, listed; they lie in the bucket ${bucket ?? ""}` : size;
  return absent > 0 ? `${place}; ${inFigures(absent)} that rows name were gone before` : place;
}
