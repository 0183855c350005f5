import path from "node:path";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type ByteRange, typeOfKey } from "./files.ts";
import type { KeyedFiles } from "./keyed-files.ts";

type Readers = Pick<KeyedFiles, "read" | "head">;

/**
 * Answers a GET or HEAD with a file: 200 when all of it was asked for, 206 when one byte range was, also one that is all of
 * it (Safari plays nothing else), 416 when that holds no byte (RFC 9110, section 14). False without such a file: nothing is
 * sent then. `beforeSend` is called once the file is open. It decides whether, and not the reply: who
 * awaits a reply of Fastify waits for its end, and gets nothing.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  files: Readers,
  key: string,
  beforeSend: () => void = () => {},
): Promise<boolean> {
  const type = typeOfKey(key);
  if (!type) return false;
  const etag = `"${path.basename(key)}"`;
  const described = (length: number) =>
    reply.type(type).header("accept-ranges", "bytes").header("etag", etag).header("content-length", length);
  const isHead = request.method === "HEAD";
  const range = rangeOf(request, etag);
  const opened = isHead ? null : await files.read(key, range);
  if (opened?.ok) {
    const { stream, size, from, to } = opened.file;
    // The caller may be gone by now, and nobody else ends this stream then.
    if (reply.raw.destroyed) stream.destroy();
    if (range) reply.status(206).header("content-range", `bytes ${from}-${to}/${size}`);
    beforeSend();
    described(to - from + 1).send(stream);
    return true;
  }
  const found = opened?.refusal === "not_found" ? null : await files.head(key);
  if (!found) return false;
  if (isHead) {
    beforeSend();
    described(found.size).send();
    return true;
  }
  reply.status(416).header("content-range", `bytes */${found.size}`).send();
  return true;
}

/**
 * The one range that a GET asks for; none for several and for what cannot be read, which may be ignored, nor for a client
 * that holds a part of something else and has to start again.
 */
function rangeOf({ method, headers }: FastifyRequest, etag: string): ByteRange | undefined {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/i.exec(headers.range ?? "") ?? [];
  if (method !== "GET" || (headers["if-range"] !== undefined && headers["if-range"] !== etag))
    return undefined;
  if (first === "") return last === "" ? undefined : { last: positionOf(last) };
  if (last === "") return { from: positionOf(first) };
  return positionOf(last) < positionOf(first) ? undefined : { from: positionOf(first), to: positionOf(last) };
}

/** A number of any length, as far as every storage can read it: no file is that long. */
const positionOf = (digits: string) => Math.min(Number(digits), Number.MAX_SAFE_INTEGER);
