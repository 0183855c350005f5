import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Clock } from "#server/kit/clock.ts";
import type { Result } from "#server/kit/result.ts";
import type { ContentType } from "./content-types.ts";
import { checkedKey, newKey, sweepFolder, writeWhole } from "./local-disk.ts";
import { type LinkRefusal, linkSigner } from "./signed-link.ts";

/**
 * Files that only some people may read: what is sold, and what is written to one person. They lie under random keys
 * like public files, but apart from them, and leave the house only by a link: an address bound to one person that dies
 * after a while.
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
   * longer, and stays the same for a quarter of an hour, so that a browser need not load a picture again with each list.
   */
  link(key: string, personId: number, forMs?: number): string;
  /** Whether an address of {@link link} is genuine and still alive. `query` is what follows the question mark. */
  verify(key: string, query: Readonly<Record<string, unknown>>): Result<object, LinkRefusal>;
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

/** Makes the keeper of private files, in a folder of the data folder. */
export function createPrivateFiles(needs: { dataDir: string; secret: string; clock: Clock }): PrivateFiles {
  const folder = path.join(needs.dataDir, "private-files");
  const incoming = path.join(needs.dataDir, "incoming");
  const signer = linkSigner(needs.secret, needs.clock);
  const pathOf = (key: string) => path.join(folder, checkedKey(key));
  const keepAt: PrivateFiles["keepAt"] = (key, file) =>
    "bytes" in file ? writeWhole(pathOf(key), file.bytes) : moveTo(pathOf(key), file.path);
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
    link(key, personId, forMs = 0) {
      const now = needs.clock.now().getTime();
      const until = Math.ceil((now + Math.max(linkMs, forMs)) / sameLinkMs) * sameLinkMs;
      return `${privateFilesPath}/${key}?${signer.query({ key, personId, until: until / 1000 })}`;
    },
    verify: signer.verify,
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
