import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import type { Logger } from "pino";
import { type RawData, WebSocket, WebSocketServer } from "ws";
import { addressBlock } from "#server/kit/http/limits.ts";
import { serveUpgrades } from "#server/kit/http/upgrades.ts";
import { refuseUpgrade, type UpgradeHandler } from "#server/kit/nodes/node-server.ts";
import { type Result, refuse } from "#server/kit/result.ts";
import type { SeatAllocator, SeatRefusal } from "../playback-seats.ts";
import type { AccessRefusal } from "../whip/answers.ts";
import type { LivekitApi } from "./livekit-api.ts";
import { passSignalling } from "./pass-signalling.ts";
import type { ViewerSession, ViewerSessions } from "./viewer-sessions.ts";

export type SignallingNeeds = {
  /** May this bearer watch `slug`, in which room, what is the session's tag, and whose is it (absent: by the tag)? */
  authorizePlay(
    slug: string,
    bearer: string | null,
  ): Promise<Result<{ room: string; tag: string; person?: string }, AccessRefusal>>;
  addressOf(request: IncomingMessage): string;
  seats?: SeatAllocator;
  log: Pick<Logger, "warn">;
};

export type SignallingRefusal = AccessRefusal | SeatRefusal | "no_publisher" | "engine_down";

const statuses: Record<SignallingRefusal, number> = {
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  no_publisher: 409,
  rate_limited: 429,
  too_many_of_person: 429,
  too_many_from_address: 429,
  too_many: 503,
  engine_down: 503,
};

const joinMs = 5_000;
/** An SDP answer fits easily. */
const messageBytesMax = 256 * 1024;
const path = /^\/livekit\/([^/]+)(\/rtc(?:\/v1)?)$/;

/**
 * Our side of LiveKit's signalling at `/livekit/:slug/rtc`: those who may watch are connected through, by a token that never
 * leaves this process. So nobody can come in, or back in, without being asked for their right here.
 */
export function openSignallingProxy(
  needs: SignallingNeeds & {
    api: LivekitApi;
    sessions: ViewerSessions;
    /** Does this process carry the media now? */
    isOpen(): boolean;
    isPublished(room: string): boolean;
  },
) {
  const { api, sessions, log } = needs;
  const sockets = new WebSocketServer({ noServer: true, maxPayload: messageBytesMax });

  /** Asks for the right, and for a seat where `request` takes one. */
  async function mayEnter(slug: string, bearer: string | null) {
    const access = await needs.authorizePlay(slug, bearer);
    if (!access.ok) return access;
    if (!needs.isOpen()) return refuse("engine_down" as const);
    return needs.isPublished(access.room) ? access : refuse("no_publisher" as const);
  }

  async function letIn(
    request: IncomingMessage,
    wire: Duplex,
    head: Buffer,
  ): Promise<SignallingRefusal | null> {
    const url = new URL(request.url ?? "/", "http://localhost");
    // The path as it was asked for: what a URL makes of dots and backslashes would be another one.
    const [, slug = "", rest = ""] = path.exec(request.url?.split("?", 1)[0] ?? "") ?? [];
    const bearer = url.searchParams.get("access_token");
    const access = await mayEnter(slug, bearer);
    if (!access.ok) return access.refusal;
    const { room, tag, person = tag } = access;
    const holder = { person, address: addressBlock(needs.addressOf(request)) };
    const seat = needs.seats?.reserve({ ...holder, room, tag });
    if (seat && !seat.ok) return seat.refusal;
    let hangUp: ViewerSession["hangUp"] = () => {};
    const session = sessions.begin({ ...holder, room, tag }, (isReplaced) => hangUp(isReplaced));
    const leave = () => {
      if (!session.isOver)
        sessions.end(session).catch((err) => log.warn({ err }, "a viewer was not removed"));
    };
    wire.once("close", leave);
    const give = async (refusal: SignallingRefusal) => {
      seat?.release();
      await sessions.end(session);
      return refusal;
    };
    try {
      url.searchParams.set("access_token", await api.viewerToken(room, session.identity));
      const upstream = new WebSocket(`${api.signalUrl}${rest}${url.search}`, { handshakeTimeout: joinMs });
      const early: RawData[] = [];
      const keep = (data: RawData) => void early.push(data);
      upstream.on("message", keep);
      hangUp = () => upstream.close();
      const opened = await openingOf(upstream);
      if (!opened) return await give("engine_down");
      const still = await mayEnter(slug, bearer);
      if (session.isOver || !still.ok || still.tag !== tag)
        return await give(still.ok ? "forbidden" : still.refusal);
      sockets.handleUpgrade(request, wire, head, (client) => {
        hangUp = passSignalling({ client, upstream, session, leave }, { sessions, log });
        upstream.off("message", keep);
        for (const data of early) upstream.emit("message", data);
        seat?.confirm();
      });
      return null;
    } catch (err) {
      log.warn({ err }, "LiveKit let nobody in");
      return give("engine_down");
    }
  }

  function serve(request: IncomingMessage, wire: Duplex, head: Buffer): void {
    letIn(request, wire, head).then(
      (refusal) => refusal && refuseUpgrade(wire, statuses[refusal]),
      (err) => {
        log.warn({ err }, "a viewer could not be let in");
        refuseUpgrade(wire, 503);
      },
    );
  }

  const detach: (() => void)[] = [];

  return {
    /** Handles a server's upgrade requests; those of others `through` which they go first. */
    attach(server: Server, through: (serve: UpgradeHandler) => UpgradeHandler = (same) => same): void {
      detach.push(serveUpgrades(server, (asked) => path.test(asked), through(serve)));
    },
    /** The proxy's answer for a client that was refused and asks why; 200: it would open. */
    async statusOf(slug: string, bearer: string | null): Promise<number> {
      const access = await mayEnter(slug, bearer);
      return access.ok ? 200 : statuses[access.refusal];
    },
    /** Lets nobody in any more, and hangs up on everybody. */
    stop() {
      for (const leave of detach) leave();
      sessions.stop();
      sockets.close();
    },
  };
}

function openingOf(socket: WebSocket): Promise<boolean> {
  return new Promise((resolve) => {
    socket.once("open", () => resolve(true));
    socket.once("error", () => resolve(false));
    socket.once("close", () => resolve(false));
  });
}
