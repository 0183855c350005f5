import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import multipart, { type MultipartFile } from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Language } from "#contract/common.ts";
import type { FilePart, UploadedFile, UploadedLargeFile } from "#contract/endpoint.ts";
import { fieldText, fileTooLarge } from "./issues.ts";

const fieldsMax = 20;
const fieldBytesMax = 64 * 1024;

/** A multipart/form-data body (RFC 7578): its files, its text fields, and what is wrong with its files by field. */
export type Form = {
  files: Record<string, UploadedFile | UploadedLargeFile>;
  /** A JSON body sent instead of a form is validated by the body's schema. */
  fields: unknown;
  errors: Record<string, string[]> | null;
  /** The large file came before the form, as this upload. */
  upload: { field: string; id: string } | null;
  /** Forgets what was written to disk and nobody has moved away. */
  close(): Promise<void>;
};

/**
 * The means by which a form is read: the parts that are expected, the place for large ones, and the reader's
 * language.
 */
export type FormReading = {
  parts: Readonly<Record<string, FilePart>>;
  incoming: string;
  language: Language;
};

/** Calls `mount` with a scope whose routes take forms with files; every other route refuses them with 415. */
export function withForms(app: FastifyInstance, mount: (scope: FastifyInstance) => void): void {
  void app.register(async (scope) => {
    await scope.register(multipart, { throwFileSizeLimit: false });
    mount(scope);
  });
}

/**
 * Reads a form, no file further than its part allows: the rest of a longer one is passed over, so that the sender gets
 * to read the refusal. Small files are kept in memory, large ones (`onDisk`) are written to the folder `incoming` while
 * they come in. A file that no part names is passed over too.
 */
export async function readForm(request: FastifyRequest, reading: FormReading): Promise<Form> {
  const onDisk: string[] = [];
  const close = async () => {
    for (const file of onDisk) await rm(file, { force: true });
  };
  const form: Form = { files: {}, fields: {}, errors: null, upload: null, close };
  try {
    if (request.isMultipart()) await readParts(request, reading, form, onDisk);
    // A client without a file may send JSON.
    else if (request.body !== undefined) form.fields = request.body;
  } catch (error) {
    await close();
    throw isOfParser(error) ? brokenForm(error) : error;
  }
  form.upload = uploadOf(form, reading.parts);
  for (const [field, part] of Object.entries(reading.parts))
    if (field === form.upload?.field) continue;
    else if (!part.optional && !form.files[field] && !form.errors?.[field])
      refuse(form, field, fieldText("file_required", reading.language));
  return form;
}

/** The field by which a form names its large file, where that came before as an upload. */
const uploadField = "upload_id";

function uploadOf({ fields, files }: Form, parts: FormReading["parts"]): Form["upload"] {
  const id = (fields as Record<string, unknown> | null)?.[uploadField];
  const field = Object.keys(parts).find((name) => parts[name]?.onDisk);
  return field !== undefined && !files[field] && typeof id === "string" && id !== "" ? { field, id } : null;
}

/**
 * The parser reports that a form is cut off or no form at all by bare errors, which the disk and our own code never do.
 */
const isOfParser = (error: unknown): error is Error =>
  error instanceof Error && error.name === "Error" && !("code" in error) && !("statusCode" in error);

const brokenForm = (cause: Error) =>
  Object.assign(new Error("the form cannot be read", { cause }), { statusCode: 400 });

function refuse(form: Form, field: string, sentence: string): void {
  form.errors = { ...form.errors, [field]: [sentence] };
}

function limitsOf(parts: Readonly<Record<string, FilePart>>) {
  return {
    fileSize: Math.max(0, ...Object.values(parts).map((part) => part.bytesMax)),
    files: Object.keys(parts).length,
    fields: fieldsMax,
    fieldSize: fieldBytesMax,
  };
}

async function readParts(
  request: FastifyRequest,
  { parts, incoming, language }: FormReading,
  form: Form,
  onDisk: string[],
): Promise<void> {
  const fields: Record<string, unknown> = {};
  form.fields = fields;
  for await (const part of request.parts({ limits: limitsOf(parts) })) {
    const expected = part.type === "file" ? parts[part.fieldname] : undefined;
    if (part.type === "field") fields[part.fieldname] = String(part.value);
    else if (!expected) part.file.resume();
    else {
      const { bytesMax } = expected;
      const file = expected.onDisk ? await writeFile(part, incoming, onDisk) : await readFile(part, bytesMax);
      if (file === null || part.file.truncated || sizeOf(file) > bytesMax)
        refuse(form, part.fieldname, fileTooLarge(bytesMax, language));
      else if (sizeOf(file) > 0) form.files[part.fieldname] = file;
    }
  }
}

const sizeOf = (file: UploadedFile | UploadedLargeFile) => ("size" in file ? file.size : file.bytes.length);

const nameOf = (file: MultipartFile) => (file.filename ?? "").slice(0, 200);

/** Null when it is longer than `bytesMax`: the parser's own limit is that of the largest part. */
async function readFile(file: MultipartFile, bytesMax: number): Promise<UploadedFile | null> {
  const { kept, size } = await readUpTo(file.file, bytesMax);
  return size > bytesMax ? null : { bytes: Buffer.concat(kept), name: nameOf(file) };
}

/** Reads a stream to its end and keeps no more than its first `bytesMax` bytes; `size` is how many there were. */
export async function readUpTo(
  stream: AsyncIterable<Buffer>,
  bytesMax: number,
): Promise<{ kept: Buffer[]; size: number }> {
  const kept: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size <= bytesMax) kept.push(chunk);
  }
  return { kept, size };
}

async function writeFile(
  file: MultipartFile,
  incoming: string,
  onDisk: string[],
): Promise<UploadedLargeFile> {
  await mkdir(incoming, { recursive: true });
  const target = path.join(incoming, randomUUID());
  onDisk.push(target);
  const stream = createWriteStream(target, { flags: "wx" });
  await pipeline(file.file, stream);
  return { path: target, size: stream.bytesWritten, name: nameOf(file) };
}
