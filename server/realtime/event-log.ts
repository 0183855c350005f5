import { randomBytes } from "node:crypto";
import type { RealtimeEventName } from "#contract/realtime-events.ts";
import type { DisconnectReason, Position, Topic } from "#contract/realtime.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { RealtimeLimits } from "./limits.ts";

/** One event of a topic: its number, and `"Name",{…}` as JSON text. */
export type LogEntry = { sequence: number; body: string };

/** The events after a position, in order, and the position they lead to; `complete: false` when some are lost. */
export type Replay = { position: Position; entries: readonly LogEntry[]; complete: boolean };

/**
 * The sockets to disconnect: those that match all that is given; with a topic, only from that topic. `audience` is the
 * version of the audience that begins where a topic alone is given.
 */
export type DisconnectTarget = { tokenId?: string; userId?: number; topic?: Topic; audience?: number };

/** An event by the name and the id in its payload. */
export type EventRef = { name: RealtimeEventName; id: number };

/** A node's receiver of the events of its log. */
export type LogListener = {
  /** An event was appended, here or on another node. */
  appended(topic: Topic, entry: LogEntry, epoch: string): void;
  /** Another node disconnects these sockets. */
  disconnected(where: DisconnectTarget, reason: DisconnectReason): void;
  /** All later events are of a new epoch, whatever was appended here before. */
  sealed(topic: Topic): void;
  /** Events may have been missed, of any topic: nobody here can go on from their position. */
  lost(): void;
};

/**
 * The log of all topics, of one process or of all nodes: numbers events, passes each to its listener in order, and returns
 * missed events.
 *
 * The audience of a topic has a version, which only grows. An event, a reader or a disconnect with a higher version
 * than the log knows first disconnects everybody from the topic, everywhere; one with a lower version is too late: its
 * event is dropped, its reader is turned away. So nobody of an audience is sent what is meant for another, in whichever
 * order the nodes learn of the change.
 */
export type EventLog = {
  /** Numbers and stores an event. The listener is called, here and in every process that shares the log. */
  append(topic: Topic, body: string, audience?: number): void;
  /** Sets the one listener. */
  listen(listener: LogListener): void;
  /**
   * The events after `from`; with null nothing is replayed and only the current position is returned. The listener
   * has been sent everything up to that position. `outdated`: the reader's audience is not the present one any more.
   * Rejects while the log cannot be reached.
   */
  since(topic: Topic, from: Position | null, audience?: number): Promise<Replay | "outdated">;
  /** Gives the kept events of that name and id another body, for those who are sent them from now on. */
  replace(topic: Topic, of: EventRef, body: string): void;
  /**
   * Makes the other nodes disconnect these sockets before any later event reaches them. A topic alone also begins a new
   * epoch of it, so that nobody can request earlier events.
   */
  disconnect(where: DisconnectTarget, reason: DisconnectReason): void;
  /** Deletes old events, and topics that are idle and not in use. Called periodically. */
  sweep(inUse: ReadonlySet<Topic>): void;
  /** False while events reach nobody: then no socket is let in. */
  isUp(): boolean;
  stop(): Promise<void>;
};

/** A disconnect that concerns everybody in a topic: its audience changes. */
export function sealedBy({ tokenId, userId, topic }: DisconnectTarget): Topic | null {
  return topic !== undefined && tokenId === undefined && userId === undefined ? topic : null;
}

type StoredEntry = LogEntry & { atMs: number; bytes: number };
type TopicLog = { epoch: string; sequence: number; entries: StoredEntry[]; bytes: number; usedAtMs: number };

type MemoryLimits = Pick<RealtimeLimits, "replayEventsMax" | "replayBytesMax" | "replayAgeMs">;

/**
 * The log of a single process: per topic the last events, bounded in number, size and age. Its epochs are new with
 * every start, so a client of an earlier process learns that it has missed events.
 */
