import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { MediaCore } from "../media-engine.ts";
import { fragmentType, notAllowed, type Refusal, sendRefusal } from "./answers.ts";
import { bearerOf, hasType, pathOf, readFragment, sessionTags, textOf, ufragOf } from "./requests.ts";

type Owner = {
  path: string;
  bearerHash: Buffer;
  ufrag: string | null;
  hasFixedLayer: boolean;
  ended: boolean;
};

type Opened = { path: string; bearer: string | null; offer: string; hasFixedLayer?: boolean | undefined };

/** Ended sessions that are remembered, so that a repeated DELETE gets the first answer. */
const endedRememberedMax = 2_000;

export type SessionRequest = FastifyRequest<{ Params: { slug: string; sessionId: string } }>;
export type SessionOwners = ReturnType<typeof trackOwners>;

/** Remembers which bearer opened which session at which path, and for a while that it has ended. */
export function trackOwners(media: Pick<MediaCore, "onEvent">) {
  const owners = new Map<string, Owner>();
  const ended = new Set<string>();
  const end = (sessionId: string) => {
    const owner = owners.get(sessionId);
    if (!owner || owner.ended) return;
    owner.ended = true;
    ended.add(sessionId);
    const [oldest] = ended;
    if (ended.size <= endedRememberedMax || oldest === undefined) return;
    ended.delete(oldest);
    owners.delete(oldest);
  };
  const stop = media.onEvent((event) => {
    if (event.kind === "session-closed") end(event.sessionId);
    // Where only some rooms are lost, the end of each session is an event of its own.
    if (event.kind === "engine-down" && !event.rooms) for (const sessionId of owners.keys()) end(sessionId);
  });
  return {
    stop,
    add: (sessionId: string, session: Opened) =>
      owners.set(sessionId, {
        path: session.path,
        bearerHash: hashOf(session.bearer),
        ufrag: ufragOf(session.offer),
        hasFixedLayer: session.hasFixedLayer ?? false,
        ended: false,
      }),
    hasEnded: (sessionId: string) => owners.get(sessionId)?.ended ?? false,
    isLayerFixed: (sessionId: string) => owners.get(sessionId)?.hasFixedLayer ?? false,
    /** The ICE user name that the session was offered with. */
    ufragOf: (sessionId: string) => owners.get(sessionId)?.ufrag ?? null,
    /** Why this request may not touch the session, or its resource of that name; null when it may. */
    refusal(request: SessionRequest, resource = ""): "unauthorized" | "forbidden" | "not_found" | null {
      const owner = owners.get(request.params.sessionId);
      const bearer = bearerOf(request);
      if (bearer === null) return "unauthorized";
      if (owner === undefined || `${owner.path}${resource}` !== pathOf(request)) return "not_found";
      return timingSafeEqual(owner.bearerHash, hashOf(bearer)) ? null : "forbidden";
    },
  };
}

function hashOf(bearer: string | null): Buffer {
  return createHash("sha256")
    .update(bearer ?? "")
    .digest();
}

/** One session's address: `DELETE` ends it, `PATCH` adds candidates. */
export function addSession(
  app: FastifyInstance,
  url: string,
  owners: SessionOwners,
  media: Pick<MediaCore, "endSession">,
) {
  app.delete(url, async (request: SessionRequest, reply) => {
    const refusal = owners.refusal(request);
    if (refusal) return sendRefusal(reply, refusal);
    const { sessionId } = request.params;
    const hasEnded = () => owners.hasEnded(sessionId);
    // The session may end on its own while the request is under way: then the event came before the reply.
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
 * Validates a `PATCH` by RFC 9725, section 4.3; null when it is acceptable. The engine needs none of them,
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
