import type { FastifyInstance, FastifyPluginCallback, FastifyReply, FastifyRequest } from "fastify";
import type { LayerPreference } from "#engine/ipc/protocol.ts";
import { addressBlock } from "#server/kit/http/limits.ts";
import { type Result, refuse } from "#server/kit/result.ts";
import { offerBytesMax } from "#server/media/media.ts";
import type { MediaCore, MediaEngine, MediaSession, PlayRefusal, PublishRefusal } from "../media-engine.ts";
import type { SeatAllocator, SeatRefusal } from "../playback-seats.ts";
import { type AccessRefusal, fragmentType, jsonType, notAllowed, sdpType, sendRefusal } from "./answers.ts";
import { addLayer, layerOfQuery, layerRelation } from "./layer.ts";
import { bearerOf, hasType, pathOf, publishAfter, textOf } from "./requests.ts";
import { addSession, type SessionOwners, trackOwners } from "./sessions.ts";

export type { AccessRefusal } from "./answers.ts";

export type WhipNeeds = {
  /** The carrier of the media; without `play` there is no WHEP. */
  media: MediaCore & Partial<Pick<MediaEngine, "play" | "preferLayer">>;
  /**
   * May this bearer publish as `slug`, and into which room? `bearer` is null when the request carries none. The right may end
   * while the session is set up, so it is asked for again then.
   */
  authorizePublish(
    slug: string,
    bearer: string | null,
    request: FastifyRequest,
  ): Promise<Result<{ room: string }, AccessRefusal>>;
  /**
   * May this bearer watch `slug`, in which room, what is the session's tag, and whose is it (absent: the tag identifies
   * them)? `layer` fixes the simulcast layer, whatever is asked for.
   */
  authorizePlay(
    slug: string,
    bearer: string | null,
    request: FastifyRequest,
  ): Promise<Result<{ room: string; tag: string; person?: string; layer?: LayerPreference }, AccessRefusal>>;
  /** Limits playback sessions; absent: only the engine's limits apply. */
  seats?: SeatAllocator;
  /** Called when a publisher's session has been set up, before its first packet. */
  onPublished?(published: { slug: string; room: string; sessionId: string }): void;
};

type SlugRequest = FastifyRequest<{ Params: { slug: string } }>;
type Answer = Result<
  MediaSession & { hasFixedLayer?: boolean },
  PublishRefusal | PlayRefusal | AccessRefusal | SeatRefusal | "bad_layer"
>;

/**
 * WHIP (RFC 9725) at `/whip/:slug` and WHEP at `/whep/:slug`: an SDP offer in, 201 with the answer out, DELETE of the
 * `Location` to stop. A viewer chooses a simulcast layer by `?layer=` and {@link addLayer}. Open to every origin, since only the bearer counts and no cookie does.
 */
