import { createReadStream } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";
import { readMigrationFiles } from "#server/kit/database/migration-files.ts";
import { BackupError } from "./backup-error.ts";
import type { ListedFile } from "./held-files.ts";
import { type Manifest, readManifest } from "./manifest.ts";
import { assertWhole, faultOf } from "./parts.ts";

/** A backup that was read to its end and is as it was written; `leftOut` are keys of files that are not. */
export type CheckedBackup = { folder: string; manifest: Manifest; leftOut: ReadonlySet<string> };

const numbersOf = (version: string) => version.split(".").map(Number);

/** Is `one` a later version than `other`? */
function isLater(one: string, other: string): boolean {
  const [here, there] = [numbersOf(one), numbersOf(other)];
  const index = here.findIndex((number, place) => number !== there[place]);
  return index >= 0 && (here[index] ?? 0) > (there[index] ?? 0);
}

/**
 * Reads all of a backup. Throws {@link BackupError} when a newer version than `version` made it, and for what is missing or
 * damaged; a damaged file of those that people stored is `leftOut` instead where the operator wants that.
 */
export async function checkBackup(
  folder: string,
  { version, leaveOut }: { version: string; leaveOut: boolean },
): Promise<CheckedBackup> {
  const manifest = await readManifest(folder);
  assertKnown(folder, manifest, version);
  const { tables, files, secrets } = manifest;
  await assertWhole(folder, [...tables.map(({ part }) => part), files.list, ...secrets]);
  const leftOut = new Set<string>();
  let count = 0;
  for await (const file of listedIn(folder, manifest)) {
    count++;
    if (!("sha256" in file)) continue;
    const fault = await faultOf(folder, { file: file.key, bytes: file.size, sha256: file.sha256 });
    if (fault && !leaveOut) throw new BackupError(`${path.join(folder, file.key)} ${fault}.`);
    if (fault) leftOut.add(file.key);
  }
  if (count !== files.count)
    throw new BackupError(`${folder} lists ${count} files, its manifest says ${files.count}.`);
  return { folder, manifest, leftOut };
}

/** The files of a backup, one after the other. */
export async function* listedIn(folder: string, { files }: Manifest): AsyncGenerator<ListedFile> {
  const unpacked = createReadStream(path.join(folder, files.list.file)).pipe(createGunzip());
  for await (const line of createInterface({ input: unpacked })) yield JSON.parse(line) as ListedFile;
}

function assertKnown(folder: string, manifest: Manifest, version: string): void {
  if (isLater(manifest.version, version))
    throw new BackupError(
      `${folder} was made by Fanlight ${manifest.version}, this is ${version}: restore it with that version or a later one.`,
    );
  const known = new Map(readMigrationFiles().map(({ name, checksum }) => [name, checksum]));
  const other = manifest.migrations.find(({ name, checksum }) => known.get(name) !== checksum);
  if (other)
    throw new BackupError(
      `${folder} has the tables of another version: its migration ${other.name} is not this program's. Restore it with Fanlight ${manifest.version}, at the commit that made it.`,
    );
}
