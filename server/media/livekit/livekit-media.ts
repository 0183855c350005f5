import type { Logger } from "pino";
import type { PublishAfter, RoomReport } from "#engine/ipc/protocol.ts";
import { createKeyedMutex } from "#server/kit/keyed-mutex.ts";
import { monotonicMs } from "#server/kit/nodes/ownership.ts";
import { type Result, refuse } from "#server/kit/result.ts";
import type { MediaCore, MediaEvent, MediaSession, PublishRefusal } from "../media-engine.ts";
import { type LivekitApi, type LivekitSettings, livekitApi } from "./livekit-api.ts";
import { offersPicture } from "./offers-picture.ts";
import { followPublishers, type Publishers } from "./publishers.ts";
import { openSignallingProxy, type SignallingNeeds } from "./signalling-proxy.ts";
import { createViewerSessions } from "./viewer-sessions.ts";

/** Live media that LiveKit carries. Publishers connect by their SDP offers, viewers through our {@link openSignallingProxy}. */
export type LivekitMedia = MediaCore & {
  openSignallingProxy(needs: SignallingNeeds): ReturnType<typeof openSignallingProxy>;
  /** The keys with which LiveKit signs its webhooks. */
  keys: Pick<LivekitSettings, "apiKey" | "apiSecret">;
  /** Reads a room now: LiveKit reports that something has changed in it. */
  refresh(room: string): Promise<void>;
};

const reportEveryMs = 1_000;
/** LiveKit counts as out of reach after this many failed readings in a row. */
const failuresMax = 3;

type Log = Pick<Logger, "info" | "warn" | "error">;

/** LiveKit as this process carries media by it between `begin` and `end`, and while `isMine` is true. */
export type LivekitDuty = LivekitMedia & {
  /** Rejects when LiveKit cannot be reached or does not take our keys. */
  check(): Promise<void>;
  /**
   * Begins, with the publishers that are there and no room held: viewers whom another process let in are ended, now or once
   * LiveKit answers.
   */
  begin(): Promise<void>;
  /** Hangs up on every viewer, and reports nothing of rooms any more. */
  end(): Promise<void>;
};

/** Connects to LiveKit; rejects when it cannot be reached or does not take our keys. */
export async function connectLivekit(settings: LivekitSettings, log: Log): Promise<LivekitMedia> {
  const { check, begin, end, ...media } = openLivekit(settings, log);
  await check();
  await begin();
  return { ...media, stop: end };
}

