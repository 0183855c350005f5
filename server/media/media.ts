/**
 * The media engine's supervisor, the WHIP and WHEP routes, and playback tokens. `livekit/` does the same with a LiveKit
 * server (docs/decisions/0070-livekit-behind-a-signalling-proxy.md).
 */

import type { Logger } from "pino";
import type { EngineRefusal, EngineReply, EngineSettings, RoomReport } from "#engine/ipc/protocol.ts";
import { type Result, refuse } from "#server/kit/result.ts";
import { type SystemUser, systemUsers } from "#server/kit/system-users.ts";
import { createSessionRegistry } from "#server/media/session-registry.ts";
import {
  type EngineWorkers,
  type RoomCall,
  startEngineWorkers,
} from "#server/media/workers/engine-workers.ts";
import { framesCalls } from "./frames-calls.ts";
import type { LivekitSettings } from "./livekit/livekit-api.ts";
import type { LivekitMedia } from "./livekit/livekit-media.ts";
import type { OwnedLivekit } from "./livekit/owned-livekit.ts";
import type { MediaEngine, MediaEvent, MediaSession } from "./media-engine.ts";

export type {
  FlowInterval,
  LayerPreference,
  PublishAfter,
  RoomReport,
  ViewerFlow,
  ViewerReport,
} from "#engine/ipc/protocol.ts";
export type { TurnSettings } from "#server/media/ice-servers.ts";
export type { LiveMedia, MediaEndpoint, PlaybackEndpoint } from "#server/media/live-media.ts";
export type { LivekitSettings } from "#server/media/livekit/livekit-api.ts";
export type { LivekitMedia } from "#server/media/livekit/livekit-media.ts";
export type { OwnedLivekit } from "#server/media/livekit/owned-livekit.ts";
export { type OwnedEngine, ownedMedia } from "#server/media/owned-media.ts";
export type { SeatLimits } from "#server/media/playback-seats.ts";
export { isViewerOf, largePreviewMode, previewMode, viewerTag } from "#server/media/viewer-tag.ts";
export type { MediaCore, MediaEngine, MediaEvent } from "./media-engine.ts";

export type MediaOptions = {
  /** How many processes carry the media, 1 unless given: rooms are spread over them. */
  workers?: number;
  /** With how many of them it starts where ports behind the first are taken; absent: with all. */
  workersAtLeast?: number;
  /** The UDP port of the first of them, behind which the others follow; 0: each takes any free one. */
  udpPort: number;
  /** Media over TCP too, by the same port numbers; see {@link EngineSettings}. Only the first one's port can be `shared`. */
  tcp?: NonNullable<EngineSettings["tcp"]>;
  /** Public addresses of a machine behind NAT, the first to be tried first; none: its own. */
  announcedAddresses?: readonly string[];
  /** Address of the one interface to listen on; all of them when absent. */
  bindAddress?: string;
  /** Id of a system user that the engine must not run as: the database's. */
  apartFrom?: number;
  /** When the engine ends by itself, ms of CLOCK_MONOTONIC: read whenever it has started, and by `extend`. */
  endsAt?: () => number;
  log: Pick<Logger, "info" | "warn" | "error">;
};

/** Connects to the LiveKit that carries the media instead; see `livekit/livekit-media.ts`. Loaded only where it is set. */
export async function connectLivekit(
  ...of: [LivekitSettings, Pick<Logger, "info" | "warn" | "error">]
): Promise<LivekitMedia> {
  const livekit = await import("./livekit/livekit-media.ts");
  return livekit.connectLivekit(...of);
}

/**
 * Connects LiveKit on one of several nodes, which carries the media while it owns them; see
 * `livekit/owned-livekit.ts`.
 */
export async function connectOwnedLivekit(
  ...of: [LivekitSettings, Pick<Logger, "info" | "warn" | "error">]
): Promise<OwnedLivekit> {
  const livekit = await import("./livekit/owned-livekit.ts");
  return livekit.ownedLivekit(...of);
}

/** An engine that has not reported by then what flowed hangs, and is not waited for. */
const flowsWaitMs = 1_000;
const pause = (ms: number) => new Promise<null>((resolve) => setTimeout(resolve, ms, null).unref());

/** Longest SDP offer that is passed on to the engine. */
export const offerBytesMax = 64 * 1024;

/**
 * Starts the media engine in processes of its own and keeps them running; started by root, they run as an unprivileged user.
 * Rejects when a port of theirs is taken.
 */
