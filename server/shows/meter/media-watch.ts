import { lengthOutside, type Stretch } from "#server/kit/stretches.ts";
import { type RoomReport, type ViewerFlow, viewerTag } from "#server/media/media.ts";
import type { Mode, RoomPauses } from "#server/rooms/rooms.ts";
import { countFlow } from "../rules/flow.ts";
import type { Flowed } from "../rules/meter.ts";
import { countMissed, isAway, type Missed, nothingMissed } from "../rules/missed.ts";

/** Packets of a room in one report: those that came in, and those that were sent to the connected playbacks of a fan. */
type Packets = { publisher: string | null; in: number; sent: number; held: boolean; isConnected: boolean };
type Seen = Flowed & { modelMedia: boolean; fanConnected: boolean; missedMs: number };
type Watched = { id: number; slug: string; fanId: number; mode: Mode };
/** Media that flowed before `atMs` cost `rate`; `restMs` of them do not make a whole second yet. */
type Cheaper = { atMs: number; rate: number; restMs: number };
type Counted = {
  sinceMs: number;
  stretches: Stretch[];
  cheaper: Cheaper | null;
  /** Until when it is counted what was sent, and how much of it in each session, ms. */
  sentUntilMs: number;
  sentMs: ReadonlyMap<string, number>;
  missed: Missed;
  forgottenMs: number | null;
};

const unkept = {
  sinceMs: Number.NEGATIVE_INFINITY,
  stretches: [],
  cheaper: null,
  sentUntilMs: Number.NEGATIVE_INFINITY,
  sentMs: new Map(),
  missed: nothingMissed,
};
/** Reports cover half a minute: what flowed longer ago comes no more, and is not missed. */
const reportedMs = 30_000;
/** The report need not be known as counted for longer than this. */
const countedKeptMs = 60_000;

/**
 * Compares each report of the media engine with the one before it: the model's media comes in when packets have come
 * since then, and the fan watches when some were sent to a connected playback of this very show and they have not
 * missed too much of late. Media that was sent, or flowed, to the fan is counted once, however often it is reported
 * and however many playbacks they have open or replace. `nowMs` is CLOCK_MONOTONIC.
 */
export function createMediaWatch(pauses: Pick<RoomPauses, "of">, nowMs: () => number) {
  const packets = new Map<number, Packets>();
  const flows = new Map<number, Counted>();

  const unkeptSince = (id: number, startedMs: number) => {
    const known = flows.get(id) ?? unkept;
    return {
      ...known,
      sinceMs: Math.max(startedMs, known.sinceMs),
      sentUntilMs: Math.max(startedMs, known.sentUntilMs, nowMs() - reportedMs),
    };
  };

  const now = () => ({ pauses, nowMs: nowMs() });

  /** For how long media has flowed to the fan outside the pauses, as far as it was not counted before. */
  function count(one: Watched, viewers: readonly ViewerFlow[]): Flowed {
    const known = flows.get(one.id);
    if (!known) return { flowedMs: 0 };
    const { flowed, flowedMs, counted, restMs } = countFor(one, viewers, known, now());
    known.stretches = counted.filter(({ toMs }) => toMs > nowMs() - countedKeptMs);
    if (known.cheaper) known.cheaper = { ...known.cheaper, restMs };
    known.missed = countMissed(known.missed, countSent(one, viewers, known, now()), flowedMs);
    return flowed;
  }

  return {
    /**
     * `startedMs` null: it is new, and what flows from now on counts. Otherwise all that this process's engine sent to the
     * fan since then does, unless it was counted here before: what an earlier process counted, an earlier engine had sent.
     */
    begin(id: number, startedMs: number | null): void {
      for (const [other, { forgottenMs }] of flows)
        if (forgottenMs !== null && nowMs() - forgottenMs > countedKeptMs) flows.delete(other);
      const known =
        startedMs === null
          ? { ...unkept, sinceMs: nowMs(), sentUntilMs: nowMs() }
          : unkeptSince(id, startedMs);
      flows.set(id, { ...known, forgottenMs: null });
      if (startedMs === null) packets.set(id, noPackets);
    },
    count,
    /**
     * From now on it costs more: what flowed until now, and is reported later, costs `rate` as before. Nobody need watch
     * the participant yet.
     */
    dearer(id: number, rate: number, restMs: number): void {
      const known = flows.get(id) ?? { ...unkept, forgottenMs: nowMs() };
      const cheaper = cheaperSince(known.cheaper, { atMs: nowMs(), rate, restMs });
      flows.set(id, { ...known, cheaper });
    },
    /** Counts the media of a participant whom nobody watches here; it may be asked for again. */
    countUnkept: (one: Watched, viewers: readonly ViewerFlow[], startedMs: number): Flowed =>
      countFor(one, viewers, unkeptSince(one.id, startedMs), now()).flowed,
    see(one: Watched, rooms: ReadonlyMap<string, RoomReport>): Seen {
      const report = rooms.get(one.slug);
      const before = packets.get(one.id);
      const now = packetsOf(report, viewerTag(one));
      packets.set(one.id, now);
      const { arrived, isSendable, isSentTo } = comparePackets(before, now);
      const flowed = report ? count(one, [...report.viewers, ...report.departed]) : { flowedMs: 0 };
      const missed = flows.get(one.id)?.missed ?? nothingMissed;
      return {
        modelMedia: report?.mediaReceiving === true && arrived,
        fanConnected: isSentTo && (!isSendable || !isAway(missed)),
        missedMs: missed.allMs,
        ...flowed,
      };
    },
    forget(id: number): void {
      packets.delete(id);
      const known = flows.get(id);
      if (known) known.forgottenMs = nowMs();
    },
  };
}

