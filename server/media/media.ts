import type { Logger } from "pino";
import type {
  EngineEvent,
  EngineRefusal,
  EngineReply,
  PublishAfter,
  RoomReport,
} from "#engine/ipc/protocol.ts";
import { type Result, refuse } from "#server/kit/result.ts";
import { type SystemUser, systemUsers } from "#server/kit/system-users.ts";
import { type EngineCall, startEngineProcess } from "#server/media/engine-process.ts";
import type { Holder } from "#server/media/seats.ts";
import { createSessionBook, type SessionBook } from "#server/media/session-book.ts";

export type { PublishAfter, RoomReport, ViewerReport } from "#engine/ipc/protocol.ts";
export type { SeatLimits } from "#server/media/seats.ts";

/** A session that has been set up: the answer goes to the client, the id is what ends it. */
export type MediaSession = { sessionId: string; answerSdp: string };

type SessionRefusal = "bad_sdp" | "unsupported_codec" | "too_many" | "engine_down";
export type PublishRefusal = SessionRefusal | "other_publisher";
export type PlayRefusal = SessionRefusal | "no_publisher";

/**
 * What the engine tells as it happens. `engine-down` means that every session is lost; after `engine-restarted` publishers
 * and viewers may come again. A publisher that is replaced by another one has not ended.
 */
export type MediaEvent = EngineEvent | { kind: "engine-down" } | { kind: "engine-restarted" };

/** Live media for the rest of the application. Rooms are named by the caller; a room exists while it has sessions. */
export type MediaEngine = {
  /**
   * Takes up a publisher of `room` by its SDP offer; the publisher before it is ended, the viewers stay. With `after` it
   * is refused with `other_publisher` unless it would follow the publisher that is meant.
   */
  publish(
    room: string,
    offerSdp: string,
    after?: PublishAfter,
  ): Promise<Result<MediaSession, PublishRefusal>>;
  /**
   * Takes up a viewer of `room`, who is `holder` for {@link MediaEngine.viewers}. `tag` marks the session in reports and in {@link MediaEngine.endViewers}. A viewer who is
   * ended while still being set up is refused with `no_publisher`.
   */
  play(
    room: string,
    offerSdp: string,
    tag: string,
    holder?: Holder,
  ): Promise<Result<MediaSession, PlayRefusal>>;
  /** The playback sessions, the oldest first; those being set up come last and have no id yet. */
  viewers(): ReturnType<SessionBook["viewers"]>;
  /** Ends a session; false when there is none of that id (any more). */
  endSession(sessionId: string): Promise<boolean>;
  /**
   * Ends the viewers of `room`, but for those whose tag `keep` accepts. Once resolved, not one packet goes to the others,
   * whether they were connected or just connecting.
   */
  endViewers(room: string, keep?: (tag: string) => boolean): Promise<void>;
  /** The same in every room: ends the viewers whose tag `isGone` accepts. */
  endViewersEverywhere(isGone: (tag: string) => boolean): Promise<void>;
  endPublisher(room: string): Promise<void>;
  /** Asks the publisher of `room` for a keyframe; requests that come too fast are merged. */
  requestKeyframe(room: string): void;
  /** The last per-second report, by room; empty while the engine is down. */
  rooms(): ReadonlyMap<string, RoomReport>;
  /** Calls `listener` with each per-second report; returns how to stop that. */
  onReport(listener: (rooms: ReadonlyMap<string, RoomReport>) => void): () => void;
  onEvent(listener: (event: MediaEvent) => void): () => void;
  /** True while the engine's process is up and answering. */
  healthy(): boolean;
  /** The engine's process id, for the operator's measurements; null while it is down. */
  processId(): number | null;
  stop(): Promise<void>;
};

export type MediaOptions = {
  /** The one UDP port for all media; 0 takes any free one. */
  udpPort: number;
  /** Public address of a machine behind NAT. */
  announcedAddress?: string;
  /** Address of the one interface to listen on; all of them when absent. */
  bindAddress?: string;
  /** Id of a system user that the engine must not run as: the database's. */
  apartFrom?: number;
  log: Pick<Logger, "info" | "warn" | "error">;
};

/** Longest SDP offer that is passed on to the engine. */
export const offerBytesMax = 64 * 1024;

/**
 * Starts the media engine in a process of its own and keeps it running; started by root, it runs as an unprivileged user.
 * Rejects when its UDP port is taken.
 */
