import { randomBytes } from "node:crypto";
import type { Position, Topic } from "#contract/realtime.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { RealtimeLimits } from "./limits.ts";

/** One event of a topic: its number, and `"Name",{…}` as JSON text. */
export type LogEntry = { sequence: number; body: string };

/** The events after a position, in order, and the position they lead to; `complete: false` when some are lost. */
export type Replay = { position: Position; entries: readonly LogEntry[]; complete: boolean };

/**
 * The log of all topics: numbers events, passes each to its listener in order, and returns missed events.
 * Reading is asynchronous so that a log shared by several processes fits behind it.
 */
export type EventLog = {
  /** Numbers and stores an event. The listener is called, here and in every process that shares the log. */
  append(topic: Topic, body: string): void;
  /** Sets the one listener of appended events. */
  listen(listener: (topic: Topic, entry: LogEntry, epoch: string) => void): void;
  /** What followed `from`; with null nothing is replayed and only the current position is returned. */
  since(topic: Topic, from: Position | null): Promise<Replay>;
  /** Gives kept events another body, for whoever is sent them from now on; null leaves one as it is. */
  rewrite(topic: Topic, rewritten: (body: string) => string | null): void;
  /** Starts a new epoch of a topic, so that nobody can request earlier events. */
  seal(topic: Topic): void;
  /** Deletes old events, and topics that are idle and not `inUse`. Called periodically. */
  sweep(inUse: (topic: Topic) => boolean): void;
};

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
  let epochs = 0;
  let notify: (topic: Topic, entry: LogEntry, epoch: string) => void = () => {};
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

  return {
    append(topic, body) {
      const memory = logOf(topic);
      memory.sequence += 1;
      const bytes = Buffer.byteLength(body);
      const entry = { sequence: memory.sequence, body, atMs: nowMs(), bytes };
      memory.entries.push(entry);
      memory.bytes += bytes;
      trim(memory);
      notify(topic, entry, memory.epoch);
    },
    listen(listener) {
      notify = listener;
    },
    async since(topic, from) {
      const memory = logOf(topic);
      trim(memory);
      const { epoch, sequence, entries } = memory;
      const position = { epoch, sequence };
      if (!from) return { position, entries: [], complete: true };
      const firstKept = entries[0]?.sequence ?? sequence + 1;
      const complete = from.epoch === epoch && from.sequence <= sequence && from.sequence + 1 >= firstKept;
      return { position, entries: complete ? entries.slice(from.sequence + 1 - firstKept) : [], complete };
    },
    rewrite(topic, rewritten) {
      const memory = topics.get(topic);
      for (const entry of memory?.entries ?? []) {
        const body = rewritten(entry.body);
        if (!memory || body === null) continue;
        const bytes = Buffer.byteLength(body);
        memory.bytes += bytes - entry.bytes;
        entry.body = body;
        entry.bytes = bytes;
      }
    },
    seal(topic) {
      topics.delete(topic);
    },
    sweep(inUse) {
      const idleSinceMs = nowMs() - limits.replayAgeMs;
      for (const [topic, memory] of topics) {
        trim(memory);
        if (inUse(topic)) memory.usedAtMs = nowMs();
        else if (memory.usedAtMs < idleSinceMs) topics.delete(topic);
      }
    },
  };
}
