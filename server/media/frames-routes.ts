import type { IncomingMessage, Server } from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Logger } from "pino";
import { type FramesRefusal, readFramesHello } from "#contract/media-frames.ts";
import type { FramesHello } from "#engine/ipc/protocol.ts";
import { addressBlock, type Limit, type Limits } from "#server/kit/http/limits.ts";
import { serveUpgrades } from "#server/kit/http/upgrades.ts";
import { isPassedOn, refuseUpgrade, type UpgradeHandler } from "#server/kit/nodes/node-server.ts";
import type { MediaEngine, WatchRefusal } from "./media-engine.ts";
import type { SeatAllocator } from "./playback-seats.ts";
import { sessionKindOf } from "./viewer-tag.ts";
import type { WhipNeeds } from "./whip/whip-routes.ts";

type FramesMedia = Pick<
  MediaEngine,
  "watch" | "beginFrames" | "refuseFrames" | "passFrames" | "onFramesHello" | "endSession" | "healthy"
>;

export type FramesNeeds = {
  media: FramesMedia;
  /** May this bearer watch `slug`? As for WHEP. */
  authorizePlay(slug: string, bearer: string): ReturnType<WhipNeeds["authorizePlay"]>;
  addressOf(request: IncomingMessage): string;
  seats?: SeatAllocator;
  limits: Limits;
  log: Pick<Logger, "warn">;
};

/**
 * Of one address, and the next is answered 429: after a restart of the engine everybody of an office comes again at once, and
 * as often as this pages of that office may be opened.
 */
export const connectionsPerMinute = 300;

const path = /^\/frames\/([^/]+)$/;
const handshake = [
  "upgrade",
  "connection",
  "sec-websocket-key",
  "sec-websocket-version",
  "sec-websocket-protocol",
];
const engineCodecs = { h264: "H264", vp8: "VP8" } as const;

/**
 * Live pictures over HTTPS at `/frames/:slug`, by the protocol of `contract/media-frames.ts`: a request for a WebSocket is
 * passed on to the media engine at once, which brings the page's first message back; here it is decided as a WHEP offer is.
 * Open to every origin, since only the bearer counts and no cookie does.
 */
export function openFrames(needs: FramesNeeds) {
  const { media, addressOf, log } = needs;
  const connections = needs.limits.create("frames_connections", connectionsPerMinute, 60);

  function serve(request: IncomingMessage, wire: Duplex, head: Buffer): void {
    // A connection that another node has passed on was counted there.
    if (isPassedOn(request)) return pass(request, wire, head);
    mayConnect(connections, addressBlock(addressOf(request))).then(
      (may) => {
        if (wire.destroyed) return;
        if (may) pass(request, wire, head);
        else refuseUpgrade(wire, 429);
      },
      (err) => {
        log.warn({ err }, "a connection for frames could not be counted");
        refuseUpgrade(wire, 503);
      },
    );
  }

  function pass(request: IncomingMessage, wire: Duplex, head: Buffer): void {
    const [, slug = ""] = path.exec(request.url?.split("?", 1)[0] ?? "") ?? [];
    if (!media.healthy() || !(wire instanceof Socket)) return refuseUpgrade(wire, 503);
    const headers = handshake.flatMap((name) => {
      const value = request.headers[name];
      return typeof value === "string" ? [[name, value] as const] : [];
    });
    media.passFrames(wire, head, {
      slug: decoded(slug),
      address: addressBlock(addressOf(request)),
      headers: Object.fromEntries(headers),
    });
  }

  const stop = media.onFramesHello((hello) => {
    decide(hello, needs).then(
      (refusal) => {
        if (refusal && refusal !== "interrupted") media.refuseFrames(hello.connection, refusal);
      },
      (err) => {
        log.warn({ err }, "a viewer over HTTPS could not be let in");
        media.refuseFrames(hello.connection, "engine_down");
      },
    );
  });
  const detach: (() => void)[] = [];

  return {
    /** Handles a server's upgrade requests; those of others `through` which they go first. */
    attach(server: Server, through: (serve: UpgradeHandler) => UpgradeHandler = (same) => same): void {
      detach.push(serveUpgrades(server, (asked) => path.test(asked), through(serve)));
    },
    /** Lets nobody in any more. */
    stop() {
      stop();
      for (const leave of detach) leave();
    },
  };
}

const mayConnect = async (connections: Limit, block: string) => (await connections.take(block)) === null;

/** Lets a page in that has said what it wants; answers why not, null when it is in. */
async function decide(
  hello: FramesHello,
  { media, authorizePlay, seats }: FramesNeeds,
): Promise<FramesRefusal | WatchRefusal | null> {
  const asked = readFramesHello(hello.text);
  if (!asked) return "bad_message";
  const access = await authorizePlay(hello.slug, asked.token);
  if (!access.ok) return access.refusal;
  const { room, tag, person = tag, layer } = access;
  const holder = { person, address: hello.address };
  const seat = seats?.reserve({ ...holder, room, tag });
  if (seat && !seat.ok) return seat.refusal;
  const watching = media.watch(
    {
      connection: hello.connection,
      room,
      tag,
      layer: layer ?? asked.layer ?? "auto",
      isLayerFixed: layer !== undefined,
      hasSound: asked.sound !== false && sessionKindOf(tag) !== "preview",
      video: (asked.video ?? (["h264", "vp8"] as const)).map((codec) => engineCodecs[codec]),
    },
    holder,
  );
  let isOpen = false;
  try {
    const answer = await watching;
    if (!answer.ok) return answer.refusal;
    isOpen = await beginIfAllowed(media, answer.sessionId, async () => {
      const still = await authorizePlay(hello.slug, asked.token);
      return still.ok && still.tag === tag;
    });
    return null;
  } finally {
    if (isOpen) seat?.confirm();
    else seat?.release();
  }
}

/** A user who lost access while the session was set up, or of whom that is unknown, gets no frame. */
async function beginIfAllowed(
  media: FramesMedia,
  sessionId: string,
  isAllowed: () => Promise<boolean>,
): Promise<boolean> {
  let mayBegin = false;
  try {
    mayBegin = await isAllowed();
    return mayBegin && (await media.beginFrames(sessionId));
  } finally {
    if (!mayBegin) await media.endSession(sessionId);
  }
}

function decoded(slug: string): string {
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}
