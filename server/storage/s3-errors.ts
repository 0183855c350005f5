import { FilesUnavailable } from "./files.ts";

type S3Error = Error & { code?: string; $metadata?: { httpStatusCode?: number } };

const statusOf = (error: unknown) => (error as S3Error).$metadata?.httpStatusCode;

/** There is no such file. A bucket that is missing is another matter, but HEAD has no words for it. */
export function isMissing(error: unknown): boolean {
  return statusOf(error) === 404 && (error as S3Error).name !== "NoSuchBucket";
}

/** A range of a file that holds no byte. */
export const isPastEnd = (error: unknown): boolean => statusOf(error) === 416;

const refusals: Readonly<Record<string, string>> = {
  NoSuchBucket: "does not exist",
  InvalidAccessKeyId: "refuses S3_ACCESS_KEY",
  SignatureDoesNotMatch: "refuses S3_SECRET_KEY",
  AccessDenied: "may not be read, written and listed with S3_ACCESS_KEY",
};

/** The failure of a request to S3, as an outage with one line for the operator. */
export function explainS3(
  { bucket, endpoint }: { bucket: string; endpoint: string },
  error: unknown,
): FilesUnavailable {
  if (error instanceof FilesUnavailable) return error;
  const { name, message, code } = error as S3Error;
  const refused = statusOf(error) !== undefined && (statusOf(error) ?? 500) < 500;
  const because = refusals[name] ?? (refused ? `refuses us (${name}: ${message})` : null);
  const detail = message || code || name;
  return new FilesUnavailable(
    `the bucket ${bucket} at ${endpoint} ${because ?? `cannot be reached (${detail})`}`,
    { isRefusal: because !== null, cause: error },
  );
}
