import type { Position, Topic } from "#contract/realtime.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { Connection } from "./connection.ts";
import type { LogEntry, Replay } from "./event-log.ts";
import { batchFrame, eventText, messageText } from "./frames.ts";
import type { RealtimeLimits } from "./limits.ts";

/** The hub's counts, for its metrics. */
export type DeliveryCounts = { delivered: number; skipped: number };

/** One topic's delivery: its members, and the events that wait for the next batch. */
export type Channel = {
  readonly topic: Topic;
  readonly members: Set<Connection>;
  /** Joins being authorised; the channel stays while there are any. */
  joining: number;
  /** Queues an appended event for the next batch. */
  push(entry: LogEntry, epoch: string): void;
  /** The last event sent; null before the first. */
  sent(): Position | null;
  /** Replays to `connection` what has been sent and makes it a member; false when `replay` is too old for that. */
  admit(connection: Connection, replay: Replay, from: Position | null): boolean;
  /** Notifies a client that can read again that it has missed events. */
  sendGap(connection: Connection): void;
  flush(): void;
  /** Drops the waiting events; nothing more is sent. */
  discard(): void;
  /** As `discard`; the next event begins another epoch. */
  reset(): void;
};

type Needs = { topic: Topic; clock: Clock; limits: RealtimeLimits; counts: DeliveryCounts };

/** Creates an empty {@link Channel}. */
export function createChannel({ topic, clock, limits, counts }: Needs): Channel {
  const members = new Set<Connection>();
  let waiting: { text: string; sequence: number }[] = [];
  let waitingBytes = 0;
  let last: Position | null = null;
  let cancelFlush: (() => void) | null = null;

  const sent = () => last && { epoch: last.epoch, sequence: (waiting[0]?.sequence ?? last.sequence + 1) - 1 };

  function clear(): void {
    cancelFlush?.();
    cancelFlush = null;
    waiting = [];
    waitingBytes = 0;
  }

  function deliver(connection: Connection, frame: Buffer): void {
    if (!connection.isOpen()) return;
    if (connection.unsentBytes() > limits.softBufferBytesMax) {
      connection.missed.add(topic);
      counts.skipped += waiting.length;
      return;
    }
    if (connection.missed.has(topic)) channel.sendGap(connection);
    connection.write(frame);
    counts.delivered += waiting.length;
  }

  const channel: Channel = {
    topic,
    members,
    joining: 0,
    sent,
    push(entry, epoch) {
      last = { epoch, sequence: entry.sequence };
      if (members.size === 0 && channel.joining === 0) return;
      const text = eventText(topic, entry);
      waiting.push({ text, sequence: entry.sequence });
      waitingBytes += text.length;
      if (waitingBytes >= limits.batchBytesMax) channel.flush();
      else cancelFlush ??= clock.after(limits.coalesceMs, channel.flush);
    },
    admit(connection, replay, from) {
      const reached = sent() ?? replay.position;
      if (replay.position.epoch !== reached.epoch || replay.position.sequence < reached.sequence)
        return false;
      last ??= replay.position;
      connection.write(batchFrame(joinAnswer(topic, reached, replay, from)));
      members.add(connection);
      return true;
    },
    sendGap(connection) {
      const position = sent();
      if (!connection.missed.delete(topic) || !position) return;
      connection.send(["gap", topic, position.epoch, position.sequence]);
    },
    flush() {
      if (waiting.length > 0 && members.size > 0) {
        const frame = batchFrame(waiting.map(({ text }) => text));
        for (const connection of members) deliver(connection, frame);
      }
      clear();
    },
    discard: clear,
    reset() {
      clear();
      last = null;
    },
  };
  return channel;
}

/** The answer to a join: its position, and the missed events or that they are lost. */
function joinAnswer(topic: Topic, reached: Position, replay: Replay, from: Position | null): string[] {
  const start = from && replay.complete ? from : reached;
  const joined = messageText(["joined", topic, start.epoch, start.sequence]);
  if (!replay.complete) return [joined, messageText(["gap", topic, reached.epoch, reached.sequence])];
  const missed = replay.entries.filter((entry) => entry.sequence <= reached.sequence);
  return [joined, ...missed.map((entry) => eventText(topic, entry))];
}
