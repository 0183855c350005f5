import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { BackupError } from "./backup-error.ts";

/** The name of the file that makes a folder a backup. */
export const manifestFile = "manifest.json";
/** Of the folder's form: another form is another number. */
export const format = 1;

const count = z.number().int().min(0);
const part = z.object({
  /** Its path in the folder. */
  file: z.string().regex(/^[a-z][\w.-]*(\/[\w.-]+)?$/),
  bytes: count,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
const table = z.object({ name: z.string(), columns: z.array(z.string()), rows: count, part });

const manifest = z.object({
  format: z.number().int(),
  /** Of the program that made it. */
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  /** Of this backup alone. */
  id: z.uuid(),
  /** The one that everything in it is of, in ISO 8601. */
  moment: z.iso.datetime(),
  postgres: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  /** The last migration of the library that runs jobs. */
  jobs: count,
  tables: z.array(table),
  /** The last number that each sequence gave; null: none yet. */
  sequences: z.array(z.object({ name: z.string(), last: z.string().nullable() })),
  ledger: z.object({
    sound: z.boolean(),
    accounts: count,
    transfers: count,
    /** What all accounts of a kind hold together. */
    tokens: z.record(z.string(), z.number()),
  }),
  files: z.object({
    /** `disk`: they lie in the backup; `bucket`: it lists them. */
    kind: z.enum(["disk", "bucket"]),
    bucket: z.string().nullable(),
    count,
    bytes: count,
    /** Files that rows named and that were gone before. */
    absent: count,
    list: part,
  }),
  secrets: z.array(part),
});

/** A part of a backup: a file, its bytes and their digest. */
export type Part = z.output<typeof part>;
export type TablePart = z.output<typeof table>;
export type Manifest = z.output<typeof manifest>;

const digestOf = (text: string) => createHash("sha256").update(text).digest("hex");

/** The manifest as it stands in its file, with a digest of itself behind it. */
export function sealed(content: Manifest): string {
  const text = JSON.stringify(content, null, 1);
  return `${text}\n${digestOf(text)}\n`;
}

/** Reads the manifest of a folder. Throws {@link BackupError} where there is none, or it is not as it was written. */
export async function readManifest(folder: string): Promise<Manifest> {
  const file = path.join(folder, manifestFile);
  const content = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR")
      throw new BackupError(`${folder} is no whole backup: it has no ${manifestFile}.`);
    throw error;
  });
  const [, text = "", digest] = /^(.*)\n([0-9a-f]{64})\n$/s.exec(content) ?? [];
  if (digestOf(text) !== digest)
    throw new BackupError(`${file} is damaged: its checksum is not that of what it says.`);
  const stated = JSON.parse(text) as { format?: unknown };
  if (stated.format !== format)
    throw new BackupError(
      `${folder} has the form ${String(stated.format)}, this Fanlight reads form ${format}: restore it with the version that made it.`,
    );
  const parsed = manifest.safeParse(stated);
  if (!parsed.success)
    throw new BackupError(`${file} is not understood: ${parsed.error.issues[0]?.message}.`);
  return parsed.data;
}
