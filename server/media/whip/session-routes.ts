import type { FastifyInstance } from "fastify";
import type { MediaEngine } from "../media-engine.ts";
import { fragmentType, hasType, notAllowed, type Refusal, sendRefusal, textOf } from "./answers.ts";
import { sessionTags } from "./conditions.ts";
import { readFragment } from "./ice-fragment.ts";
import type { SessionOwners, SessionRequest } from "./session-owners.ts";

/** One session's address: `DELETE` ends it, `PATCH` brings candidates. */
export function addSession(app: FastifyInstance, url: string, owners: SessionOwners, media: MediaEngine) {
  app.delete(url, async (request: SessionRequest, reply) => {
    const refusal = owners.refusal(request);
    if (refusal) return sendRefusal(reply, refusal);
    const { sessionId } = request.params;
    const hasEnded = () => owners.hasEnded(sessionId);
    // It may end by itself while the engine is being asked: then that has been told before the answer came.
    const ended = hasEnded() || (await media.endSession(sessionId)) || hasEnded();
    return ended ? reply.code(200).send() : sendRefusal(reply, "not_found");
  });
  app.patch(url, async (request: SessionRequest, reply) => {
    const refusal = owners.refusal(request) ?? patchRefusal(request, owners);
    return refusal ? sendRefusal(reply, refusal) : reply.code(204).send();
  });
  app.options(url, (_request, reply) => reply.header("accept-patch", fragmentType).code(200).send());
  app.route({ method: ["GET", "PUT", "POST"], url, handler: notAllowed("DELETE, PATCH, OPTIONS") });
}

/**
 * What RFC 9725, section 4.3, has against a `PATCH`; null when its candidates are welcome. The engine needs none of them,
 * since it learns addresses from connectivity checks, and it cannot restart ICE.
 */
function patchRefusal(request: SessionRequest, owners: SessionOwners): Refusal | null {
  const { sessionId } = request.params;
  if (owners.hasEnded(sessionId)) return "session_ended";
  if (!hasType(request, fragmentType)) return "unsupported_type";
  const tags = sessionTags(request);
  if (tags === null) return "precondition_required";
  if (!tags.includes("*") && !tags.includes(sessionId)) return "other_ice_session";
  const fragment = readFragment(textOf(request));
  if (!fragment) return "bad_fragment";
  const restarts = fragment.ufrag !== null && fragment.ufrag !== owners.ufragOf(sessionId);
  return restarts ? "ice_restart_unsupported" : null;
}
