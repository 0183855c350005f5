import multipart, { type MultipartFile } from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Language } from "#contract/common.ts";
import type { FilePart, UploadedFile } from "#contract/endpoint.ts";
import { fieldText, fileTooLarge } from "./issues.ts";

const fieldsMax = 20;
const fieldBytesMax = 64 * 1024;

/** A multipart/form-data body (RFC 7578): its files, its text fields, and what is wrong with its files by field. */
export type Form = {
  files: Record<string, UploadedFile>;
  fields: Record<string, string>;
  errors: Record<string, string[]> | null;
};

/** Calls `mount` with a scope whose routes take forms with files; every other route goes on refusing them with 415. */
export function withForms(app: FastifyInstance, mount: (scope: FastifyInstance) => void): void {
  void app.register(async (scope) => {
    await scope.register(multipart, { throwFileSizeLimit: false });
    mount(scope);
  });
}

/**
 * Reads a form into memory, no file further than its part allows: the rest of a longer one is passed over, so that the
 * sender gets to read the refusal. A file that no part names is passed over too.
 */
export async function readForm(
  request: FastifyRequest,
  parts: Readonly<Record<string, FilePart>>,
  language: Language,
): Promise<Form> {
  const form: Form = { files: {}, fields: {}, errors: null };
  const refuse = (field: string, sentence: string) => {
    form.errors = { ...form.errors, [field]: [sentence] };
  };
  if (request.isMultipart()) {
    for await (const part of request.parts({ limits: limitsOf(parts) })) {
      if (part.type === "field") form.fields[part.fieldname] = String(part.value);
      else await takeFile(part, parts[part.fieldname], form, (why) => refuse(part.fieldname, why), language);
    }
  }
  for (const field of Object.keys(parts)) {
    if (!form.files[field] && !form.errors?.[field]) refuse(field, fieldText("file_required", language));
  }
  return form;
}

function limitsOf(parts: Readonly<Record<string, FilePart>>) {
  return {
    fileSize: Math.max(...Object.values(parts).map((part) => part.bytesMax)),
    files: Object.keys(parts).length,
    fields: fieldsMax,
    fieldSize: fieldBytesMax,
  };
}

async function takeFile(
  file: MultipartFile,
  part: FilePart | undefined,
  form: Form,
  refuse: (why: string) => void,
  language: Language,
): Promise<void> {
  if (!part) {
    file.file.resume();
    return;
  }
  const bytes = await file.toBuffer();
  if (file.file.truncated || bytes.length > part.bytesMax) refuse(fileTooLarge(part.bytesMax, language));
  else if (bytes.length > 0)
    form.files[file.fieldname] = { bytes, name: (file.filename ?? "").slice(0, 200) };
}