export function whipRoutes(needs: WhipNeeds): FastifyPluginCallback {
  return (app, _options, done) => {
    const owners = trackOwners(needs.media);
    app.removeAllContentTypeParsers();
    app.addContentTypeParser([sdpType, fragmentType, jsonType], { parseAs: "string" }, acceptText);
    // A body of another type is left unread; its route answers which type is expected.
    app.addContentTypeParser("*", async () => undefined);
    app.addHook("onRequest", allowEveryOrigin);
    app.addHook("onClose", async () => owners.stop());

    addEndpoint(app, "/whip/:slug", owners, async (request) => {
      const { slug } = request.params;
      const authorize = () => needs.authorizePublish(slug, bearerOf(request), request);
      const access = await authorize();
      if (!access.ok) return access;
      const publishing = needs.media.publish(access.room, textOf(request), publishAfter(request));
      const answer = await ifStillAllowed(publishing, async () => {
        const still = await authorize();
        return still.ok ? null : still.refusal;
      });
      if (answer.ok) needs.onPublished?.({ slug, room: access.room, sessionId: answer.sessionId });
      return answer;
    });
    const { play, preferLayer } = needs.media;
    if (play && preferLayer) addPlayback(play, preferLayer);
    addSession(app, "/whip/:slug/:sessionId", owners, needs.media);
    done();

    function addPlayback(play: MediaEngine["play"], preferLayer: MediaEngine["preferLayer"]): void {
      addEndpoint(app, "/whep/:slug", owners, async (request) => {
        const authorize = () => needs.authorizePlay(request.params.slug, bearerOf(request), request);
        const access = await authorize();
        if (!access.ok) return access;
        const { room, tag, person = tag, layer = layerOfQuery(request) } = access;
        if (layer === null) return refuse("bad_layer");
        const holder = { person, address: addressBlock(request.ip) };
        const reservation = needs.seats?.reserve({ ...holder, room, tag });
        if (reservation && !reservation.ok) return reservation;
        const playing = play(room, textOf(request), tag, holder, layer);
        let isOpen = false;
        try {
          const answer = await ifStillAllowed(playing, async () => {
            const still = await authorize();
            return still.ok ? (still.tag === tag ? null : "forbidden") : still.refusal;
          });
          isOpen = answer.ok;
          return answer.ok ? { ...answer, hasFixedLayer: access.layer !== undefined } : answer;
        } finally {
          if (isOpen) reservation?.confirm();
          else reservation?.release();
        }
      });
      addSession(app, "/whep/:slug/:sessionId", owners, needs.media);
      addLayer(app, owners, { preferLayer });
    }

    /**
     * A user who lost access while the session was set up, or of whom that is unknown, gets no SDP answer, and without it
     * no packet. Losing access may itself have ended the session by then: the answer says why all the same.
     */
    async function ifStillAllowed(
      opening: Promise<Answer>,
      whyNot: () => Promise<AccessRefusal | null>,
    ): Promise<Answer> {
      const answer = await opening;
      if (!answer.ok) {
        const refusal = answer.refusal === "interrupted" ? await whyNot() : null;
        return refusal === null ? answer : refuse(refusal);
      }
      let isAllowed = false;
      try {
        const refusal = await whyNot();
        isAllowed = refusal === null;
        return refusal === null ? answer : refuse(refusal);
      } finally {
        if (!isAllowed) await needs.media.endSession(answer.sessionId);
      }
    }
  };
}

function addEndpoint(
  app: FastifyInstance,
  url: string,
  owners: SessionOwners,
  open: (request: SlugRequest) => Promise<Answer>,
): void {
  app.post(url, { bodyLimit: offerBytesMax }, async (request: SlugRequest, reply) => {
    if (!hasType(request, sdpType)) return sendRefusal(reply, "not_sdp");
    const answer = await open(request);
    if (!answer.ok) return sendRefusal(reply, answer.refusal);
    const path = `${pathOf(request)}/${answer.sessionId}`;
    const { sessionId, hasFixedLayer } = answer;
    owners.add(sessionId, { path, bearer: bearerOf(request), offer: textOf(request), hasFixedLayer });
    if (hasFixedLayer === false) reply.header("link", `<${path}/layer>; rel="${layerRelation}"`);
    reply.header("location", path).header("etag", `"${answer.sessionId}"`);
    return reply.code(201).type(sdpType).send(answer.answerSdp);
  });
  app.options(url, (_request, reply) => reply.header("accept-post", sdpType).code(200).send());
  app.route({ method: ["GET", "PUT", "PATCH", "DELETE"], url, handler: notAllowed("POST, OPTIONS") });
}

async function allowEveryOrigin(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply
    .header("access-control-allow-origin", "*")
    .header("access-control-allow-methods", "POST, PATCH, DELETE, OPTIONS")
    .header("access-control-allow-headers", "authorization, content-type, if-match, if-none-match, etag")
    .header("access-control-expose-headers", "location, etag, link, accept-post, accept-patch")
    .header("access-control-max-age", "86400");
}

async function acceptText(_request: FastifyRequest, body: string | Buffer): Promise<string> {
  return body.toString();
}