const noPackets: Packets = { publisher: null, in: 0, sent: 0, held: false, isConnected: false };

function packetsOf(report: RoomReport | undefined, tag: string): Packets {
  if (!report) return noPackets;
  const viewers = report.viewers.filter((viewer) => viewer.tag === tag && viewer.connected);
  return {
    publisher: report.publisherSessionId,
    in: report.packetsIn,
    sent: viewers.reduce((sum, viewer) => sum + viewer.packetsSent, 0),
    held: report.held,
    isConnected: viewers.length > 0,
  };
}

/** Whether media has come in since the report before, could be sent on, and was sent to a playback that is connected. */
function comparePackets(before: Packets | undefined, now: Packets) {
  const samePublisher = before?.publisher === now.publisher;
  const arrived = now.in - (samePublisher ? (before?.in ?? 0) : 0) > 0;
  // While nothing comes in, or nothing may go out, nothing can be sent: a fan who is connected then is not away.
  const isSendable = arrived && !now.held && before?.held !== true;
  const isSentTo = now.isConnected && (!isSendable || now.sent !== before?.sent);
  return { arrived, isSendable, isSentTo };
}

/** When the price rises twice within a short time, the lower rate counts for both. */
function cheaperSince(before: Cheaper | null, now: Cheaper): Cheaper {
  const last = before && now.atMs - before.atMs < countedKeptMs ? before : null;
  return {
    atMs: now.atMs,
    rate: Math.min(now.rate, last?.rate ?? now.rate),
    restMs: now.restMs + (last?.restMs ?? 0),
  };
}

/** The moment at which it is counted, and the pauses until then. */
type Now = { pauses: Pick<RoomPauses, "of">; nowMs: number };

/** For how long something was sent to the fan outside the pauses since it was counted last. */
function countSent(
  one: Watched,
  viewers: readonly ViewerFlow[],
  known: Counted,
  { pauses, nowMs }: Now,
): number {
  const tag = viewerTag(one);
  const spanMs = lengthOutside({ fromMs: known.sentUntilMs, toMs: nowMs }, pauses.of(one.slug));
  const before = known.sentMs;
  const mine = viewers.filter((viewer) => viewer.tag === tag);
  known.sentUntilMs = nowMs;
  // The earlier of two answers of the engine may come last.
  known.sentMs = new Map(
    mine.map(({ sessionId, sentMs }) => [sessionId, Math.max(sentMs, before.get(sessionId) ?? 0)]),
  );
  const freshMs = [...known.sentMs].reduce((sum, [id, sentMs]) => sum + sentMs - (before.get(id) ?? 0), 0);
  return Math.min(spanMs, freshMs);
}

function countFor(
  { slug, fanId, mode }: Watched,
  viewers: readonly ViewerFlow[],
  known: Pick<Counted, "sinceMs" | "stretches" | "cheaper">,
  { pauses, nowMs }: Now,
): { flowed: Flowed; flowedMs: number; counted: Stretch[]; restMs: number } {
  const tag = viewerTag({ fanId, mode });
  const reported = viewers.flatMap((viewer) => (viewer.tag === tag ? viewer.flowed : []));
  const span = { fromMs: known.sinceMs, toMs: nowMs };
  const { cheaper } = known;
  const countable = {
    span,
    pauses: pauses.of(slug),
    counted: known.stretches,
    dearerFromMs: cheaper?.atMs,
  };
  const { ms, cheaperMs, counted } = countFlow(reported, countable);
  if (!cheaper) return { flowed: { flowedMs: ms }, flowedMs: ms, counted, restMs: 0 };
  const allMs = cheaper.restMs + cheaperMs;
  const before = { seconds: Math.floor(allMs / 1000), rate: cheaper.rate };
  const flowed = { flowedMs: ms - cheaperMs, before };
  return { flowed, flowedMs: ms, counted, restMs: allMs % 1000 };
}
