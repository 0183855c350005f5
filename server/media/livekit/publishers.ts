import { type ParticipantInfo, TrackType } from "@livekit/protocol";
import type { Logger } from "pino";
import { createKeyedMutex } from "#server/kit/keyed-mutex.ts";
import type { MediaEvent } from "../media-engine.ts";
import type { LivekitApi, WhipAnswer } from "./livekit-api.ts";
import { openPublisherProbe, type ProbedTrack, type PublisherProbe } from "./publisher-probe.ts";

/** The known facts about a room's publisher; packets, bytes and time are of their session so far. */
export type Publishing = {
  sessionId: string;
  receiving: boolean;
  packets: number;
  bytes: number;
};

type Known = {
  sessionId: string;
  probe: PublisherProbe | null;
  isListening: boolean;
  hasStarted: boolean;
  isSilent: boolean;
  /** LiveKit has named them; before that it may still be letting them in. */
  isNamed: boolean;
  /** Since when LiveKit does not name them; while one takes another's place it names neither for a moment. */
  missingSinceMs: number | null;
  /** Counted by probes before the present one. */
  before: { packets: number; bytes: number; flowedMs: number };
};

/** A publisher of whom nothing comes for this long is silent. */
const silentMs = 2_000;
const missingMaxMs = 800;
/** A probe by which nothing has come for this long is replaced: its own connection may be what does not work. */
const deafMaxMs = 4_000;
/** A newcomer whom LiveKit does not name within this time does not come. */
const unnamedMaxMs = 10_000;

export type Publishers = ReturnType<typeof followPublishers>;

type PublishersNeeds = { api: LivekitApi; log: Pick<Logger, "warn">; emit(event: MediaEvent): void };

/** Follows who publishes to which room, and listens whether their media comes. */
export function followPublishers(needs: PublishersNeeds) {
  const { api, log, emit } = needs;
  const inTurn = createKeyedMutex();
  const known = new Map<string, Known>();
  /** Sessions that we know to have ended: LiveKit may name one for a moment longer. */
  const ended = new Set<string>();

  function forget(room: string, isReplaced: boolean): void {
    const publisher = known.get(room);
    if (!publisher) return;
    remember(ended, publisher.sessionId);
    lose(room, publisher, isReplaced);
  }

  /** LiveKit may name them again, and then they are there. */
  function lose(room: string, publisher: Known, isReplaced = false): void {
    known.delete(room);
    publisher.probe?.close();
    const { sessionId } = publisher;
    if (!isReplaced) emit({ kind: "publisher-ended", room, sessionId });
    emit({ kind: "session-closed", room, sessionId });
  }

  const { listen, checkSilence } = publisherListener({
    ...needs,
    isPresent: (room, publisher) => known.get(room) === publisher,
  });

  async function refresh(room: string): Promise<void> {
    const found = await api.publisher(room);
    const present = found && !ended.has(found.sid) ? found : null;
    let publisher = known.get(room);
    if (!present) {
      if (publisher && isMissing(publisher)) lose(room, publisher);
      return;
    }
    if (publisher && publisher.sessionId !== present.sid) {
      forget(room, true);
      publisher = undefined;
    }
    if (!publisher) {
      publisher = newcomer(present.sid);
      known.set(room, publisher);
    }
    publisher.isNamed = true;
    publisher.missingSinceMs = null;
    checkSilence(room, publisher);
    if (isDeaf(publisher)) loseProbe(publisher);
    const track = publisher.probe || publisher.isListening ? null : trackToProbe(present);
    if (track) void listen(room, publisher, track);
  }

  return {
    /** Connects a publisher in the place of the one before. */
    connect: (room: string, publish: () => Promise<WhipAnswer>) =>
      inTurn(room, async () => {
        const answer = await publish();
        if (!answer.ok) return answer;
        forget(room, true);
        known.set(room, newcomer(answer.participantId));
        return answer;
      }),
    /** Asks LiveKit who publishes to a room now. */
    refresh: (room: string) =>
      inTurn(room, () => refresh(room)).catch((err) => log.warn({ err, room }, "LiveKit was not asked")),
    /** Asks it for every room; rejects when it cannot be reached. */
    async refreshAll(): Promise<void> {
      const rooms = new Set([...(await api.rooms()), ...known.keys()]);
      await Promise.all([...rooms].map((room) => inTurn(room, () => refresh(room))));
    },
    /** Ends the publisher of a room; resolved when they are out. */
    end: (room: string) =>
      inTurn(room, async () => {
        const found = await api.publisher(room);
        const sessionIds = new Set([found?.sid, known.get(room)?.sessionId]);
        for (const sessionId of sessionIds) {
          if (sessionId === undefined) continue;
          await api.endPublisher(room, sessionId);
          remember(ended, sessionId);
        }
        forget(room, false);
      }),
    async endSession(sessionId: string): Promise<boolean> {
      const room = [...known].find(([, publisher]) => publisher.sessionId === sessionId)?.[0];
      if (room === undefined) return false;
      await api.endPublisher(room, sessionId);
      remember(ended, sessionId);
      forget(room, false);
      return true;
    },
    of(room: string): Publishing | null {
      const publisher = known.get(room);
      if (!publisher) return null;
      const { sessionId, probe, before } = publisher;
      return {
        sessionId,
        receiving: isSending(publisher),
        packets: before.packets + (probe?.packets ?? 0),
        bytes: before.bytes + (probe?.bytes ?? 0),
      };
    },
    /** For how long media has come of a room's present publisher, ms. */
    flowedMs(room: string): number {
      const publisher = known.get(room);
      return publisher ? publisher.before.flowedMs + (publisher.probe?.flowedMs ?? 0) : 0;
    },
    rooms: () => [...known.keys()],
    /** LiveKit is out of reach: nobody is known to publish. */
    clear() {
      for (const { probe } of known.values()) probe?.close();
      known.clear();
    },
  };
}

