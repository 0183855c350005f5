import type { IceServer, IceServers } from "./ice-servers.ts";
import type { MediaCore } from "./media-engine.ts";
import type { PlaybackClaims, PlaybackTokens } from "./playback-token.ts";
import { previewMode } from "./viewer-tag.ts";

/** Where media is sent to or watched, and the bearer token that opens it. */
export type MediaEndpoint<Protocol extends string> = {
  protocol: Protocol;
  url: string;
  token: string;
  ice_servers: IceServer[];
};

/** Where a room is watched; `fallback`: the same over HTTPS ({@link openFrames}), with the same token. */
export type PlaybackEndpoint = MediaEndpoint<Watching> & { fallback?: { url: string } };

/** How rooms are watched: by WHEP, or by LiveKit's own protocol. */
export type Watching = "whep" | "livekit";

type Core = Pick<
  MediaCore,
  "rooms" | "flows" | "onReport" | "onEvent" | "healthy" | "endPublisher" | "endViewers" | "hold"
>;

/**
 * Live media as rooms need it, of the engine or of LiveKit: places for one person, one room, one mode and one audience, reports of
 * who sends and who receives, and the ends of both. `origin` is the scheme and host that the person uses.
 */
export type LiveMedia = Core & {
  /** Whether a publisher may send several sizes of the picture. LiveKit 1.11 takes but one of them by WHIP. */
  simulcast: boolean;
  /** The TURN servers of who sends by a place of their own, as encoders do. */
  iceServers: IceServers;
  /** Where a fan sends their camera. */
  publish(claims: PlaybackClaims, origin: string): Promise<MediaEndpoint<"whip">>;
  /** Where a room is watched, to be used within {@link playbackTokenSeconds}. */
  play(claims: PlaybackClaims, origin: string): Promise<PlaybackEndpoint>;
};

const playbackTokenSeconds = 60;
/**
 * The token names one show of one fan, and each use of it asks the rule: no need to renew it in the middle of a show.
 */
const publishTokenSeconds = 12 * 3600;

/** Makes {@link LiveMedia} over the engine or LiveKit; every place is at our own address. */
export function liveMedia(
  core: Core,
  tokens: Record<"whip" | "whep", PlaybackTokens>,
  iceServers: IceServers,
): LiveMedia {
  const watching: Watching = "openSignallingProxy" in core ? "livekit" : "whep";
  return {
    iceServers,
    simulcast: watching === "whep",
    rooms: core.rooms,
    flows: core.flows,
    onReport: core.onReport,
    onEvent: core.onEvent,
    healthy: core.healthy,
    endPublisher: core.endPublisher,
    endViewers: core.endViewers,
    hold: core.hold,
    async publish(claims, origin) {
      const token = await tokens.whip.sign(claims, publishTokenSeconds);
      const ice_servers = iceServers(String(claims.fan));
      return { protocol: "whip", url: `${origin}/whip/${claims.room}`, token, ice_servers };
    },
    async play(claims, origin) {
      const token = await tokens.whep.sign(claims, playbackTokenSeconds);
      // A preview goes without: guests have no name, and what opens a relay for a day is not for everybody who opens a page.
      const ice_servers = claims.mode === previewMode ? [] : iceServers(String(claims.fan));
      const endpoint = {
        protocol: watching,
        url: `${origin}/${watching}/${claims.room}`,
        token,
        ice_servers,
      } as const;
      if (watching !== "whep") return endpoint;
      return { ...endpoint, fallback: { url: `${origin.replace(/^http/, "ws")}/frames/${claims.room}` } };
    },
  };
}
