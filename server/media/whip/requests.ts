import type { FastifyRequest } from "fastify";
import type { PublishAfter } from "#engine/ipc/protocol.ts";

/**
 * The publisher that this one may replace (RFC 9110, section 13.1): `If-None-Match: *` none, `If-Match: "tag"` the
 * session of that entity tag, so that reconnecting after an interruption never displaces another publisher. Undefined:
 * any.
 */
export function publishAfter(request: FastifyRequest): PublishAfter | undefined {
  if (request.headers["if-none-match"]?.trim() === "*") return "nobody";
  const tags = tagsOf(request.headers["if-match"]);
  if (tags === null) return undefined;
  return tags.includes("*") ? "somebody" : tags;
}

/** The entity tags that a `PATCH` names; null when it names none. Some clients write it into `ETag`. */
export function sessionTags(request: FastifyRequest): string[] | null {
  const { "if-match": match, etag } = request.headers;
  return tagsOf(match ?? (typeof etag === "string" ? etag : undefined));
}

/** Strong tags without their quotes; a weak one never matches, so it is left out. */
function tagsOf(header: string | undefined): string[] | null {
  if (header === undefined) return null;
  return [...header.matchAll(/(W\/)?(?:"([^"]*)"|(\*))/g)]
    .filter(([, weak]) => weak === undefined)
    .map(([, , quoted, any]) => quoted ?? any ?? "");
}

/** An ICE fragment (RFC 8840); `ufrag` is null when it names none. */
export type IceFragment = { ufrag: string | null };

/** Reads the fragment of a `PATCH`. Null when it is empty or not made of SDP lines. */
export function readFragment(text: string): IceFragment | null {
  const lines = text.split(/\r?\n/).filter((line) => line !== "");
  if (lines.length === 0 || !lines.every((line) => /^[a-z]=/.test(line))) return null;
  return { ufrag: ufragOf(text) };
}

/** The ICE user name of an offer or fragment; null when there is none. */
export function ufragOf(sdp: string): string | null {
  return /^a=ice-ufrag:(\S+)/m.exec(sdp)?.[1] ?? null;
}

/** The bearer token of a request, null when it carries none. */
export function bearerOf(request: FastifyRequest): string | null {
  return /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? "")?.[1] ?? null;
}

/** The path of a request, without query and closing slashes. */
export function pathOf(request: FastifyRequest): string {
  return request.url.split("?")[0]?.replace(/\/+$/, "") ?? "";
}

/** Whether the request's body is of this media type, parameters aside. */
export function hasType(request: FastifyRequest, type: string): boolean {
  return (request.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() === type;
}

/** The request's body as text; empty when there is none. */
export function textOf(request: FastifyRequest): string {
  return typeof request.body === "string" ? request.body : "";
}
