import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { MediaEngine } from "./media-engine.ts";
import type { Holder } from "./session-registry.ts";

/** One playback session, open or being set up. */
export type Seat = Holder & {
  /** Null while it is being set up: then it can be counted, but not ended. */
  sessionId: string | null;
  room: string;
  /** It belongs to a one-to-one show, so it is ended last. */
  inShow: boolean;
};

/** Limits on playback sessions, including those being set up. */
export type SeatLimits = { perPersonMax: number; perAddressMax: number; perRoomMax: number; max: number };

/** A reserved seat; exactly one of the two is called in the end. */
export type SeatReservation = {
  /** The new session is up: ends those that it replaces. */
  confirm(): void;
  /** There is no new session: the others stay. */
  release(): void;
};

export type Replaced = { sessionId: string; room: string; person: string };

export type SeatAllocator = {
  /** Reserves a seat. The engine must be called in the same tick, so that the session counts from then on. */
  reserve(asking: Holder & { room: string }): Result<SeatReservation, SeatRefusal>;
};

/** Keeps playback sessions within `limits`; `onReplaced` is called for each that ended in favour of a newer one. */
export function createSeatAllocator(needs: {
  media: Pick<MediaEngine, "viewers" | "endSession">;
  limits: SeatLimits;
  isShow(tag: string): boolean;
  onReplaced(replaced: Replaced): void;
}): SeatAllocator {
  const { media, limits, isShow, onReplaced } = needs;
  /** Sessions that end as soon as the newer one is up: they no longer count. */
  const leaving = new Set<string>();

  async function end({ sessionId, room, person }: Replaced): Promise<void> {
    if (await media.endSession(sessionId)) onReplaced({ sessionId, room, person });
    leaving.delete(sessionId);
  }

  return {
    reserve(asking) {
      const viewers = media.viewers().filter(({ sessionId }) => !sessionId || !leaving.has(sessionId));
      const seats = viewers.map((viewer) => ({ ...viewer, inShow: isShow(viewer.tag) }));
      const found = seatFor(asking, seats, limits);
      if (!found.ok) return found;
      const replaced = seats.flatMap(({ sessionId, room, person }) =>
        sessionId !== null && found.ending.includes(sessionId) ? [{ sessionId, room, person }] : [],
      );
      for (const { sessionId } of replaced) leaving.add(sessionId);
      return ok({
        confirm: () => void Promise.all(replaced.map(end)),
        release() {
          for (const { sessionId } of replaced) leaving.delete(sessionId);
        },
      });
    },
  };
}

/** Why a session is refused: all of the user's are still being set up, too many from their address, or all seats taken. */
export type SeatRefusal = "too_many_of_person" | "too_many_from_address" | "too_many";

/** From this share of the seats on, each user has one: the last tenth is for those who have none. */
const scarceFrom = 0.9;

/**
 * Finds a seat for `asking` among the `seats`, oldest first, and returns the sessions to end for it. A user's newest session
 * replaces their oldest. When a room or the server is full, a user who watches more than once loses one.
 */
export function seatFor(
  asking: Holder & { room: string },
  seats: readonly Seat[],
  limits: SeatLimits,
): Result<{ ending: string[] }, SeatRefusal> {
  const mine = seats.filter(({ person }) => person === asking.person);
  const surplus = mine.length + 1 - personMaxNow(asking.room, seats, limits);
  const ending = endable(mine).slice(0, Math.max(0, surplus));
  if (ending.length < surplus) return refuse("too_many_of_person");
  const left = seats.filter((seat) => !ending.includes(seat));
  if (left.filter(({ address }) => address === asking.address).length >= limits.perAddressMax)
    return refuse("too_many_from_address");
  const inRoom = left.filter(({ room }) => room === asking.room);
  if (inRoom.length >= limits.perRoomMax || left.length >= limits.max) {
    const giver = spareSeat(inRoom.length >= limits.perRoomMax ? inRoom : left, left);
    if (!giver) return refuse("too_many");
    ending.push(giver);
  }
  return ok({ ending: ending.flatMap(({ sessionId }) => sessionId ?? []) });
}

function personMaxNow(room: string, seats: readonly Seat[], limits: SeatLimits): number {
  const inRoom = seats.filter((seat) => seat.room === room).length;
  const isScarce = inRoom >= limits.perRoomMax * scarceFrom || seats.length >= limits.max * scarceFrom;
  return isScarce ? 1 : limits.perPersonMax;
}

/** The seats that can be ended, in the order to end them: shows last, else the oldest first. */
function endable(seats: readonly Seat[]): Seat[] {
  const open = seats.filter(({ sessionId }) => sessionId !== null);
  return [...open.filter(({ inShow }) => !inShow), ...open.filter(({ inShow }) => inShow)];
}

/** The oldest public session among `candidates` whose user has another one. */
function spareSeat(candidates: readonly Seat[], all: readonly Seat[]): Seat | undefined {
  const count = new Map<string, number>();
  for (const { person } of all) count.set(person, (count.get(person) ?? 0) + 1);
  return endable(candidates).find(({ person, inShow }) => !inShow && (count.get(person) ?? 0) > 1);
}