/** Listens to publishers by probes, and reports when their media begins, stops and goes on. */
function publisherListener({
  api,
  log,
  emit,
  isPresent,
}: PublishersNeeds & { isPresent(room: string, publisher: Known): boolean }) {
  /** Nobody waits for it: what it receives is reported when it comes. */
  async function listen(room: string, publisher: Known, track: ProbedTrack): Promise<void> {
    publisher.isListening = true;
    try {
      const probe = await openPublisherProbe(api, room, track, {
        packet: () => onPacket(room, publisher),
        lost: () => loseProbe(publisher),
      });
      if (isPresent(room, publisher)) publisher.probe = probe;
      else probe?.close();
    } catch (err) {
      log.warn({ err, room }, "a publisher could not be probed");
    } finally {
      publisher.isListening = false;
    }
  }

  function onPacket(room: string, publisher: Known): void {
    if (!isPresent(room, publisher)) return;
    const { sessionId } = publisher;
    if (!publisher.hasStarted) {
      publisher.hasStarted = true;
      emit({ kind: "publisher-started", room, sessionId });
    } else if (publisher.isSilent) emit({ kind: "publisher-resumed", room, sessionId });
    publisher.isSilent = false;
  }

  function checkSilence(room: string, publisher: Known): void {
    if (!publisher.hasStarted || publisher.isSilent || isSending(publisher)) return;
    publisher.isSilent = true;
    emit({ kind: "publisher-silent", room, sessionId: publisher.sessionId });
  }

  return { listen, checkSilence };
}

/** Is a publisher whom LiveKit does not name now gone for good? */
function isMissing(publisher: Known): boolean {
  publisher.missingSinceMs ??= performance.now();
  const maxMs = publisher.isNamed ? missingMaxMs : unnamedMaxMs;
  return performance.now() - publisher.missingSinceMs >= maxMs;
}

function isDeaf({ probe }: Known): boolean {
  return probe?.lastAtMs === null && performance.now() - probe.openedAtMs >= deafMaxMs;
}

function isSending({ probe }: Known): boolean {
  return probe?.lastAtMs != null && performance.now() - probe.lastAtMs < silentMs;
}

/** The sound, because it is small; the picture of a publisher who sends none. */
function trackToProbe({ tracks }: ParticipantInfo): ProbedTrack | null {
  const audio = tracks.find(({ type }) => type === TrackType.AUDIO);
  const probed = audio ?? tracks.find(({ type }) => type === TrackType.VIDEO);
  if (!probed) return null;
  const others = tracks.filter((track) => track !== probed).map(({ sid }) => sid);
  return { name: probed.name, kind: audio ? "audio" : "video", others };
}

const newcomer = (sessionId: string): Known => ({
  sessionId,
  probe: null,
  isListening: false,
  hasStarted: false,
  isSilent: false,
  isNamed: false,
  missingSinceMs: null,
  before: { packets: 0, bytes: 0, flowedMs: 0 },
});

function loseProbe(publisher: Known): void {
  const { probe, before } = publisher;
  if (!probe) return;
  before.packets += probe.packets;
  before.bytes += probe.bytes;
  before.flowedMs += probe.flowedMs;
  publisher.probe = null;
  probe.close();
}

const endedMax = 1_000;

function remember(ended: Set<string>, sessionId: string): void {
  ended.add(sessionId);
  const [oldest] = ended;
  if (ended.size > endedMax && oldest !== undefined) ended.delete(oldest);
}
