import { randomBytes } from "node:crypto";
import type { Readable } from "node:stream";
import { Outage } from "#server/kit/outage.ts";
import { type Result, refuse } from "#server/kit/result.ts";

/** Content types of stored files, with their file extensions. */
export const contentTypes = {
  "image/webp": "webp",
  "image/jpeg": "jpg",
  "image/png": "png",
  "video/mp4": "mp4",
  "video/webm": "webm",
  /** A part of an upload under way, which nobody reads by a link. */
  "application/octet-stream": "bin",
} as const;
export type ContentType = keyof typeof contentTypes;

/** The two roots of all files: those that everybody may read, and those that are read by links. */
export const fileRoots = ["files", "private-files"] as const;
export type FileRoot = (typeof fileRoots)[number];

/** The source of a stored file: bytes, a stream, or a file at `path` that is moved and gone afterwards. */
export type FileSource = { bytes: Uint8Array } | { stream: Readable } | { path: string };

/** Bytes from one position up to and including another, or the last ones; positions begin at 0. */
export type ByteRange = { from: number; to?: number } | { last: number };

/** An open file: `size` bytes in all, of which `stream` holds those from `from` up to and including `to`. */
export type OpenFile = { stream: Readable; size: number; from: number; to: number };

/** A stored file; `etag`: a bucket's own tag of what it says. */
export type ListedFile = { key: string; size: number; storedAt: Date; etag?: string };

/**
 * Where stored files lie: a folder or a bucket. Keys are `<root>/<area>/<22 characters>.<ending>`; any other is a
 * RangeError, which rules out path traversal. A file never changes once it is stored. Throws {@link FilesUnavailable}
 * while the storage is away.
 */
export type Files = {
  /** Stores a file whole or not at all, replacing one of the same key. */
  put(key: string, source: FileSource): Promise<void>;
  /** Opens a file, or a part of it; the caller reads or destroys the stream. `past_end`: the range holds no byte. */
  read(key: string, range?: ByteRange): Promise<Result<{ file: OpenFile }, "not_found" | "past_end">>;
  /** The size of a file in bytes, null without one. */
  head(key: string): Promise<{ size: number } | null>;
  /** Copies a file to a path of this machine, where code works on it; false without one. */
  copyTo(key: string, path: string): Promise<boolean>;
  /** Deletes a file. A key without a file is no error. */
  remove(key: string): Promise<void>;
  /** The files of a root (`files/`) or of one of its areas (`files/avatars/`), in no order. */
  list(prefix: string): AsyncIterable<ListedFile>;
  /** Deletes what was left of files whose storing began before a moment and never ended. */
  dropPartial(before: Date): Promise<void>;
  /** Rejects with {@link FilesUnavailable}, whose message is one line for the operator, unless files can be stored and read. */
  check(): Promise<void>;
};

const retrySeconds = 10;

/** Files cannot be read or stored now: their storage is away, or refuses us. */
export class FilesUnavailable extends Outage {
  override name = "FilesUnavailable";
  /** The storage answered and refuses us: nothing gets better until an operator acts. */
  readonly isRefusal: boolean;

  constructor(message: string, { isRefusal = false, cause }: { isRefusal?: boolean; cause?: unknown }) {
    super("files_away", retrySeconds, message, cause);
    this.isRefusal = isRefusal;
  }
}

/** Sixteen random bytes: an address that cannot be guessed. */
const keyBytes = 16;
const keyShape = /^[a-z]{2,20}\/[A-Za-z0-9_-]{22}\.([a-z0-9]{3,4})$/;
const typeOf = new Map(Object.entries(contentTypes).map(([type, ending]) => [ending as string, type]));

/** Every stored file, in no order. */
export async function* listAllFiles(files: Pick<Files, "list">): AsyncGenerator<ListedFile> {
  for (const root of fileRoots) yield* files.list(`${root}/`);
}

const keyInText = new RegExp(
  `(?<![a-z])[a-z]{2,20}/[A-Za-z0-9_-]{22}\\.(?:${Object.values(contentTypes).join("|")})(?![a-z0-9])`,
  "g",
);

/** The keys that stand in a text, without their roots. */
export const keysIn = (text: string): string[] => text.match(keyInText) ?? [];

/** A new key in an area, without its root. */
export function newKey(area: string, contentType: ContentType): string {
  const key = `${area}/${randomBytes(keyBytes).toString("base64url")}.${contentTypes[contentType]}`;
  if (!keyShape.test(key)) throw new RangeError(`${area} is no area of the storage`);
  return key;
}

/** The content type of the file of a key without its root; null for what is no key. */
export function typeOfKey(key: string): ContentType | null {
  const ending = keyShape.exec(key)?.[1];
  return (typeOf.get(ending ?? "") as ContentType | undefined) ?? null;
}

/** The content type of a whole key's file, its root included; null for what is no key. */
export function typeOfFile(key: string): ContentType | null {
  const root = fileRoots.find((name) => key.startsWith(`${name}/`));
  return root ? typeOfKey(key.slice(root.length + 1)) : null;
}

/** The content type of a whole key's file; throws RangeError when it is no key. */
export function checkedType(key: string): ContentType {
  const type = typeOfFile(key);
  if (!type) throw new RangeError(`${key} is no key`);
  return type;
}

/** The positions of a range in a file of `size` bytes, both included (RFC 9110, section 14.1.2). */
export function positionsOf(
  range: ByteRange | undefined,
  size: number,
): Result<{ from: number; to: number }, "past_end"> {
  if (!range) return { ok: true, from: 0, to: size - 1 };
  const from = "last" in range ? Math.max(0, size - range.last) : range.from;
  const to = Math.min(size - 1, "last" in range ? size - 1 : (range.to ?? size - 1));
  return from > to ? refuse("past_end") : { ok: true, from, to };
}
