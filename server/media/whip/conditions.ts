import type { FastifyRequest } from "fastify";
import type { PublishAfter } from "#server/media/media.ts";

/**
 * Whom a publisher asks to follow (RFC 9110, section 13.1): `If-None-Match: *` nobody, `If-Match: "tag"` the session of
 * that entity tag, so that coming back after an interruption never pushes out somebody else. Undefined: whoever it is.
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
