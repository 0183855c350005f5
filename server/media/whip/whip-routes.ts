import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from "fastify";
import type { LayerPreference } from "#engine/ipc/protocol.ts";
import { addressBlock } from "#server/kit/http/limits.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { type IceServers, iceServerLinks } from "#server/media/ice-servers.ts";
import type { MediaCore, MediaEngine } from "../media-engine.ts";
import type { SeatAllocator } from "../playback-seats.ts";
import { sessionKindOf } from "../viewer-tag.ts";
import { type AccessRefusal, fragmentType, jsonType, sdpType } from "./answers.ts";
import { type Answer, addEndpoint, type SlugRequest } from "./endpoint.ts";
import { addLayer, layerOfQuery } from "./layer.ts";
import { bearerOf, publishAfter, textOf } from "./requests.ts";
import { addSession, trackOwners } from "./sessions.ts";

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
  /** The TURN servers that answers name; absent: none. */
  turn?: {
    iceServers: IceServers;
    /** As `authorizePublish` and `authorizePlay`, for a caller who only asks: nothing is done for them. */
    mayPublish: WhipNeeds["authorizePublish"];
    mayPlay: WhipNeeds["authorizePlay"];
  };
  /** Limits playback sessions; absent: only the engine's limits apply. */
  seats?: SeatAllocator;
  /** Called when a publisher's session has been set up, before its first packet. */
  onPublished?(published: { slug: string; room: string; sessionId: string }): void;
};

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

    const { iceServers = () => [], mayPublish, mayPlay } = needs.turn ?? {};
    const links = (person: string | undefined) =>
      person === undefined ? [] : iceServerLinks(iceServers(person));
    const askToPublish = async (request: SlugRequest) => {
      const access = await mayPublish?.(request.params.slug, bearerOf(request), request);
      return access?.ok ? ok({ person: access.room }) : access;
    };
    addEndpoint(app, "/whip/:slug", { owners, links, ask: askToPublish }, async (request) => {
      const { slug } = request.params;
      const authorize = () => needs.authorizePublish(slug, bearerOf(request), request);
      const access = await authorize();
      if (!access.ok) return access;
      const publishing = needs.media.publish(access.room, textOf(request), publishAfter(request));
      const answer = await ifStillAllowed(needs.media, publishing, async () => {
        const still = await authorize();
        return still.ok ? null : still.refusal;
      });
      if (!answer.ok) return answer;
      needs.onPublished?.({ slug, room: access.room, sessionId: answer.sessionId });
      return { ...answer, person: access.room };
    });
    const { play, preferLayer } = needs.media;
    if (play && preferLayer) addPlayback(play, preferLayer);
    addSession(app, "/whip/:slug/:sessionId", owners, needs.media);
    done();

    function addPlayback(play: MediaEngine["play"], preferLayer: MediaEngine["preferLayer"]): void {
      const askToPlay = async (request: SlugRequest) => {
        const access = await mayPlay?.(request.params.slug, bearerOf(request), request);
        return access?.ok ? ok({ person: relayed(access) }) : access;
      };
      addEndpoint(app, "/whep/:slug", { owners, links, ask: askToPlay }, async (request) => {
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
          const answer = await ifStillAllowed(needs.media, playing, async () => {
            const still = await authorize();
            return still.ok ? (still.tag === tag ? null : "forbidden") : still.refusal;
          });
          isOpen = answer.ok;
          if (!answer.ok) return answer;
          return { ...answer, person: relayed(access), hasFixedLayer: access.layer !== undefined };
        } finally {
          if (isOpen) reservation?.confirm();
          else reservation?.release();
        }
      });
      addSession(app, "/whep/:slug/:sessionId", owners, needs.media);
      addLayer(app, owners, { preferLayer });
    }
  };
}

/** Whom TURN servers are named to; undefined for a preview, which goes without, as its place says ({@link LiveMedia.play}). */
const relayed = ({ tag, person = tag }: { tag: string; person?: string }) =>
  sessionKindOf(tag) === "preview" ? undefined : person;

/**
 * A user who lost access while the session was set up, or of whom that is unknown, gets no SDP answer, and without it
 * no packet. Losing access may itself have ended the session by then: the answer says why all the same.
 */
async function ifStillAllowed(
  media: Pick<MediaCore, "endSession">,
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
    if (!isAllowed) await media.endSession(answer.sessionId);
  }
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
