import { randomUUID } from "node:crypto";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import type { Clock } from "#server/kit/clock.ts";
import { type Database, type Reader, readRows, type Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import type { Result } from "#server/kit/result.ts";
import { type ContentType, type Files, newKey } from "./files.ts";
import { type KeyedFiles, keyedFiles } from "./keyed-files.ts";
import {
  createLinkRevocations,
  type Link,
  type LinkRefusal,
  linkSigner,
  type RevokedLinks,
} from "./private-links.ts";

/** A private file: its key, the thing that it belongs to, and its owner. */
export type PrivateFile = {
  key: string;
  /** Names what the file belongs to, as `video:12`; the module behind it is asked again at each read. */
  of: string;
  /** The account that the file came from: a ban by them revokes the links to it. */
  ownerId: number;
};

/**
 * Files that only some users may read: media for sale, and attachments of chats. They are stored under random keys like
 * public files, but apart from them, and are served only by links: an address bound to one reader, which works in a
 * live session of that reader, as long as they may see the file, until it expires or is revoked.
 */
export type PrivateFiles = KeyedFiles & {
  /** A key for a file that is stored later, by `putAt`. */
  reserve(area: string, contentType: ContentType): string;
  /**
   * The address by which one user reads the file, as a path of this origin. It is valid for an hour, or `forMs` if that is
   * longer (24 hours at most), and stays the same for a quarter of an hour, so that a player continues when its page
   * reloads a list.
   */
  link(file: PrivateFile, readerId: number, forMs?: number): string;
  /** Whether an address of {@link link} is genuine and not expired. `query` is its parsed query string. */
  verify(key: string, query: Readonly<Record<string, unknown>>): Result<{ link: Link }, LinkRefusal>;
  /** Revokes, in the caller's transaction, every link of a reader to files of one owner, or to all files. */
  revoke(tx: Tx, links: RevokedLinks): Promise<void>;
  /** Was a link to a file of this owner revoked after it was made? */
  isRevoked(link: Link, ownerId: number): Promise<boolean>;
  /** Keeps a file for a holder, in the caller's transaction: neither `discard` nor a sweep deletes it meanwhile. */
  hold(tx: Tx, key: string, holder: string): Promise<void>;
  /** These holders need their files no longer. */
  letGo(tx: Tx, holders: readonly string[]): Promise<void>;
  /** Loads the revocations from before this process started; call before the first link. */
  open(): Promise<void>;
  /** Loads what other nodes have revoked a moment ago, so that new links are younger. */
  refresh(): Promise<void>;
  /** Deletes revocations older than any link that is still valid. */
  trimRevocations(): Promise<void>;
  /** Copies a file into the folder `incoming` for `work`, which may write beside it, and deletes the copy afterwards. */
  withCopy<Done>(key: string, work: (path: string) => Promise<Done>): Promise<Done>;
  /** Folder of uploads in progress and of work on files; on the disk of local files, so that storing one is only a rename. */
  readonly incoming: string;
  /** Deletes what uploads from before a moment left behind: they died with their process. */
  sweepIncoming(before: Date): Promise<void>;
};

/** Address under which private files are served. */
export const privateFilesPath = "/private-files";

const linkMs = 3_600_000;
const sameLinkMs = 900_000;
const linkMaxMs = 86_400_000;

export type PrivateFilesNeeds = {
  files: Files;
  /** The folder of private files; its `incoming` is for work in progress. */
  dataDir: string;
  secret: string;
  clock: Clock;
  db: Database;
};

/** How far back {@link PrivateFiles.refresh} reads: clocks of nodes and commits may be late by seconds. */
const refreshedMs = 10_000;

/** Creates the store of private files. */
export function createPrivateFiles({ files, dataDir, secret, clock, db }: PrivateFilesNeeds): PrivateFiles {
  const keyed = keyedFiles(files, "private-files");
  const incoming = path.join(dataDir, "incoming");
  const signer = linkSigner(secret, clock);
  const revocations = createLinkRevocations();
  const beforeAnyLink = () => new Date(clock.now().getTime() - linkMaxMs - sameLinkMs);
  return {
    ...keyed,
    async discard(key) {
      if (!(await heldOf(db, [key])).has(key)) await keyed.discard(key);
    },
    sweep: (area, before, known) =>
      keyed.sweep(
        area,
        before,
        async (keys) => new Set([...(await known(keys)), ...(await heldOf(db, keys))]),
      ),
    hold: holdFile,
    letGo: letGoOf,
    incoming,
    reserve: newKey,
    link({ key, of, ownerId }, readerId, forMs = 0) {
      const quarter = Math.floor(clock.now().getTime() / sameLinkMs) * sameLinkMs;
      const madeMs = Math.max(quarter, revocations.known(readerId, ownerId) + 1);
      const until = (quarter + sameLinkMs + Math.min(Math.max(linkMs, forMs), linkMaxMs)) / 1000;
      return `${privateFilesPath}/${key}?${signer.query({ key, of, readerId, madeMs, until: Math.ceil(until) })}`;
    },
    verify: signer.verify,
    revoke: (tx, links) => revocations.revoke(tx, links, clock.now()),
    isRevoked: async (link, ownerId) => (await revocations.stored(db, link.readerId, ownerId)) >= link.madeMs,
    open: () => revocations.load(db, beforeAnyLink()),
    refresh: () => revocations.load(db, new Date(clock.now().getTime() - refreshedMs)),
    trimRevocations: () => inTransaction(db, (tx) => revocations.trim(tx, beforeAnyLink())),
    async withCopy(key, work) {
      await mkdir(incoming, { recursive: true });
      const copy = path.join(incoming, randomUUID());
      try {
        if (!(await keyed.copyTo(key, copy))) throw new Error(`the private file ${key} is gone`);
        return await work(copy);
      } finally {
        await rm(copy, { force: true });
      }
    },
    async sweepIncoming(before) {
      await sweepOld(incoming, before);
      await files.dropPartial(before);
    },
  };
}

async function sweepOld(folder: string, before: Date): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const file = path.join(folder, name);
    const known = await stat(file).catch(() => null);
    if (known && known.mtime < before) await rm(file, { force: true });
  }
}

/** Keeps a file from being deleted for as long as a holder needs it; repeated, it changes nothing. */
async function holdFile(tx: Tx, key: string, holder: string): Promise<void> {
  await sql`
    insert into storage.held_file (key, holder) values (${key}, ${holder}) on conflict do nothing`.execute(
    tx,
  );
}

/** These holders need their files no longer: what nothing else has of them is deleted by the next sweep. */
async function letGoOf(tx: Tx, holders: readonly string[]): Promise<void> {
  await sql`delete from storage.held_file where holder = any (${[...holders]}::text[])`.execute(tx);
}

/** The files among these that somebody holds. */
async function heldOf(reader: Reader, keys: readonly string[]): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set();
  const rows = await readRows(
    reader,
    sql<{ key: string }>`select distinct key from storage.held_file where key = any (${[...keys]}::text[])`,
  );
  return new Set(rows.map(({ key }) => key));
}
