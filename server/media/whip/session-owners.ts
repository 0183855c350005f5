import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { MediaEngine } from "../media-engine.ts";
import { bearerOf, pathOf } from "./answers.ts";
import { ufragOf } from "./ice-fragment.ts";

type Owner = { path: string; bearerHash: Buffer; ufrag: string | null; ended: boolean };

/** Sessions that are over and still known, so that ending one twice is answered as the first time. */
const endedRememberedMax = 2_000;

export type SessionRequest = FastifyRequest<{ Params: { slug: string; sessionId: string } }>;
export type SessionOwners = ReturnType<typeof trackOwners>;

/** Remembers who opened which session at which path, and for a while that it has ended. */
export function trackOwners(media: MediaEngine) {
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
    if (event.kind === "engine-down") for (const sessionId of owners.keys()) end(sessionId);
  });
  return {
    stop,
    add: (sessionId: string, session: { path: string; bearer: string | null; offer: string }) =>
      owners.set(sessionId, {
        path: session.path,
        bearerHash: hashOf(session.bearer),
        ufrag: ufragOf(session.offer),
        ended: false,
      }),
    hasEnded: (sessionId: string) => owners.get(sessionId)?.ended ?? false,
    /** The ICE user name that the session was offered with. */
    ufragOf: (sessionId: string) => owners.get(sessionId)?.ufrag ?? null,
    /** Why this request may not touch the session; null when it may. */
    refusal(request: SessionRequest): "unauthorized" | "forbidden" | "not_found" | null {
      const owner = owners.get(request.params.sessionId);
      const bearer = bearerOf(request);
      if (bearer === null) return "unauthorized";
      if (owner?.path !== pathOf(request)) return "not_found";
      return timingSafeEqual(owner.bearerHash, hashOf(bearer)) ? null : "forbidden";
    },
  };
}

function hashOf(bearer: string | null): Buffer {
  return createHash("sha256")
    .update(bearer ?? "")
    .digest();
}
