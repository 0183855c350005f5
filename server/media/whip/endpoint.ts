import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Result } from "#server/kit/result.ts";
import { offerBytesMax } from "#server/media/media.ts";
import type { MediaSession, PlayRefusal, PublishRefusal } from "../media-engine.ts";
import type { SeatRefusal } from "../playback-seats.ts";
import { type AccessRefusal, notAllowed, sdpType, sendRefusal } from "./answers.ts";
import { layerRelation } from "./layer.ts";
import { bearerOf, hasType, pathOf, textOf } from "./requests.ts";
import type { SessionOwners } from "./sessions.ts";

export type SlugRequest = FastifyRequest<{ Params: { slug: string } }>;
/** A session that was opened, and for whom; `hasFixedLayer` of one that plays. */
export type Answer = Result<
  MediaSession & { hasFixedLayer?: boolean; person?: string | undefined },
  PublishRefusal | PlayRefusal | AccessRefusal | SeatRefusal | "bad_layer"
>;

type EndpointNeeds = {
  owners: SessionOwners;
  /** The `Link` headers of the TURN servers as they open for a person; none for nobody. */
  links(person: string | undefined): string[];
  /** Whom an `OPTIONS` with a bearer comes from; undefined where there are no TURN servers to tell of. */
  ask(request: SlugRequest): Promise<Result<{ person: string | undefined }, AccessRefusal> | undefined>;
};

/**
 * An address that takes offers: `POST` opens a session by `open`. The answer, and that of an `OPTIONS` with a bearer, names
 * the TURN servers (RFC 9725, section 4.6).
 */
export function addEndpoint(
  app: FastifyInstance,
  url: string,
  { owners, links, ask }: EndpointNeeds,
  open: (request: SlugRequest) => Promise<Answer>,
): void {
  app.post(url, { bodyLimit: offerBytesMax }, async (request: SlugRequest, reply) => {
    if (!hasType(request, sdpType)) return sendRefusal(reply, "not_sdp");
    const answer = await open(request);
    if (!answer.ok) return sendRefusal(reply, answer.refusal);
    const path = `${pathOf(request)}/${answer.sessionId}`;
    const { sessionId, hasFixedLayer, person } = answer;
    owners.add(sessionId, { path, bearer: bearerOf(request), offer: textOf(request), hasFixedLayer });
    const layer = hasFixedLayer === false ? [`<${path}/layer>; rel="${layerRelation}"`] : [];
    addLinks(reply, [...layer, ...links(person)]);
    reply.header("location", path).header("etag", `"${answer.sessionId}"`);
    return reply.code(201).type(sdpType).send(answer.answerSdp);
  });
  app.options(url, async (request: SlugRequest, reply) => {
    reply.header("accept-post", sdpType);
    // A browser's own question, whether it may send from another origin, has no bearer.
    const access = bearerOf(request) === null ? undefined : await ask(request);
    if (access && !access.ok) return sendRefusal(reply, access.refusal);
    if (access) addLinks(reply, links(access.person)).header("cache-control", "no-store");
    return reply.code(200).send();
  });
  app.route({ method: ["GET", "PUT", "PATCH", "DELETE"], url, handler: notAllowed("POST, OPTIONS") });
}

/** One line each: encoders read no more than one server from a line. */
function addLinks(reply: FastifyReply, [first, ...others]: readonly string[]): FastifyReply {
  if (first === undefined) return reply;
  return reply.header("link", others.length > 0 ? [first, ...others] : first);
}
