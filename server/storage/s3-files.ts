import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { ok, refuse } from "#server/kit/result.ts";
import {
  type ByteRange,
  checkedType,
  type FileSource,
  type Files,
  fileRoots,
  type OpenFile,
  typeOfFile,
} from "./files.ts";
import { resumeStream } from "./resume-stream.ts";
import { explainS3, isMissing, isPastEnd } from "./s3-errors.ts";

/** The bucket and how to reach it. */
export type S3Config = {
  /** Scheme, host and port. */
  endpoint: string;
  region: string;
  bucket: string;
  accessKey: string;
  secretKey: string;
};

/** Longest waits in ms. */
export type S3Timeouts = {
  connectMs: number;
  /** Until the answer to a request without a file begins. */
  answerMs: number;
  /** Until a part of an upload is sent and answered. */
  uploadMs: number;
  /** While nothing moves on a connection, also because its reader wants no more for now. */
  idleMs: number;
};

const defaultTimeouts: S3Timeouts = { connectMs: 2_000, answerMs: 5_000, uploadMs: 60_000, idleMs: 30_000 };

/** A request that fails is tried once more, after a moment. */
const triesMax = 2;
/** How many files may be open at once; more wait. */
const socketsMax = 1_024;
const partBytes = 8 * 1024 * 1024;
const partsAtOnce = 2;

/** {@link Files} in a bucket of an S3 server. Only this process reads it: nobody gets an address there. */
export function s3Files(config: S3Config, timeouts = defaultTimeouts, pageSize = 1_000): Files {
  const { bucket: Bucket } = config;
  const client = clientOf(config, timeouts);
  const soon = { requestTimeout: timeouts.answerMs };
  const explain = (error: unknown): never => {
    throw explainS3(config, error);
  };
  const open = async (Key: string, range?: ByteRange): ReturnType<Files["read"]> => {
    const Range = range ? headerOf(range) : undefined;
    try {
      return ok({ file: openFileOf(await client.send(new GetObjectCommand({ Bucket, Key, Range }), soon)) });
    } catch (error) {
      if (isMissing(error)) return refuse("not_found");
      return isPastEnd(error) ? refuse("past_end") : explain(error);
    }
  };
  const read: Files["read"] = async (key, range) => {
    checkedType(key);
    const opened = await open(key, range);
    return opened.ok ? ok({ file: resumeStream(opened.file, (rest) => open(key, rest)) }) : opened;
  };
  return {
    read,
    async put(Key, source) {
      const ContentType = checkedType(Key);
      const { body, failure } = bodyOf(source);
      const params = { Bucket, Key, ContentType, Body: body };
      try {
        // The library aborts a failed upload, and leaves no part behind; the parts that a crash leaves are for
        // dropPartial.
        await new Upload({ client, params, partSize: partBytes, queueSize: partsAtOnce }).done();
      } catch (error) {
        if (body instanceof Readable) body.destroy();
        throw failure() ?? explainS3(config, error);
      }
      if ("path" in source) await rm(source.path, { force: true });
    },
    async head(Key) {
      checkedType(Key);
      try {
        const { ContentLength = 0 } = await client.send(new HeadObjectCommand({ Bucket, Key }), soon);
        return { size: ContentLength };
      } catch (error) {
        return isMissing(error) ? null : explain(error);
      }
    },
    async copyTo(key, to) {
      const opened = await read(key);
      if (opened.ok) await pipeline(opened.file.stream, createWriteStream(to));
      return opened.ok;
    },
    async remove(Key) {
      checkedType(Key);
      await client.send(new DeleteObjectCommand({ Bucket, Key }), soon).catch(explain);
    },
    async *list(prefix) {
      try {
        for await (const page of paginateListObjectsV2(
          { client, pageSize },
          { Bucket, Prefix: prefix },
          soon,
        ))
          for (const { Key = "", Size = 0, LastModified, ETag = "" } of page.Contents ?? [])
            if (LastModified && typeOfFile(Key))
              yield { key: Key, size: Size, storedAt: LastModified, etag: ETag };
      } catch (error) {
        explain(error);
      }
    },
    async dropPartial(before) {
      for (const root of fileRoots)
        await dropUploads(client, { Bucket, Prefix: `${root}/` }, before).catch(explain);
    },
    check: () => tryOut(client, Bucket, soon).catch(explain),
  };
}

function clientOf({ endpoint, region, accessKey, secretKey }: S3Config, timeouts: S3Timeouts): S3Client {
  return new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    maxAttempts: triesMax,
    // Not every server knows the newer checksums; requests are signed over their content.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: {
      connectionTimeout: timeouts.connectMs,
      requestTimeout: timeouts.uploadMs,
      throwOnRequestTimeout: true,
      socketTimeout: timeouts.idleMs,
      httpAgent: { maxSockets: socketsMax },
      httpsAgent: { maxSockets: socketsMax },
    },
  });
}

const headerOf = (range: ByteRange): string =>
  "last" in range ? `bytes=-${range.last}` : `bytes=${range.from}-${range.to ?? ""}`;

/** The answer names the positions that it holds where it holds a part (RFC 9110, section 14.4). */
function openFileOf({ Body, ContentRange, ContentLength = 0 }: GetObjectCommandOutput): OpenFile {
  const [, from, to, size] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(ContentRange ?? "") ?? [];
  const stream = Body as Readable;
  if (size === undefined) return { stream, size: ContentLength, from: 0, to: ContentLength - 1 };
  return { stream, size: Number(size), from: Number(from), to: Number(to) };
}

/** The body to send, and the error that its own stream broke with, which is no outage of the bucket. */
function bodyOf(source: FileSource): { body: Uint8Array | Readable; failure: () => Error | undefined } {
  if ("bytes" in source) return { body: source.bytes, failure: () => undefined };
  const body = "path" in source ? createReadStream(source.path) : source.stream;
  return { body, failure: () => body.errored ?? undefined };
}

type BucketPrefix = { Bucket: string; Prefix: string };

/** Aborts the uploads in parts that began before a moment. */
async function dropUploads(client: S3Client, { Bucket, Prefix }: BucketPrefix, before: Date): Promise<void> {
  let next: { KeyMarker?: string; UploadIdMarker?: string } | null = {};
  while (next) {
    const page: Awaited<ReturnType<typeof listUploads>> = await listUploads(client, {
      Bucket,
      Prefix,
      ...next,
    });
    for (const { Key, UploadId, Initiated } of page.Uploads ?? [])
      if (Initiated && Initiated < before)
        await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
    const { IsTruncated, NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page;
    next = IsTruncated && KeyMarker ? { KeyMarker, ...(UploadIdMarker ? { UploadIdMarker } : {}) } : null;
  }
}

const listUploads = (
  client: S3Client,
  uploads: BucketPrefix & { KeyMarker?: string; UploadIdMarker?: string },
) => client.send(new ListMultipartUploadsCommand(uploads));

/** Writes, reads, deletes and lists beside the files. */
async function tryOut(client: S3Client, Bucket: string, soon: { requestTimeout: number }): Promise<void> {
  const Key = `check/${randomUUID()}`;
  await client.send(new PutObjectCommand({ Bucket, Key, Body: "Fanlight" }), soon);
  await client.send(new HeadObjectCommand({ Bucket, Key }), soon);
  await client.send(new DeleteObjectCommand({ Bucket, Key }), soon);
  for await (const _page of paginateListObjectsV2({ client }, { Bucket, Prefix: "check/" }, soon)) return;
}
