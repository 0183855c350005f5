import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Clock } from "#server/kit/clock.ts";
import type { Database, Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import type { Result } from "#server/kit/result.ts";
import type { ContentType } from "./content-types.ts";
import { type CutLinks, createLinkCuts } from "./link-cuts.ts";
import { checkedKey, newKey, sweepFolder, writeWhole } from "./local-disk.ts";
import { type Link, type LinkRefusal, linkSigner } from "./signed-link.ts";

/** A private file: its key, what it belongs to, and whose it is. */
export type PrivateFile = {
  key: string;
  /** Names what the file belongs to, as `video:12`; whoever made it is asked again at each reading. */
  of: string;
  /** The account that the file came from: a ban by them cuts the links to it. */
  ownerId: number;
};

/**
 * Files that only some people may read: what is sold, and what is written to one person. They lie under random keys
 * like public files, but apart from them, and leave the house only by a link: an address bound to one reader, which
 * opens in a live session of that reader, as long as they may see the file, until it dies or is cut.
 */
export type PrivateFiles = {
  /** Keeps a file and answers its key. What lies at `path` is moved, never read into memory. */
  keep(
    area: string,
    file: { contentType: ContentType } & ({ bytes: Uint8Array } | { path: string }),
  ): Promise<string>;
  /** A key for a file that comes later, by {@link PrivateFiles.keepAt}. */
  reserve(area: string, contentType: ContentType): string;
  /** Keeps a file under a reserved key. */
  keepAt(key: string, file: { bytes: Uint8Array } | { path: string }): Promise<void>;
  /**
   * The address by which one person reads the file, as a path of this origin. It lives for an hour, or `forMs` if that is
   * longer (24 hours at most), and stays the same for a quarter of an hour, so that a player goes on when its page loads
   * a list again.
   */
  link(file: PrivateFile, readerId: number, forMs?: number): string;
  /** Whether an address of {@link link} is genuine and not too old. `query` is what follows the question mark. */
  verify(key: string, query: Readonly<Record<string, unknown>>): Result<{ link: Link }, LinkRefusal>;
  /** Lets every link die, in the caller's transaction, that a reader has to files of one owner, or at all. */
  cut(tx: Tx, links: CutLinks): Promise<void>;
  /** Was a link to a file of this owner cut after it was made? */
  isCut(link: Link, ownerId: number): Promise<boolean>;
  /** Learns what was cut before this process began; before the first link. */
  open(): Promise<void>;
  /** Forgets cuts that every link of before has outlived. */
  trimCuts(): Promise<void>;
  /** Where a file lies, for what reads it on the server. */
  pathOf(key: string): string;
  /** Forgets a file. A key without a file is no error. */
  remove(key: string): Promise<void>;
  /** As for public files: forgets what nobody knows of. */
  sweep(area: string, before: Date, known: (keys: string[]) => Promise<ReadonlySet<string>>): Promise<void>;
  /** Where large files lie while they come in; on the same disk, so that keeping one is only a move. */
  readonly incoming: string;
  /** Forgets incoming files from before a moment: their upload died with its process. */
  sweepIncoming(before: Date): Promise<void>;
  /** The folder that the files lie in. */
  readonly folder: string;
};

/** Address under which private files are served. */
export const privateFilesPath = "/private-files";

const linkMs = 3_600_000;
const sameLinkMs = 900_000;
const linkMaxMs = 86_400_000;

export type PrivateFilesNeeds = { dataDir: string; secret: string; clock: Clock; db: Database };

/** Makes the keeper of private files, in a folder of the data folder. */
export function createPrivateFiles({ dataDir, secret, clock, db }: PrivateFilesNeeds): PrivateFiles {
  const folder = path.join(dataDir, "private-files");
  const incoming = path.join(dataDir, "incoming");
  const signer = linkSigner(secret, clock);
  const cuts = createLinkCuts();
  const pathOf = (key: string) => path.join(folder, checkedKey(key));
  const keepAt: PrivateFiles["keepAt"] = (key, file) =>
    "bytes" in file ? writeWhole(pathOf(key), file.bytes) : moveTo(pathOf(key), file.path);
  const beforeAnyLink = () => new Date(clock.now().getTime() - linkMaxMs - sameLinkMs);
  return {
    folder,
    incoming,
    pathOf,
    async keep(area, file) {
      const key = newKey(area, file.contentType);
      await keepAt(key, file);
      return key;
    },
    keepAt,
    reserve: newKey,
    link({ key, of, ownerId }, readerId, forMs = 0) {
      const quarter = Math.floor(clock.now().getTime() / sameLinkMs) * sameLinkMs;
      const madeMs = Math.max(quarter, cuts.known(readerId, ownerId) + 1);
      const until = (quarter + sameLinkMs + Math.min(Math.max(linkMs, forMs), linkMaxMs)) / 1000;
      return `${privateFilesPath}/${key}?${signer.query({ key, of, readerId, madeMs, until: Math.ceil(until) })}`;
    },
    verify: signer.verify,
    cut: (tx, links) => cuts.cut(tx, links, clock.now()),
    isCut: async (link, ownerId) => (await cuts.stored(db, link.readerId, ownerId)) >= link.madeMs,
    open: () => cuts.load(db, beforeAnyLink()),
    trimCuts: () => inTransaction(db, (tx) => cuts.trim(tx, beforeAnyLink())),
    remove: async (key) => rm(pathOf(key), { force: true }),
    sweep: sweepFolder(folder),
    sweepIncoming: (before) => sweepOld(incoming, before),
  };
}

async function moveTo(file: string, from: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await rename(from, file);
}

async function sweepOld(folder: string, before: Date): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const file = path.join(folder, name);
    const known = await stat(file).catch(() => null);
    if (known && known.mtime < before) await rm(file, { force: true });
  }
}
