import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, onTestFinished } from "vitest";
import { checkBackup } from "#server/backup/check-backup.ts";
import { type HeldFiles, holdFiles } from "#server/backup/held-files.ts";
import { makeBackup } from "#server/backup/make-backup.ts";
import { type Restored, restoreBackup } from "#server/backup/restore-backup.ts";
import { programVersion } from "#server/kit/version.ts";
import { localFiles } from "#server/storage/storage.ts";
import { emptyDatabase, type TestDatabase } from "#testing/database/test-database.ts";

/** A folder for the tests of one file, where every name is free at first. */
export function workFolder(): (name: string) => string {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "fanlight-backup-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return (name) => path.join(folder, name);
}

/** Makes a backup of a database and the files of a data folder, by this process. */
export function backUp(
  folder: string,
  { ownerUrl }: Pick<TestDatabase, "ownerUrl">,
  dataDir: string,
  watch: (held: HeldFiles) => HeldFiles = (held) => held,
) {
  return makeBackup(folder, {
    url: ownerUrl,
    holdFiles: async () => watch(await holdFiles({ s3: null, dataDir }, localFiles(dataDir))),
    bucket: null,
    secrets: new Map(),
    version: programVersion,
  });
}

/** Restores a backup into a database and a data folder, by this process. */
export async function putBack(
  folder: string,
  { ownerUrl }: Pick<TestDatabase, "ownerUrl">,
  dataDir: string,
  { leaveOut = false, version = programVersion, patienceMs = 10_000 } = {},
): Promise<Restored> {
  const backup = await checkBackup(folder, { version, leaveOut });
  return restoreBackup(backup, {
    url: ownerUrl,
    files: localFiles(dataDir),
    filesKind: "disk",
    leaveOut,
    patienceMs,
  });
}

/** Lets an account wear a picture of a key; null: none. */
export const wearKey = ({ owner }: Pick<TestDatabase, "owner">, id: number, key: string | null) =>
  sql`update accounts.account set avatar = ${key && `/files/${key}`}, avatar_key = ${key} where id = ${id}`.execute(
    owner,
  );

/** An empty database until the test ends. */
export async function emptyTarget(): Promise<TestDatabase> {
  const target = await emptyDatabase();
  onTestFinished(() => target[Symbol.asyncDispose]());
  return target;
}
