import { randomUUID } from "node:crypto";
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { schemasOf } from "#server/kit/database/grant.ts";
import { readHistory } from "#server/kit/database/history.ts";
import { readMigrationFiles } from "#server/kit/database/migration-files.ts";
import { createWallet } from "#server/wallet/wallet.ts";
import { BackupError } from "./backup-error.ts";
import type { HeldFiles } from "./held-files.ts";
import { format, type Manifest, manifestFile, type Part, sealed, type TablePart } from "./manifest.ts";
import { asOwner, type Owner } from "./owner.ts";
import { flushFolder, writePart } from "./parts.ts";
import { beginSnapshot, claimBackup, readSnapshot, type Snapshot } from "./snapshot.ts";
import { jobsLevel, type KeptTable, listSequences } from "./tables.ts";
import { keysOf, writeTable } from "./write-database.ts";

export type BackupNeeds = {
  /** The database, as the owner of its tables. */
  url: string;
  /** Takes hold of the stored files, once no other backup is being made. */
  holdFiles: () => Promise<HeldFiles>;
  /** Where the bucket is that the files lie in; null: on the disk. */
  bucket: string | null;
  /** By name; none unless they were asked for. */
  secrets: ReadonlyMap<string, string>;
  /** Of this program. */
  version: string;
};

/** A file that was stored and deleted in one short moment makes another try necessary. */
const triesMax = 5;

/**
 * Makes a backup in `folder`, which must not be there or be empty. Everything is of one moment: the rows by one snapshot,
 * and every file that they name. It is written beside `folder` and gets its name when all of it is on the disk. The
 * product may run. Throws {@link BackupError}; then nothing is left.
 */
export async function makeBackup(folder: string, needs: BackupNeeds): Promise<Manifest> {
  await assertFree(folder);
  return asOwner(needs.url, async (owner) => {
    await claimBackup(owner.client);
    return intoDraft(folder, async (draft) => {
      const files = await needs.holdFiles();
      try {
        return await write(draft, owner, files, needs);
      } finally {
        await files.letGo();
      }
    });
  });
}

/** Has a backup written beside `folder`, and gives it its name; what fails leaves nothing. */
async function intoDraft(folder: string, work: (draft: string) => Promise<Manifest>): Promise<Manifest> {
  const draft = `${path.resolve(folder)}.${randomUUID()}.part`;
  await mkdir(draft, { recursive: true, mode: 0o700 });
  try {
    const manifest = await work(draft);
    await writePart(draft, manifestFile, asChunks([sealed(manifest)]));
    for (const name of ["database", "."]) await flushFolder(path.join(draft, name));
    await rename(draft, folder);
    await flushFolder(path.dirname(path.resolve(folder)));
    return manifest;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

async function assertFree(folder: string): Promise<void> {
  const parent = path.dirname(path.resolve(folder));
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw new BackupError(`${folder} cannot be used: ${error.message}.`);
  });
  if (names === null) return;
  if (names.length > 0) throw new BackupError(`${folder} is not empty: a backup gets a folder of its own.`);
  if ((await stat(folder)).dev !== (await stat(parent)).dev)
    throw new BackupError(`${folder} is a file system of its own: name a new folder in it.`);
}

async function write(draft: string, owner: Owner, files: HeldFiles, needs: BackupNeeds): Promise<Manifest> {
  const { version, bucket } = needs;
  const { client, db } = owner;
  const schemas = schemasOf(readMigrationFiles());
  const { snapshot, tables, absent } = await writeDatabase(draft, owner, files, schemas);
  const wallet = createWallet();
  const { ledger, migrations } = await readSnapshot(db, snapshot, async (tx) => {
    const { ok: sound, accounts, transfers } = await wallet.audit(tx);
    return {
      migrations: await readHistory(tx),
      ledger: { sound, accounts, transfers, tokens: await wallet.totals(tx) },
    };
  });
  const [jobs, sequences] = [await jobsLevel(client), await listSequences(client, schemas)];
  await client.query("commit");
  const { moment, postgres } = snapshot;
  return {
    format,
    version,
    id: randomUUID(),
    moment,
    postgres,
    migrations,
    jobs,
    tables,
    sequences,
    ledger,
    files: { kind: files.kind, bucket, absent, ...(await writeFiles(draft, files)) },
    secrets: await writeSecrets(draft, needs.secrets),
  };
}

/**
 * Writes every table of one moment, for which every file is held that a row names. Files are stored before a row names
 * them and deleted after the last row has forgotten them, so that a file of the moment is there when files are held
 * before it, or when they are held after it, unless it was stored and deleted between the two. That case is found, as its
 * row has forgotten it, and another moment is taken.
 */
async function writeDatabase(
  draft: string,
  owner: Owner,
  files: HeldFiles,
  schemas: readonly string[],
): Promise<{ snapshot: Snapshot; tables: TablePart[]; absent: number }> {
  const { client } = owner;
  const gone = new Set<string>();
  for (let attempt = 1; attempt <= triesMax; attempt++) {
    await files.hold();
    const snapshot = await beginSnapshot(client, schemas);
    await files.hold();
    const tables: TablePart[] = [];
    const unheld = new Map<KeptTable, Set<string>>();
    for (const table of snapshot.tables) {
      const keys = new Set<string>();
      tables.push(await writeTable(client, draft, table, (key) => files.has(key) || keys.add(key)));
      if (keys.size > 0) unheld.set(table, keys);
    }
    const missed = new Set([...unheld.values()].flatMap((keys) => [...keys]));
    if (await wereGoneBefore(owner, unheld, gone)) return { snapshot, tables, absent: missed.size };
    for (const key of missed) gone.add(key);
    await client.query("rollback");
    await rm(path.join(draft, "database"), { recursive: true });
  }
  throw new BackupError("files were stored and deleted faster than they could be kept; try again.");
}

/**
 * Were the files that rows name, and that are not held, gone before the moment of the snapshot? Yes where their rows still
 * name them, as what is deleted has been forgotten before, and where they were not there at an earlier moment (`gone`).
 */
async function wereGoneBefore(
  owner: Owner,
  unheld: ReadonlyMap<KeptTable, ReadonlySet<string>>,
  gone: ReadonlySet<string>,
): Promise<boolean> {
  const doubtful = [...unheld]
    .map(([table, keys]) => ({ table, keys: [...keys].filter((key) => !gone.has(key)) }))
    .filter(({ keys }) => keys.length > 0);
  if (doubtful.length === 0) return true;
  // The transaction of the snapshot sees nothing that came after it.
  return asOwner(owner.url, async ({ client }) => {
    for (const { table, keys } of doubtful) {
      const named = await keysOf(client, table);
      if (!keys.every((key) => named.has(key))) return false;
    }
    return true;
  });
}

async function writeFiles(draft: string, files: HeldFiles) {
  let [count, bytes] = [0, 0];
  async function* lines() {
    for await (const file of files.store(draft)) {
      count++;
      bytes += file.size;
      yield `${JSON.stringify(file)}\n`;
    }
  }
  const list = await writePart(draft, "files.jsonl.gz", asChunks(lines()));
  return { count, bytes, list };
}

async function writeSecrets(draft: string, secrets: ReadonlyMap<string, string>): Promise<Part[]> {
  const parts: Part[] = [];
  for (const [name, secret] of secrets)
    parts.push(await writePart(draft, `secrets/${name}`, asChunks([`${secret}\n`])));
  return parts;
}

async function* asChunks(texts: Iterable<string> | AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const text of texts) yield Buffer.from(text);
}