/** Makes the {@link LivekitDuty} of this process. */
export function openLivekit(settings: LivekitSettings, log: Log, isMine = () => true): LivekitDuty {
  const api = livekitApi(settings);
  const reportListeners = new Set<(rooms: ReadonlyMap<string, RoomReport>) => void>();
  const eventListeners = new Set<(event: MediaEvent) => void>();
  let isOn = false;
  let areEarlierEnded = false;
  const emit = (event: MediaEvent) => {
    if (isOn) for (const listener of eventListeners) listener(event);
  };
  const held = new Set<string>();
  const publishers = followPublishers({ api, log, emit });
  const sessions = createViewerSessions({
    api,
    publishedMs: publishers.flowedMs,
    isHeld: (room) => held.has(room),
    onClosed: (room, sessionId) => emit({ kind: "session-closed", room, sessionId }),
  });
  const inTurn = createKeyedMutex();
  const reach = watchReach({
    log,
    async read() {
      await publishers.refreshAll();
      if (!areEarlierEnded) await endEarlier();
    },
    onDown(silentMs) {
      publishers.clear();
      emit({ kind: "engine-down", silentMs });
    },
    onUp: () => emit({ kind: "engine-restarted" }),
  });
  /** Nobody meters those whom another process let in, and their signalling has ended with it. */
  async function endEarlier(): Promise<void> {
    await sessions.endEarlier();
    areEarlierEnded = true;
  }
  const rooms = (): ReadonlyMap<string, RoomReport> => {
    const names = new Set(reach.isDown() || !isOn ? [] : [...publishers.rooms(), ...sessions.rooms()]);
    return new Map([...names].map((room) => [room, reportOf(room)]));
  };
  const reportOf = (room: string): RoomReport => {
    const publishing = publishers.of(room);
    return {
      room,
      publisherSessionId: publishing?.sessionId ?? null,
      mediaReceiving: publishing?.receiving ?? false,
      held: held.has(room),
      packetsIn: publishing?.packets ?? 0,
      bytesIn: publishing?.bytes ?? 0,
      picture: null,
      viewers: sessions.report(room),
      departed: sessions.departed(room),
    };
  };
  let refreshing: Promise<void> | null = null;
  const report = () => {
    refreshing ??= reach.refresh().finally(() => {
      refreshing = null;
    });
    for (const listener of reportListeners) listener(rooms());
  };
  let timer: NodeJS.Timeout | undefined;

  async function end(): Promise<void> {
    clearInterval(timer);
    isOn = false;
    sessions.stop();
    await refreshing;
    publishers.clear();
  }

  return {
    check: async () => void (await api.rooms()),
    async begin() {
      await end();
      reach.reset();
      areEarlierEnded = false;
      // Rooms that were held in an earlier term may have been let go meanwhile by another owner.
      held.clear();
      isOn = true;
      await reach.refresh();
      timer = setInterval(report, reportEveryMs);
    },
    end,
    publish: (room, offerSdp, after) =>
      inTurn(room, async () =>
        isOn && isMine() ? publishTo({ api, publishers, log }, room, offerSdp, after) : refuse("engine_down"),
      ),
    viewers: sessions.viewers,
    endSession: async (sessionId) =>
      (await sessions.endSession(sessionId)) || (await publishers.endSession(sessionId)),
    endViewers: (room, keep = () => false) => sessions.endAll(room, (tag) => !keep(tag)),
    endViewersEverywhere: sessions.endEverywhere,
    endPublisher: publishers.end,
    hold(room, isHeld) {
      if (isHeld) held.add(room);
      else held.delete(room);
      return sessions.adjust(room);
    },
    rooms,
    flows: async (room) => [...sessions.report(room), ...sessions.departed(room)],
    onReport: (listener) => subscribe(reportListeners, listener),
    onEvent: (listener) => subscribe(eventListeners, listener),
    healthy: () => !reach.isDown(),
    openSignallingProxy: (needs) =>
      openSignallingProxy({
        ...needs,
        api,
        sessions,
        isOpen: () => isOn && isMine(),
        isPublished: (room) => publishers.of(room) !== null,
      }),
    keys: settings,
    refresh: async (room) => {
      if (isOn) await publishers.refresh(room);
    },
    stop: end,
  };
}

/** Reads LiveKit, and says when it is out of reach and there again. */
function watchReach(needs: {
  log: Log;
  read(): Promise<void>;
  onDown(silentMs: number): void;
  onUp(): void;
}) {
  let failures = 0;
  let answeredMs = monotonicMs();
  const isDown = () => failures >= failuresMax;
  return {
    isDown,
    reset() {
      failures = 0;
    },
    async refresh(): Promise<void> {
      const wasDown = isDown();
      try {
        await needs.read();
        failures = 0;
        answeredMs = monotonicMs();
        if (wasDown) needs.onUp();
      } catch (err) {
        failures += 1;
        needs.log.warn({ err }, "LiveKit cannot be reached");
        if (isDown() && !wasDown) needs.onDown(monotonicMs() - answeredMs);
      }
    },
  };
}

async function publishTo(
  { api, publishers, log }: { api: LivekitApi; publishers: Publishers; log: Log },
  room: string,
  offerSdp: string,
  after: PublishAfter | undefined,
): Promise<Result<MediaSession, PublishRefusal>> {
  // LiveKit would take it: a room without a picture would look like a fault to everybody who watches.
  if (!offersPicture(offerSdp)) return refuse("unsupported_codec");
  try {
    const known = publishers.of(room)?.sessionId;
    const current = known ?? (await api.publisher(room))?.sid ?? null;
    if (!mayFollow(current, after)) return refuse("other_publisher");
    const answer = await publishers.connect(room, () => api.publish(room, offerSdp));
    if (!answer.ok) return refuse(answer.status < 500 ? "bad_sdp" : "engine_down");
    void publishers.refresh(room);
    return { ok: true, sessionId: answer.participantId, answerSdp: answer.sdp };
  } catch (err) {
    log.warn({ err, room }, "LiveKit took no publisher");
    return refuse("engine_down");
  }
}

/** Whether a publisher may take the place of the one of this session; see `MediaCore.publish`. */
function mayFollow(current: string | null, after: PublishAfter | undefined): boolean {
  if (after === undefined) return true;
  if (after === "nobody") return current === null;
  return current !== null && (after === "somebody" || after.includes(current));
}

function subscribe<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