export function memoryLog(clock: Clock, limits: MemoryLimits): EventLog {
  const instance = randomBytes(6).toString("base64url");
  const topics = new Map<Topic, TopicLog>();
  const audiences = new Map<Topic, number>();
  let epochs = 0;
  let listener: Pick<LogListener, "appended" | "disconnected"> | null = null;
  const nowMs = () => clock.now().getTime();

  function logOf(topic: Topic): TopicLog {
    const known = topics.get(topic);
    if (known) {
      known.usedAtMs = nowMs();
      return known;
    }
    epochs += 1;
    const epoch = `${instance}.${epochs}`;
    const memory: TopicLog = { epoch, sequence: 0, entries: [], bytes: 0, usedAtMs: nowMs() };
    topics.set(topic, memory);
    return memory;
  }

  function trim(memory: TopicLog): void {
    const oldestMs = nowMs() - limits.replayAgeMs;
    for (let first = memory.entries[0]; first; first = memory.entries[0]) {
      const fits = memory.entries.length <= limits.replayEventsMax && memory.bytes <= limits.replayBytesMax;
      if (fits && first.atMs >= oldestMs) return;
      memory.entries.shift();
      memory.bytes -= first.bytes;
    }
  }

  /** False when this audience has gone; a new one shuts out the one before. */
  function isCurrent(topic: Topic, audience: number | undefined): boolean {
    if (audience === undefined) return true;
    const known = audiences.get(topic) ?? audience;
    if (audience < known) return false;
    audiences.set(topic, audience);
    if (audience > known) {
      topics.delete(topic);
      listener?.disconnected({ topic }, "audience_changed");
    }
    return true;
  }

  return {
    append(topic, body, audience) {
      if (!isCurrent(topic, audience)) return;
      const memory = logOf(topic);
      memory.sequence += 1;
      const bytes = Buffer.byteLength(body);
      const entry = { sequence: memory.sequence, body, atMs: nowMs(), bytes };
      memory.entries.push(entry);
      memory.bytes += bytes;
      trim(memory);
      listener?.appended(topic, entry, memory.epoch);
    },
    listen(wanted) {
      listener = wanted;
    },
    async since(topic, from, audience) {
      if (!isCurrent(topic, audience)) return "outdated";
      const memory = logOf(topic);
      trim(memory);
      const { epoch, sequence, entries } = memory;
      const position = { epoch, sequence };
      if (!from) return { position, entries: [], complete: true };
      const firstKept = entries[0]?.sequence ?? sequence + 1;
      const complete = from.epoch === epoch && from.sequence <= sequence && from.sequence + 1 >= firstKept;
      return { position, entries: complete ? entries.slice(from.sequence + 1 - firstKept) : [], complete };
    },
    replace(topic, of, body) {
      const memory = topics.get(topic);
      for (const entry of memory?.entries ?? []) {
        if (!memory || !isEvent(entry.body, of)) continue;
        const bytes = Buffer.byteLength(body);
        memory.bytes += bytes - entry.bytes;
        entry.body = body;
        entry.bytes = bytes;
      }
    },
    disconnect(where) {
      const topic = sealedBy(where);
      if (!topic) return;
      topics.delete(topic);
      if (where.audience !== undefined)
        audiences.set(topic, Math.max(where.audience, audiences.get(topic) ?? 0));
    },
    sweep(inUse) {
      const idleSinceMs = nowMs() - limits.replayAgeMs;
      for (const [topic, memory] of topics) {
        trim(memory);
        if (inUse.has(topic)) memory.usedAtMs = nowMs();
        else if (memory.usedAtMs < idleSinceMs) topics.delete(topic);
      }
      for (const topic of audiences.keys())
        if (!topics.has(topic) && !inUse.has(topic)) audiences.delete(topic);
    },
    isUp: () => true,
    stop: async () => {},
  };
}

/** Whether a body is that of the event of this name whose payload has this id. */
function isEvent(body: string, { name, id }: EventRef): boolean {
  const head = `${JSON.stringify(name)},`;
  return body.startsWith(head) && JSON.parse(body.slice(head.length)).id === id;
}