export async function startMediaEngine({ log, apartFrom, ...network }: MediaOptions): Promise<MediaEngine> {
  const runAs = engineUser(apartFrom);
  const settings = runAs ? { ...network, runAs } : network;
  const book = createSessionBook();
  const reportListeners = new Set<(rooms: ReadonlyMap<string, RoomReport>) => void>();
  const eventListeners = new Set<(event: MediaEvent) => void>();
  let rooms: ReadonlyMap<string, RoomReport> = new Map();
  const announce = (event: MediaEvent) => {
    for (const listener of eventListeners) listener(event);
  };

  const engine = await startEngineProcess({
    settings,
    log,
    onReport(reports) {
      rooms = new Map(reports.map((report) => [report.room, report]));
      for (const listener of reportListeners) listener(rooms);
    },
    onEvent(event) {
      if (event.kind === "session-closed") book.remove(event.sessionId);
      announce(event);
    },
    onDown() {
      book.clear();
      rooms = new Map();
      announce({ kind: "engine-down" });
    },
    onRestarted: () => announce({ kind: "engine-restarted" }),
  });

  const call = (request: EngineCall, settled?: (reply: EngineReply | null) => void) =>
    new Promise<EngineReply | null>((resolve) => {
      engine.call(request, (reply) => {
        // Here and not after the await: the session's end may be the very next message.
        settled?.(reply);
        resolve(reply);
      });
    });

  const endViewers: MediaEngine["endViewers"] = async (room, keep) => {
    const exceptTags = keep ? book.tagsIn(room).filter(keep) : [];
    await call({ op: "endRoomViewers", room, exceptTags });
  };

  return {
    async publish(room, offerSdp, after) {
      const request = { op: "publish" as const, room, offerSdp, ...(after === undefined ? {} : { after }) };
      const outcome = sessionFrom(await call(request));
      if (outcome.ok) return outcome;
      if (outcome.refusal === "no_publisher") throw new Error("a publisher cannot lack a publisher");
      return refuse(outcome.refusal);
    },
    async play(room, offerSdp, tag, holder = { person: tag, address: "unknown" }) {
      const viewer = { ...holder, room, tag };
      const forget = book.expect(viewer);
      const request = { op: "play" as const, room, offerSdp, sessionTag: tag };
      const reply = await call(request, (answer) => {
        forget();
        const outcome = sessionFrom(answer);
        if (outcome.ok) book.add(outcome.sessionId, viewer);
      });
      const outcome = sessionFrom(reply);
      if (outcome.ok) return outcome;
      if (outcome.refusal === "other_publisher") throw new Error("a viewer follows no publisher");
      return refuse(outcome.refusal);
    },
    async endSession(sessionId) {
      const reply = await call({ op: "end", sessionId });
      return reply?.ok === true && reply.found === true;
    },
    viewers: book.viewers,
    endViewers,
    async endViewersEverywhere(isGone) {
      const rooms = book.rooms().filter((room) => book.tagsIn(room).some(isGone));
      await Promise.all(rooms.map((room) => endViewers(room, (tag) => !isGone(tag))));
    },
    async endPublisher(room) {
      await call({ op: "endPublisher", room });
    },
    requestKeyframe: (room) => engine.call({ op: "keyframe", room }, () => {}),
    rooms: () => rooms,
    onReport: (listener) => subscribe(reportListeners, listener),
    onEvent: (listener) => subscribe(eventListeners, listener),
    healthy: () => engine.isReady(),
    processId: () => engine.processId(),
    stop: () => engine.stop(),
  };
}

/** Whoever runs as the user of another process can read that one's files: the engine takes one that nobody else has here. */
function engineUser(apartFrom: number | undefined): SystemUser | null {
  if (process.getuid?.() !== 0) return null;
  const users = systemUsers(["nobody", "daemon", "bin", "mail"]);
  const user = users.find(({ uid }) => uid !== apartFrom);
  if (user) return user;
  throw new Error(
    "the media engine must not run as root, and this system has no other user for it; start Fanlight as an ordinary user",
  );
}

function subscribe<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function sessionFrom(reply: EngineReply | null): Result<MediaSession, EngineRefusal | "engine_down"> {
  if (!reply) return refuse("engine_down");
  if (!reply.ok) return refuse(reply.refusal);
  if (reply.sessionId === undefined || reply.answerSdp === undefined)
    throw new Error("engine reply without session");
  return { ok: true, sessionId: reply.sessionId, answerSdp: reply.answerSdp };
}