export async function startMediaEngine({
  log,
  apartFrom,
  endsAt,
  workers = 1,
  workersAtLeast = workers,
  ...network
}: MediaOptions): Promise<MediaEngine & { extend(): void }> {
  const runAs = engineUser(apartFrom);
  const settings = runAs ? { ...network, runAs } : network;
  const sessions = createSessionRegistry();
  const reportListeners = new Set<(rooms: ReadonlyMap<string, RoomReport>) => void>();
  const eventListeners = new Set<(event: MediaEvent) => void>();
  let rooms: ReadonlyMap<string, RoomReport> = new Map();
  const emit = (event: MediaEvent) => {
    for (const listener of eventListeners) listener(event);
  };

  const engine = await startEngineWorkers({
    workers,
    workersAtLeast,
    settings,
    endsAt,
    log,
    onReport(reports) {
      rooms = new Map(reports.map((report) => [report.room, report]));
      for (const listener of reportListeners) listener(rooms);
    },
    onEvent(event) {
      if (event.kind === "session-closed") sessions.remove(event.sessionId);
      emit(event);
    },
    onHello: (hello) => frames.onHello(hello),
    onDown(loss) {
      if (loss === "everything") {
        sessions.clear();
        rooms = new Map();
        return emit({ kind: "engine-down" });
      }
      rooms = new Map([...rooms].filter(([room]) => !loss.rooms.has(room)));
      emit({ kind: "engine-down", ...loss });
    },
    onRestarted: () => emit({ kind: "engine-restarted" }),
  });

  const call = promisedCalls(engine);
  const frames = framesCalls(call, engine, sessions);
  const endViewers: MediaEngine["endViewers"] = async (room, keep) => {
    const exceptTags = keep ? sessions.tagsIn(room).filter(keep) : [];
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
    async play(room, offerSdp, tag, holder = { person: tag, address: "unknown" }, layer = "auto") {
      const viewer = { ...holder, room, tag };
      const forget = sessions.addPending(viewer);
      const request = { op: "play" as const, room, offerSdp, sessionTag: tag, layer };
      const reply = await call(request, (answer) => {
        forget();
        const outcome = sessionFrom(answer);
        if (outcome.ok) sessions.add(outcome.sessionId, viewer);
      });
      const outcome = sessionFrom(reply);
      if (outcome.ok) return outcome;
      if (outcome.refusal === "other_publisher" || outcome.refusal === "interrupted")
        throw new Error("a viewer follows no publisher");
      return refuse(outcome.refusal);
    },
    ...frames.calls,
    async endSession(sessionId) {
      const reply = await call({ op: "end", sessionId });
      return reply?.ok === true && reply.found === true;
    },
    async preferLayer(sessionId, layer) {
      const reply = await call({ op: "prefer", sessionId, layer });
      return reply?.ok === true && reply.found === true;
    },
    viewers: sessions.viewers,
    endViewers,
    async endViewersEverywhere(isGone) {
      const rooms = sessions.rooms().filter((room) => sessions.tagsIn(room).some(isGone));
      await Promise.all(rooms.map((room) => endViewers(room, (tag) => !isGone(tag))));
    },
    async endPublisher(room) {
      await call({ op: "endPublisher", room });
    },
    async hold(room, isHeld) {
      await call({ op: "hold", room, held: isHeld });
    },
    requestKeyframe: (room) => engine.call({ op: "keyframe", room }, () => {}),
    extend: engine.extend,
    passOn: engine.passOn,
    async flows(room) {
      const answered = call({ op: "flow", room });
      const reply = await Promise.race([answered, pause(flowsWaitMs)]);
      return reply?.ok === true ? (reply.flows ?? []) : [];
    },
    rooms: () => rooms,
    onReport: (listener) => subscribe(reportListeners, listener),
    onEvent: (listener) => subscribe(eventListeners, listener),
    healthy: () => engine.isReady(),
    loss: () => engine.loss(),
    processId: (room) => engine.processId(room),
    processIds: () => engine.processIds(),
    stop: () => engine.stop(),
  };
}

/** Calls of the engine as promises. `settled` is called before anything that the engine says after its answer. */
function promisedCalls(engine: Pick<EngineWorkers, "call">) {
  return (request: RoomCall, settled?: (reply: EngineReply | null) => void) =>
    new Promise<EngineReply | null>((resolve) => {
      engine.call(request, (reply) => {
        // Here and not after the await: the session's end may be the very next message.
        settled?.(reply);
        resolve(reply);
      });
    });
}

/** A process can read the files of others that run as its user: the engine gets a user that runs nothing else here. */
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
