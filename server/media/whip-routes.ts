import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyPluginCallback, FastifyReply, FastifyRequest } from "fastify";
import type { Result } from "#server/kit/result.ts";
import { type MediaEngine, type MediaSession, offerBytesMax, type PlayRefusal } from "#server/media/media.ts";

/** Why a bearer may not publish or play. */
export type AccessRefusal = "unauthorized" | "forbidden" | "not_found" | "rate_limited";

export type WhipNeeds = {
  media: MediaEngine;
  /** May this bearer publish as `slug`, and into which room? `bearer` is null when the request carries none. */
  authorizePublish(
    slug: string,
    bearer: string | null,
    request: FastifyRequest,
  ): Promise<Result<{ room: string }, AccessRefusal>>;
  /** May this bearer watch `slug`, in which room, and what is the session's tag? */
  authorizePlay(
    slug: string,
    bearer: string | null,
    request: FastifyRequest,
  ): Promise<Result<{ room: string; tag: string }, AccessRefusal>>;
  /** Called when a publisher's session has been set up, before its first packet. */
  onPublished?(published: { slug: string; room: string; sessionId: string }): void;
};

type Owner = { path: string; bearerHash: Buffer; ended: boolean };

/** Sessions that are over and still known, so that ending one twice is answered as the first time. */
const endedRememberedMax = 2_000;
type SlugRequest = FastifyRequest<{ Params: { slug: string } }>;
type SessionRequest = FastifyRequest<{ Params: { slug: string; sessionId: string } }>;
type Answer = Result<MediaSession, PlayRefusal | AccessRefusal>;

const statusOf: Record<PlayRefusal | AccessRefusal, number> = {
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  no_publisher: 409,
  bad_sdp: 400,
  unsupported_codec: 422,
  rate_limited: 429,
  too_many: 503,
  engine_down: 503,
};

const sdpType = "application/sdp";

/**
 * WHIP (RFC 9725) at `/whip/:slug` and WHEP at `/whep/:slug`: an SDP offer in, 201 with the answer out, DELETE of the
 * `Location` to stop. Open to every origin, since only the bearer counts and no cookie does.
 */
export function whipRoutes(needs: WhipNeeds): FastifyPluginCallback {
  return (app, _options, done) => {
    const owners = trackOwners(needs.media);
    app.removeAllContentTypeParsers();
    app.addContentTypeParser([sdpType, "application/trickle-ice-sdpfrag"], { parseAs: "string" }, acceptText);
    app.addHook("onRequest", allowEveryOrigin);
    app.addHook("onClose", async () => owners.stop());

    addEndpoint(app, "/whip/:slug", owners, async (request) => {
      const { slug } = request.params;
      const access = await needs.authorizePublish(slug, bearerOf(request), request);
      if (!access.ok) return access;
      const answer = await needs.media.publish(access.room, offerOf(request));
      if (answer.ok) needs.onPublished?.({ slug, room: access.room, sessionId: answer.sessionId });
      return answer;
    });
    addEndpoint(app, "/whep/:slug", owners, async (request) => {
      const access = await needs.authorizePlay(request.params.slug, bearerOf(request), request);
      return access.ok ? needs.media.play(access.room, offerOf(request), access.tag) : access;
    });
    addSession(app, "/whip/:slug/:sessionId", owners, needs.media);
    addSession(app, "/whep/:slug/:sessionId", owners, needs.media);
    done();
  };
}

type Owners = ReturnType<typeof trackOwners>;

/** Remembers who opened which session at which path, until the engine says that it is closed. */
function trackOwners(media: MediaEngine) {
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
    add: (sessionId: string, path: string, bearer: string | null) =>
      owners.set(sessionId, { path, bearerHash: hashOf(bearer), ended: false }),
    hasEnded: (sessionId: string) => owners.get(sessionId)?.ended ?? false,
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

function addEndpoint(
  app: FastifyInstance,
  url: string,
  owners: Owners,
  open: (request: SlugRequest) => Promise<Answer>,
): void {
  app.post(url, { bodyLimit: offerBytesMax }, async (request: SlugRequest, reply) => {
    const type = request.headers["content-type"] ?? "";
    if (type.split(";")[0]?.trim().toLowerCase() !== sdpType) return reply.code(415).send();
    const answer = await open(request);
    if (!answer.ok) return sendRefusal(reply, answer.refusal);
    const location = `${pathOf(request)}/${answer.sessionId}`;
    owners.add(answer.sessionId, location, bearerOf(request));
    reply.header("location", location).header("etag", `"${answer.sessionId}"`);
    return reply.code(201).type(sdpType).send(answer.answerSdp);
  });
  app.options(url, (_request, reply) => reply.header("accept-post", sdpType).code(204).send());
  app.route({ method: ["GET", "PUT", "PATCH", "DELETE"], url, handler: notAllowed("POST, OPTIONS") });
}

function addSession(app: FastifyInstance, url: string, owners: Owners, media: MediaEngine): void {
  app.delete(url, async (request: SessionRequest, reply) => {
    const refusal = owners.refusal(request);
    if (refusal) return sendRefusal(reply, refusal);
    const { sessionId } = request.params;
    const ended = owners.hasEnded(sessionId) || (await media.endSession(sessionId));
    return ended ? reply.code(200).send() : sendRefusal(reply, "not_found");
  });
  // Clients trickle candidates here. The engine needs none of them: it learns addresses from connectivity checks.
  app.patch(url, async (request: SessionRequest, reply) => {
    const refusal = owners.refusal(request);
    return refusal ? sendRefusal(reply, refusal) : reply.code(204).send();
  });
  app.options(url, (_request, reply) => reply.code(204).send());
  app.route({ method: ["GET", "PUT", "POST"], url, handler: notAllowed("DELETE, PATCH, OPTIONS") });
}

function notAllowed(allow: string) {
  return (_request: FastifyRequest, reply: FastifyReply) => reply.header("allow", allow).code(405).send();
}

function sendRefusal(reply: FastifyReply, refusal: PlayRefusal | AccessRefusal): FastifyReply {
  const status = statusOf[refusal];
  if (status === 401) reply.header("www-authenticate", "Bearer");
  if (status === 429 || status === 503) reply.header("retry-after", "1");
  return reply.code(status).send({ code: refusal });
}

async function allowEveryOrigin(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply
    .header("access-control-allow-origin", "*")
    .header("access-control-allow-methods", "POST, PATCH, DELETE, OPTIONS")
    .header("access-control-allow-headers", "authorization, content-type, if-match, etag")
    .header("access-control-expose-headers", "location, etag, link, accept-post")
    .header("access-control-max-age", "86400");
}

async function acceptText(_request: FastifyRequest, body: string | Buffer): Promise<string> {
  return body.toString();
}

function offerOf(request: FastifyRequest): string {
  return typeof request.body === "string" ? request.body : "";
}

function bearerOf(request: FastifyRequest): string | null {
  return /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? "")?.[1] ?? null;
}

function pathOf(request: FastifyRequest): string {
  return request.url.split("?")[0]?.replace(/\/+$/, "") ?? "";
}

function hashOf(bearer: string | null): Buffer {
  return createHash("sha256")
    .update(bearer ?? "")
    .digest();
}
