import type { Position, Topic } from "#contract/realtime.ts";

/** One event of a topic: its number, and `"Name",{…}` as JSON text. */
export type LogEntry = { sequence: number; body: string };

/** The events after a position, in order, and the position they lead to; `complete: false` when some are lost. */
export type Replay = { position: Position; entries: readonly LogEntry[]; complete: boolean };

/**
 * The memory of all topics: it numbers events, tells its listener of each in order, and answers what was missed.
 * Reading is asynchronous so that a log shared by several processes fits behind it.
 */
export type EventLog = {
  /** Numbers and keeps an event. The listener hears of it, here and in every process that shares the log. */
  append(topic: Topic, body: string): void;
  /** Sets the one listener of appended events. */
  listen(listener: (topic: Topic, entry: LogEntry, epoch: string) => void): void;
  /** What followed `from`; with null nothing is replayed and only the present position is asked for. */
  since(topic: Topic, from: Position | null): Promise<Replay>;
  /** Forgets a topic under a new epoch, so that nobody can ask for what was said before. */
  seal(topic: Topic): void;
  /** Forgets what is too old, and the topics that are silent and not `inUse`. Called now and then. */
  sweep(inUse: (topic: Topic) => boolean): void;
};
