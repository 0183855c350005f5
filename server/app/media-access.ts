import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { slug as slugShape } from "#contract/common.ts";
import { addressBlock, type Limits } from "#server/kit/http/limits.ts";
import type { Nodes } from "#server/kit/nodes/nodes.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { openFrames } from "#server/media/frames-routes.ts";
import { iceServersOf } from "#server/media/ice-servers.ts";
import { createSeatAllocator } from "#server/media/playback-seats.ts";
import type { PlaybackClaims } from "#server/media/playback-token.ts";
import { largePreviewMode, previewMode, sessionKindOf, viewerTag } from "#server/media/viewer-tag.ts";
import { type AccessRefusal, type WhipNeeds, whipRoutes } from "#server/media/whip/whip-routes.ts";
import { isCameraRoom } from "#server/shows/shows.ts";
import type { AppNeeds, Modules } from "./needs.ts";
import { forwardedAddress } from "./origin-gate.ts";

const wrongKeysPerMinute = 10;

/**
 * Decides who may publish, watch and preview over WHIP and WHEP. A room's stream key publishes, and so does a fan's
 * camera token in a show; a playback token watches. Each preview and session is admitted again here, so that a token
 * of a fan who was banned since opens nothing.
 */
export async function mountMedia(
  http: FastifyInstance,
  needs: AppNeeds & { limits: Limits; passOnUpgrades: Nodes["passOnUpgrades"] | null },
  modules: Modules,
) {
  const { media, log, config } = needs;
  const { rooms, realtime } = modules;
  const seats = createSeatAllocator({
    media,
    limits: config.playback,
    kindOf: sessionKindOf,
    onReplaced: ({ person, room, sessionId, kind }) =>
      kind !== "preview" &&
      realtime.publish(`person:${Number(person)}`, "PlaybackReplaced", { slug: room, session_id: sessionId }),
    log,
  });
  const { mayPublish, authorizePublish } = publishAuthorizers(needs, modules);
  const { mayPlay, authorizePlay } = playAuthorizers(needs, modules);
  const iceServers = iceServersOf(config.turn, needs.clock);
  await http.register(
    whipRoutes({
      media,
      authorizePublish,
      onPublished({ room, sessionId }) {
        if (isCameraRoom(room)) return;
        const notify = (model?: { model_id: number }) =>
          model &&
          realtime.publish(`person:${model.model_id}`, "PublisherChanged", { session_id: sessionId });
        rooms
          .room(room)
          .then(notify, (err) => log.error({ err, room }, "a replaced publisher was not notified"));
      },
      authorizePlay,
      ...(config.turn ? { turn: { iceServers, mayPublish, mayPlay } } : {}),
      seats,
    }),
  );
  const addressOf = config.trustProxy > 0 ? forwardedAddress(config.trustProxy) : remoteAddress;
  if ("watch" in media) {
    const frames = openFrames({ media, authorizePlay, addressOf, seats, limits: needs.limits, log });
    frames.attach(http.server, needs.passOnUpgrades ?? undefined);
    http.addHook("onClose", async () => frames.stop());
  }
  if (!("openSignallingProxy" in media)) return;
  const signalling = media.openSignallingProxy({ authorizePlay, addressOf, seats, log });
  signalling.attach(http.server, needs.passOnUpgrades ?? undefined);
  http.addHook("onClose", async () => signalling.stop());
  // LiveKit's library is large, and only for those who use it.
  const { livekitRoutes } = await import("#server/media/livekit/routes.ts");
  await http.register(livekitRoutes(media, signalling));
}

/**
 * Asks for the right to publish: of a fan for their camera, of others for the room's stream key. `mayPublish` only answers;
 * `authorizePublish` makes the room ready for who comes.
 */
