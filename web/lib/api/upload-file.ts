import type { Upload } from "tus-js-client";
import type { Problem } from "#contract/common.ts";
import { randomId } from "#web/lib/platform/random-id.ts";
import { browserApi } from "./browser-api.ts";
import { fingerprintOf } from "./fingerprint.ts";
import { type CommandAnswer, Refusal } from "./refusal.ts";

/** Files from this size on, in bytes, come before their form and go on after a cut; smaller ones go with it. */
const uploadFrom = 4 * 1024 * 1024;
/** Where uploads are begun. */
const endpoint = "/api/uploads";
/** Pauses between tries in ms. Each byte that arrives begins them again; after the last one the line is down. */
const retryDelays = [0, 1_000, 3_000, 5_000, 10_000, 10_000, 10_000];

export type FileSending = {
  /** The purpose of the file: one file for two purposes is two uploads. */
  purpose: string;
  /** The id of what the form does once: while nobody knows whether it was done, a file that has arrived whole stands for it. */
  intent: string;
  /** Called with the share of the file that has arrived, 0 to 1. */
  onProgress?: (share: number) => void;
  signal: AbortSignal;
};

/** How a form brings its file: itself, or by the name of the upload. `ended` gets what the form was answered. */
export type FormFile =
  | { ok: true; upload: string | null; ended(answer: CommandAnswer): void }
  | { ok: false; status: number; body: Problem & { retry_after?: number } };

/** Uploads of this page under way: another of the same file begins its own. */
const underWay = new Set<string>();
/** Whole uploads whose forms had no certain answer: the server may have used them, and then it has only the answer left. */
const unanswered = new Map<string, FormFile>();

/**
 * Sends a large file ahead of its form by the tus protocol. An upload that broke off goes on from its last byte when
 * the file is sent for its purpose again, also by a page that was reloaded. Giving it up deletes the bytes that had
 * arrived.
 */
export async function sendAhead(file: Blob, sending: FileSending): Promise<FormFile> {
  if (file.size < uploadFrom) return { ok: true, upload: null, ended: () => {} };
  const { purpose, intent, onProgress, signal } = sending;
  const fingerprint = fingerprintOf(["upload", purpose, file]);
  const form = `${intent} ${fingerprint}`;
  const arrived = unanswered.get(form);
  if (arrived) {
    onProgress?.(1);
    return arrived;
  }
  const { Upload } = await import("tus-js-client");
  return new Promise((resolve) => {
    const own = underWay.has(fingerprint) ? `${fingerprint} ${randomId()}` : fingerprint;
    underWay.add(own);
    const end = (outcome: FormFile) => {
      underWay.delete(own);
      resolve(outcome);
    };
    const upload = new Upload(file, {
      endpoint,
      retryDelays,
      metadata: { filetype: file.type, filename: nameOf(file) },
      fingerprint: async () => own,
      onBeforeRequest(request) {
        for (const [name, value] of Object.entries(browserApi.headers())) request.setHeader(name, value);
      },
      onShouldRetry: (error) => isPassing(error.originalResponse?.getStatus() ?? 0),
      onProgress: (sent, all) => onProgress?.(sent / all),
      onError: (error) => end(signal.aborted ? given : failureOf(error)),
      onSuccess() {
        const outcome: FormFile = {
          ok: true,
          upload: idOf(upload.url),
          ended(answer) {
            unanswered.delete(form);
            // Giving up deletes it.
            if (new Refusal(answer).unknown && !signal.aborted) unanswered.set(form, outcome);
            if (answer.status >= 200 && answer.status < 400) void forget(upload, own);
          },
        };
        end(outcome);
      },
    });
    const giveUp = () => {
      unanswered.delete(form);
      void upload.abort(true).catch(() => {});
      void forget(upload, own);
      end(given);
    };
    if (signal.aborted) return giveUp();
    signal.addEventListener("abort", giveUp, { once: true });
    void resume(upload);
  });
}

const given = { ok: false, status: 0, body: { code: "aborted", message: "" } } as const;

/** Failures that pass: no answer, a server that fails or is busy, and another connection that holds the upload. */
const isPassing = (status: number) => status === 0 || status >= 500 || [409, 423, 429].includes(status);

const nameOf = (file: Blob) => (file instanceof File ? file.name : "");
const idOf = (address: string | null) => address?.slice(address.lastIndexOf("/") + 1) ?? "";

async function resume(upload: Upload): Promise<void> {
  const [before] = await upload.findPreviousUploads().catch(() => []);
  if (before) upload.resumeFromPreviousUpload(before);
  upload.start();
}

/** The next time the same file is sent it is another upload. */
async function forget(upload: Upload, fingerprint: string): Promise<void> {
  const storage = upload.options.urlStorage;
  for (const { urlStorageKey } of (await storage?.findUploadsByFingerprint(fingerprint).catch(() => [])) ??
    [])
    if (urlStorageKey) await storage?.removeUpload(urlStorageKey);
}

type UploadError = Error & { originalResponse?: { getStatus(): number; getBody(): string } | null };

function failureOf(error: UploadError): FormFile {
  const status = error.originalResponse?.getStatus() ?? 0;
  try {
    return { ok: false, status, body: JSON.parse(error.originalResponse?.getBody() ?? "") as Problem };
  } catch {
    return { ok: false, status: 0, body: { code: "network", message: error.message } };
  }
}
