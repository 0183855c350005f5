import type { Stretch } from "#server/kit/stretches.ts";

type Pauses = {
  /** Since when the model has paused the room; null while it goes on. */
  sinceMs: number | null;
  past: Stretch[];
  /** When the database last confirmed it. */
  agreedMs: number;
  changes: number;
  /** How many changes are being written down: the database's state meanwhile may be from before. */
  underWay: number;
};

/** Nothing that flowed longer ago is counted. */
const keptMs = 60_000;

/**
 * When models paused their rooms, ms of CLOCK_MONOTONIC, which what flowed is compared with. Notified of each change as
 * it happens; where a notification is missing, the database's state corrects it, in the fan's favour.
 */
export function createRoomPauses(nowMs: () => number) {
  const rooms = new Map<string, Pauses>();
  const open = (slug: string, paused: boolean): Pauses => {
    const known = rooms.get(slug);
    if (known) return known;
    const sinceMs = paused ? Number.NEGATIVE_INFINITY : null;
    const fresh = { sinceMs, past: [], agreedMs: nowMs(), changes: 0, underWay: 0 };
    rooms.set(slug, fresh);
    return fresh;
  };
  const change = (room: Pauses, paused: boolean, sinceMs: number): void => {
    if (paused) room.sinceMs ??= sinceMs;
    else if (room.sinceMs !== null) {
      const past = room.past.filter(({ toMs }) => toMs > nowMs() - keptMs);
      room.past = [...past, { fromMs: room.sinceMs, toMs: nowMs() }];
      room.sinceMs = null;
    }
  };
  return {
    /** A show begins, or is taken over, in a room with this state in the database. */
    begin: (slug: string, paused: boolean) => void open(slug, paused),
    /**
     * The model is about to pause the room; to be called before that is written down. `before`: whether it was paused.
     * Answers what to call once it stands, or has failed.
     */
    pausing(slug: string, before: boolean): () => void {
      const room = open(slug, before);
      change(room, true, nowMs());
      room.underWay += 1;
      return () => {
        room.underWay -= 1;
        room.changes += 1;
      };
    },
    /** The model has gone on, and that stands. */
    resumed(slug: string, before: boolean): void {
      const room = open(slug, before);
      room.changes += 1;
      change(room, false, nowMs());
    },
    /** To be asked before the database is; takes its answer. */
    compare(): (slug: string, paused: boolean) => void {
      const askedMs = nowMs();
      const changes = new Map([...rooms].map(([slug, room]) => [slug, room.changes]));
      return (slug, paused) => {
        const room = rooms.get(slug);
        if (room === undefined || room.underWay > 0 || room.changes !== changes.get(slug)) return;
        if (paused !== (room.sinceMs !== null)) change(room, paused, room.agreedMs);
        room.agreedMs = askedMs;
      };
    },
    isPaused: (slug: string) => (rooms.get(slug)?.sinceMs ?? null) !== null,
    of(slug: string): Stretch[] {
      const room = rooms.get(slug);
      if (!room) return [];
      const { sinceMs, past } = room;
      return sinceMs === null ? past : [...past, { fromMs: sinceMs, toMs: Number.POSITIVE_INFINITY }];
    },
    forget: () => rooms.clear(),
  };
}

export type RoomPauses = ReturnType<typeof createRoomPauses>;