function publishAuthorizers(
  { limits, hooks }: Pick<AppNeeds, "hooks"> & { limits: Limits },
  { identity, rooms, shows, cameraTokens }: Pick<Modules, "identity" | "rooms" | "shows" | "cameraTokens">,
): Record<"mayPublish" | "authorizePublish", WhipNeeds["authorizePublish"]> {
  const wrongKeys = limits.create("wrong_stream_keys", wrongKeysPerMinute, 60);
  const mayShowCamera = async (slug: string, bearer: string) => {
    const read = await cameraTokens.verify(bearer);
    if (!read.ok || !(await identity.isUntouchedSince(read.fan, read.issuedAt)))
      return refuse("unauthorized");
    const allowed = read.room === slug && (await shows.cameras.mayPublish(read.fan, slug));
    return allowed ? ok({ room: slug, by: "fan" as const }) : refuse("forbidden");
  };
  const publisherOf = async (slug: string, bearer: string | null, request: FastifyRequest) => {
    if (!bearer) return refuse("unauthorized");
    if (isCameraRoom(slug)) return mayShowCamera(slug, bearer);
    if (await wrongKeys.blocked(addressBlock(request.ip))) return refuse("rate_limited");
    const room = slugShape.safeParse(slug).success ? await rooms.room(slug) : undefined;
    if (!room) return refuse("not_found");
    // The holder of the key is the model.
    const publisher = { userId: room.model_id, role: "model" } as const;
    if (!(await rooms.admit(publisher, "publish", room.slug)).ok) return refuse("forbidden");
    if (hooks?.acceptsKey?.(room.slug, bearer)) return ok({ room: room.slug, by: "demo" as const });
    if (rooms.ownsKey(room, bearer)) return ok({ room: room.slug, by: "model" as const });
    await wrongKeys.take(addressBlock(request.ip));
    return refuse("unauthorized");
  };
  return {
    mayPublish: publisherOf,
    async authorizePublish(...of) {
      const access = await publisherOf(...of);
      if (!access.ok || access.by === "fan") return access;
      await rooms.holdMedia(access.room);
      if (access.by === "model") await hooks?.personPublishes?.(access.room);
      return access;
    },
  };
}

type PlayModules = Pick<Modules, "catalog" | "identity" | "rooms" | "shows" | "playbackTokens">;

type Player = { room: string; tag: string; person: string; layer?: "low"; watched?: number };
type Authorize<Access> = (slug: string, bearer: string | null) => Promise<Result<Access, AccessRefusal>>;

/**
 * Asks for the right to play: of holders of a playback token, which what has happened since may have made worthless.
 * `mayPlay` only answers; `authorizePlay` notes in a fan's list that they watch the model.
 */
function playAuthorizers(
  { log }: Pick<AppNeeds, "log">,
  { catalog, identity, rooms, shows, playbackTokens }: PlayModules,
): Record<"mayPlay" | "authorizePlay", Authorize<Player>> {
  /** Guests are distinguished by nothing but their address: each of their sessions is a person's own. */
  const mayPreview = async ({ fan, room, audience, mode }: PlaybackClaims) => {
    // The rule asks whether a person is banned, which only fans can be.
    const admitted = await rooms.admit(fan === 0 ? null : { userId: fan, role: "fan" }, "preview", room);
    if (!admitted.ok || admitted.room.audience_version !== audience) return refuse("forbidden");
    const holder = `preview:${fan === 0 ? randomUUID() : fan}`;
    return ok({
      room,
      tag: viewerTag({ fanId: fan, mode: previewMode }),
      person: holder,
      ...(mode === previewMode ? { layer: "low" as const } : {}),
    });
  };
  const mayPlay: Authorize<Player> = async (slug, bearer) => {
    const read = bearer ? await playbackTokens.verify(bearer) : refuse("invalid" as const);
    if (!read.ok) return refuse("unauthorized");
    if (read.room !== slug.toLowerCase()) return refuse("forbidden");
    const isPreview = read.mode === previewMode || read.mode === largePreviewMode;
    const isGuest = read.fan === 0 && isPreview;
    if (!isGuest && !(await identity.isUntouchedSince(read.fan, read.issuedAt)))
      return refuse("unauthorized");
    if (isPreview) return mayPreview(read);
    const person = String(read.fan);
    if (isCameraRoom(read.room)) {
      const allowed = await shows.cameras.mayWatch(read.fan, read.room);
      const tag = viewerTag({ fanId: read.fan, mode: read.mode });
      return allowed ? ok({ room: read.room, tag, person }) : refuse("forbidden");
    }
    // A caller who asks while the room changes gets the answer from after it.
    await rooms.settled(read.room);
    // The room's audience may have changed since the token was signed, its model been hidden, or the fan banned: then it opens nothing.
    // A model may watch their own room: the token names nobody else's.
    const role = (await rooms.room(read.room))?.model_id === read.fan ? "model" : "fan";
    const admitted = await rooms.admit({ userId: read.fan, role }, "watch", read.room);
    if (!admitted.ok) return refuse("forbidden");
    const { mode, audience_version } = admitted.room;
    if (mode !== read.mode || audience_version !== read.audience) return refuse("forbidden");
    const tag = viewerTag({ fanId: read.fan, mode: read.mode });
    const player = { room: read.room, tag, person };
    return ok(role === "fan" ? { ...player, watched: admitted.model.id } : player);
  };
  return {
    mayPlay,
    async authorizePlay(slug, bearer) {
      const access = await mayPlay(slug, bearer);
      if (!access.ok || access.watched === undefined) return access;
      // The picture matters more than the list of what was watched.
      await catalog.watched
        .note(Number(access.person), access.watched)
        .catch((err) => log.error({ err, room: access.room }, "a watched room was not noted"));
      return access;
    },
  };
}

const remoteAddress = ({ socket }: IncomingMessage) => socket.remoteAddress ?? "";
