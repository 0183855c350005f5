import path from "node:path";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type ByteRange, typeOfKey } from "./files.ts";
import type { KeyedFiles } from "./keyed-files.ts";

type Readers = Pick<KeyedFiles, "read" | "head">;

/**
 * Answers a GET or HEAD with a file, whole or in one byte range (RFC 9110, section 14): 200, 206 or 416. False without
 * such a file: nothing is sent then. `beforeSend` is called once the file is open. It decides whether, and not the reply: who
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
  const opened = isHead ? null : await files.read(key, rangeOf(request, etag));
  if (opened?.ok) {
    const { stream, size, from, to } = opened.file;
    // The caller may be gone by now, and nobody else ends this stream then.
    if (reply.raw.destroyed) stream.destroy();
    if (to - from + 1 < size) reply.status(206).header("content-range", `bytes ${from}-${to}/${size}`);
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

/** The one range that was asked for; none for several and for what cannot be read, which may be ignored. */
function rangeOf({ headers }: FastifyRequest, etag: string): ByteRange | undefined {
  const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range ?? "") ?? [];
  // A client that holds a part of something else starts again.
  if (headers["if-range"] !== undefined && headers["if-range"] !== etag) return undefined;
  if (first === "") return last === "" ? undefined : { last: Number(last) };
  if (last === "") return { from: Number(first) };
  return Number(last) < Number(first) ? undefined : { from: Number(first), to: Number(last) };
}
