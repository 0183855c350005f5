import { randomBytes, randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type { UploadedLargeFile } from "#contract/endpoint.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { Database, Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import type { ExportArea } from "#server/kit/export/area.ts";
import type { Limits } from "#server/kit/http/limits.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { PrivateFiles } from "../private-files.ts";
import {
  addPart,
  answerOf,
  deleteUploads,
  insertUpload,
  type KeptAnswer,
  keepAnswer,
  knownParts,
  lockOwner,
  openUploads,
  partsOf,
  releaseUpload,
  takeUpload,
  type UploadRow,
  uploadById,
  uploadsOf,
} from "./uploads-store.ts";

/** A kind of file that may be sent: its media types, and its size in bytes. */
type UploadKind = { accept: readonly string[]; bytesMax: number };
/** The limits of one person: kinds of files, and uploads that no call has used yet, in number and bytes. */
type UploadLimits = { kinds: readonly UploadKind[]; openMax: number; openBytesMax: number };

/** The page's declaration about a file: its size in bytes, its media type and its name. */
export type NewUpload = { ownerId: number; size: number; contentType: string; name: string };
export type BeginRefusal = "wrong_type" | "too_large" | "empty" | "too_many";
export type TakeRefusal =
  | { code: "unknown_upload" | "upload_unfinished" | "upload_in_use" }
  | { code: "too_many_requests"; retryAfterSeconds: number };

/**
 * Large files that come in parts before the form that they belong to (`contract/endpoint.ts`, `onDisk`), and go on from
 * their last byte after a cut. Parts lie among the private files, so that any node takes the next one.
 */
export type Uploads = {
  /** Begins an upload; answers its id, which nobody guesses. */
  begin(upload: NewUpload): Promise<Result<{ id: string }, BeginRefusal>>;
  /** The upload of this owner that no call has used yet; null for anybody else's. */
  find(ownerId: number, id: string): Promise<UploadRow | null>;
  byId(id: string): Promise<UploadRow | null>;
  /** Adds bytes where the upload ends; false when it ends elsewhere by now, or is gone. */
  add(id: string, starts: number, bytes: Uint8Array): Promise<boolean>;
  /**
   * Takes a whole upload for one call, as a file that is the caller's to move or delete. An upload that a call has
   * used gets the answer that it got then.
   */
  take(
    ownerId: number,
    id: string,
  ): Promise<Result<{ file: UploadedLargeFile } | { answer: KeptAnswer }, TakeRefusal>>;
  /** The call has used it: its parts go, its answer stays for a day. */
  used(id: string, answer: KeptAnswer): Promise<void>;
  /** The call failed; another one may use the file. */
  release(id: string): Promise<void>;
  /**
   * The call was refused for another reason than the file, which another call may use; after ten of these in ten minutes
   * the owner waits, as each has put the whole file together.
   */
  refused(ownerId: number, id: string): Promise<void>;
  /** Forgets an upload and its parts: given up, or its file was refused. */
  drop(id: string): Promise<void>;
  /** Forgets what is older than a day, and parts that no upload knows of. */
  sweep(): Promise<void>;
  exportAreas(account: { id: number }): ExportArea[];
  /** Forgets a person's uploads; their parts are swept later. */
  erase(tx: Tx, account: { id: number }): Promise<void>;
};

export type UploadsNeeds = {
  db: Database;
  clock: Clock;
  files: PrivateFiles;
  /** The limits that are checked when an upload begins; the call that uses it looks at the content. */
  limits: UploadLimits;
  /** Counts the refused calls of each owner. */
  rates: Limits;
};

const area = "uploads";
const idBytes = 16;
const idShape = /^[A-Za-z0-9_-]{22}$/;
const keptMs = 24 * 3_600_000;
const refusedMax = 10;
const refusedSeconds = 600;
/** A call that took an upload longer ago has died with its process. */
const takenMsMax = 10 * 60_000;

/** Creates the store of uploads. */
export function createUploads({ db, clock, files, limits, rates }: UploadsNeeds): Uploads {
  const contentType = "application/octet-stream";
  const refusedCalls = rates.create("refused_uploads", refusedMax, refusedSeconds);
  const ago = (ms: number) => new Date(clock.now().getTime() - ms);
  const discard = async (keys: readonly string[]) => {
    for (const key of keys) await files.discard(key);
  };
  const drop = async (id: string) => discard(await inTransaction(db, (tx) => deleteUploads(tx, { id })));
  return {
    async begin({ ownerId, size, contentType: type, name }) {
      const refusal = uploadRefusal(limits, { size, contentType: type });
      if (refusal) return refuse(refusal);
      const id = randomBytes(idBytes).toString("base64url");
      return inTransaction(db, async (tx): Promise<Result<{ id: string }, BeginRefusal>> => {
        await lockOwner(tx, ownerId);
        const open = await openUploads(tx, ownerId);
        if (open.count >= limits.openMax || open.bytes + size > limits.openBytesMax)
          return refuse("too_many");
        const row = { id, owner_id: ownerId, name: storable(name), content_type: type, size };
        await insertUpload(tx, { ...row, created_at: clock.now() });
        return ok({ id });
      });
    },
    async find(ownerId, id) {
      const found = idShape.test(id) ? await uploadById(db, id) : null;
      return found?.owner_id === ownerId && (await answerOf(db, id)) === null ? found : null;
    },
    byId: (id) => uploadById(db, id),
    async add(id, starts, bytes) {
      const key = await files.put(area, { bytes, contentType });
      const part = { starts, bytes: bytes.length, key };
      const added = await inTransaction(db, (tx) => addPart(tx, id, part));
      if (!added) await files.discard(key);
      return added;
    },
    async take(ownerId, id) {
      const known = await uploadById(db, id);
      if (known?.owner_id !== ownerId) return refuse({ code: "unknown_upload" });
      if (known.received < known.size) return refuse({ code: "upload_unfinished" });
      const answer = await answerOf(db, id);
      if (answer) return ok({ answer });
      const retryAfterSeconds = await refusedCalls.blocked(String(ownerId));
      if (retryAfterSeconds !== null) return refuse({ code: "too_many_requests", retryAfterSeconds });
      const taken = await takeUpload(db, id, { now: clock.now(), lostBefore: ago(takenMsMax) });
      if (!taken) return refuse({ code: "upload_in_use" });
      try {
        return ok({ file: await assemble(db, files, taken) });
      } catch (error) {
        await releaseUpload(db, id);
        throw error;
      }
    },
    async used(id, answer) {
      await discard(await inTransaction(db, (tx) => keepAnswer(tx, id, answer)));
    },
    release: (id) => releaseUpload(db, id),
    async refused(ownerId, id) {
      await refusedCalls.take(String(ownerId));
      await releaseUpload(db, id);
    },
    drop,
    async sweep() {
      await discard(await inTransaction(db, (tx) => deleteUploads(tx, { before: ago(keptMs) })));
      await files.sweep(area, ago(keptMs), (keys) => knownParts(db, keys));
    },
    exportAreas: ({ id }) => [{ name: "uploads", rows: () => uploadsOf(db, id) }],
    async erase(tx, { id }) {
      await deleteUploads(tx, { ownerId: id });
    },
  };
}

/** A name as a column can hold it. */
const storable = (name: string) => name.replaceAll("\0", "").slice(0, 200);

/** Puts the parts of an upload together to one file in the folder of work in progress. */
async function assemble(
  db: Database,
  files: PrivateFiles,
  { id, name, size }: UploadRow,
): Promise<UploadedLargeFile> {
  await mkdir(files.incoming, { recursive: true });
  const target = path.join(files.incoming, randomUUID());
  try {
    const parts = await partsOf(db, id);
    await pipeline(
      bytesOf(
        files,
        parts.map(({ key }) => key),
      ),
      createWriteStream(target, { flags: "wx" }),
    );
    const written = (await stat(target)).size;
    if (written !== size) throw new Error(`upload ${id} has ${written} bytes of ${size}`);
    return { path: target, size, name };
  } catch (error) {
    await rm(target, { force: true });
    throw error;
  }
}

async function* bytesOf(files: PrivateFiles, keys: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const key of keys) {
    const opened = await files.read(key);
    if (!opened.ok) throw new Error(`the part ${key} of an upload is gone`);
    yield* opened.file.stream as AsyncIterable<Uint8Array>;
  }
}

/** Types by which systems name what they do not know, and videos of every other name: what they are their content decides. */
const undecided = /^(|application\/octet-stream|video\/.+)$/;

const largestOf = (kinds: readonly UploadKind[], contentType: string) =>
  undecided.test(contentType)
    ? kinds.reduce((largest, kind) => (kind.bytesMax > largest.bytesMax ? kind : largest))
    : undefined;

/** Why a file is refused before any of it has come; null when it is not. */
function uploadRefusal(
  { kinds }: UploadLimits,
  { size, contentType }: Pick<NewUpload, "size" | "contentType">,
): "wrong_type" | "too_large" | "empty" | null {
  const kind = kinds.find(({ accept }) => accept.includes(contentType)) ?? largestOf(kinds, contentType);
  if (!kind) return "wrong_type";
  if (!(size >= 1)) return "empty";
  return size > kind.bytesMax ? "too_large" : null;
}
