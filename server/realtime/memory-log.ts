import { randomBytes } from "node:crypto";
import type { Topic } from "#contract/realtime.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { EventLog, LogEntry } from "./event-log.ts";
import type { RealtimeLimits } from "./limits.ts";

type KeptEntry = LogEntry & { atMs: number; bytes: number };
type TopicMemory = { epoch: string; sequence: number; entries: KeptEntry[]; bytes: number; usedAtMs: number };

type MemoryLimits = Pick<RealtimeLimits, "replayEventsMax" | "replayBytesMax" | "replayAgeMs">;

/**
 * The log of a single process: per topic the last events, bounded in number, size and age. Its epochs are new with
 * every start, so a page that saw an earlier process learns that it has a gap.
 */
export function memoryLog(clock: Clock, limits: MemoryLimits): EventLog {
  const instance = randomBytes(6).toString("base64url");
  const topics = new Map<Topic, TopicMemory>();
  let epochs = 0;
  let tell: (topic: Topic, entry: LogEntry, epoch: string) => void = () => {};
  const nowMs = () => clock.now().getTime();

  function memoryOf(topic: Topic): TopicMemory {
    const known = topics.get(topic);
    if (known) {
      known.usedAtMs = nowMs();
      return known;
    }
    epochs += 1;
    const epoch = `${instance}.${epochs}`;
    const memory: TopicMemory = { epoch, sequence: 0, entries: [], bytes: 0, usedAtMs: nowMs() };
    topics.set(topic, memory);
    return memory;
  }

  function trim(memory: TopicMemory): void {
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
      const memory = memoryOf(topic);
      memory.sequence += 1;
      const bytes = Buffer.byteLength(body);
      const entry = { sequence: memory.sequence, body, atMs: nowMs(), bytes };
      memory.entries.push(entry);
      memory.bytes += bytes;
      trim(memory);
      tell(topic, entry, memory.epoch);
    },
    listen(listener) {
      tell = listener;
    },
    async since(topic, from) {
      const memory = memoryOf(topic);
      trim(memory);
      const { epoch, sequence, entries } = memory;
      const position = { epoch, sequence };
      if (!from) return { position, entries: [], complete: true };
      const firstKept = entries[0]?.sequence ?? sequence + 1;
      const complete = from.epoch === epoch && from.sequence <= sequence && from.sequence + 1 >= firstKept;
      return { position, entries: complete ? entries.slice(from.sequence + 1 - firstKept) : [], complete };
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
