import { rm } from "node:fs/promises";
import type { FilePart, UploadedLargeFile } from "#contract/endpoint.ts";
import type { Result } from "#server/kit/result.ts";
import type { Call } from "./call.ts";
import { fileTooLarge } from "./issues.ts";
import { problem, waitProblem } from "./problem.ts";

type Answer = { status: number; body: unknown; headers?: Record<string, string | string[]> };

/** Too many forms of this person were refused after their file had been put together. */
type TakenTooOften = { code: "too_many_requests"; retryAfterSeconds: number };

/** Large files that came before the form that names them, and what became of them. */
export type EarlierUploads = {
  /**
   * The whole file of an upload of this person, for one call: it is gone afterwards unless the call moved it away. A
   * file that an earlier call has used gets the answer that it got then.
   */
  take(
    ownerId: number,
    id: string,
  ): Promise<
    Result<
      { file: UploadedLargeFile } | { answer: { status: number; body: unknown } },
      { code: "unknown_upload" | "upload_unfinished" | "upload_in_use" } | TakenTooOften
    >
  >;
  used(id: string, answer: { status: number; body: unknown }): Promise<void>;
  /** The call failed: the next one may use it. */
  release(id: string): Promise<void>;
  /** The call was refused for another reason than the file: the next one may use it, but not without end. */
  refused(ownerId: number, id: string): Promise<void>;
  drop(id: string): Promise<void>;
};

type Named = { field: string; id: string; files?: Readonly<Record<string, FilePart>> };

/**
 * Answers a form whose large file came before it. An upload that was used is gone but for its answer, so that the same
 * form sent again is answered alike; one whose content is refused is gone; any other refusal leaves it for another try.
 */
export async function withUpload(
  uploads: EarlierUploads,
  { field, id, files = {} }: Named,
  call: Call,
  handle: (file: Record<string, UploadedLargeFile>) => Promise<Answer> | Answer,
): Promise<Answer> {
  if (!call.viewer) throw new Error("an upload belongs to a person");
  const { userId } = call.viewer;
  const taken = await uploads.take(userId, id);
  if (!taken.ok) return takeProblem(call, taken.refusal);
  if ("answer" in taken) return taken.answer;
  const { file } = taken;
  const bytesMax = files[field]?.bytesMax ?? 0;
  try {
    const answer =
      file.size > bytesMax
        ? problem(call, "invalid", { errors: { [field]: [fileTooLarge(bytesMax, call.language)] } })
        : await handle({ [field]: file });
    if (answer.status < 400) await uploads.used(id, { status: answer.status, body: answer.body });
    else if (refusesFile(answer, field)) await uploads.drop(id);
    else await uploads.refused(userId, id);
    return answer;
  } catch (error) {
    await uploads.release(id).catch(() => undefined);
    throw error;
  } finally {
    await rm(file.path, { force: true });
  }
}

type TakeRefusal = Extract<Awaited<ReturnType<EarlierUploads["take"]>>, { ok: false }>["refusal"];

const takeProblem = (call: Call, refusal: TakeRefusal): Answer =>
  refusal.code === "too_many_requests"
    ? waitProblem(call, refusal.code, refusal.retryAfterSeconds)
    : problem(call, refusal.code);

/** Whether a refusal is about the file, which then never gets better. */
function refusesFile({ status, body }: Answer, field: string): boolean {
  const { errors } = body as { errors?: Record<string, unknown> };
  return status === 413 || status === 415 || errors?.[field] !== undefined;
}
