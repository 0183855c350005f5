import type { Logger } from "pino";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { MediaCore } from "./media-engine.ts";
import type { Holder } from "./session-registry.ts";
import type { SessionKind } from "./viewer-tag.ts";

/** One playback session, open or being set up. */
export type Seat = Holder & {
  /** Null while it is being set up: then it can be counted, but not ended. */
  sessionId: string | null;
  room: string;
  /** A one-to-one show is ended last, a preview first. */
  kind: SessionKind;
};

/** A request for a seat: the user and the room. */
export type SeatRequest = Holder & Pick<Seat, "room" | "kind">;

/** Limits on playback sessions, including those being set up. */
export type SeatLimits = { perPersonMax: number; perAddressMax: number; perRoomMax: number; max: number };

/** A reserved seat; exactly one of the two is called in the end. */
export type SeatReservation = {
  /** The new session is up: ends those that it replaces. */
  confirm(): void;
  /** There is no new session: the others stay. */
  release(): void;
};

export type Replaced = { sessionId: string; room: string; person: string; kind: SessionKind };

export type SeatAllocator = {
  /** Reserves a seat. The engine must be called in the same tick, so that the session counts from then on. */
  reserve(asking: Holder & { room: string; tag: string }): Result<SeatReservation, SeatRefusal>;
};

/** Keeps playback sessions within `limits`; `onReplaced` is called for each that ended in favour of a newer one. */
export function createSeatAllocator(needs: {
  media: Pick<MediaCore, "viewers" | "endSession">;
  limits: SeatLimits;
  kindOf(tag: string): SessionKind;
  onReplaced(replaced: Replaced): void;
  log: Pick<Logger, "error">;
}): SeatAllocator {
  const { media, limits, kindOf, onReplaced, log } = needs;
  /** Sessions that end as soon as the newer one is up: they no longer count. */
  const leaving = new Set<string>();

  async function end(replaced: Replaced): Promise<void> {
    try {
      if (await media.endSession(replaced.sessionId)) onReplaced(replaced);
    } catch (err) {
      log.error({ err, room: replaced.room }, "a replaced playback session was not ended");
    } finally {
      leaving.delete(replaced.sessionId);
    }
  }

  return {
    reserve(asking) {
      const viewers = media.viewers().filter(({ sessionId }) => !sessionId || !leaving.has(sessionId));
      const seats = viewers.map((viewer) => ({ ...viewer, kind: kindOf(viewer.tag) }));
      const found = seatFor({ ...asking, kind: kindOf(asking.tag) }, seats, limits);
      if (!found.ok) return found;
      const replaced = seats.flatMap(({ sessionId, room, person, kind }) =>
        sessionId !== null && found.ending.includes(sessionId) ? [{ sessionId, room, person, kind }] : [],
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

/** Above this share of taken seats each user has one: the last tenth is for users without a seat. */
const scarceFrom = 0.9;
/** Previews fill no more than this share of the seats. */
const previewShare = 0.5;

/**
 * Finds a seat for `asking` among the `seats`, oldest first, and returns the sessions to end for it. A user's newest session
 * replaces their oldest. When a room or the server is full, a preview makes room, else a user who watches more than once
 * loses one. Previews are counted apart, and never take what somebody watches.
 */
export function seatFor(
  asking: SeatRequest,
  seats: readonly Seat[],
  limits: SeatLimits,
): Result<{ ending: string[] }, SeatRefusal> {
  const isAlike = ({ kind }: Seat) => (kind === "preview") === (asking.kind === "preview");
  const mine = seats.filter((seat) => isAlike(seat) && seat.person === asking.person);
  const surplus = mine.length + 1 - personMaxNow(asking.room, seats, limits);
  const ending = endable(mine).slice(0, Math.max(0, surplus));
  if (ending.length < surplus) return refuse("too_many_of_person");
  const left = seats.filter((seat) => !ending.includes(seat));
  const fromHere = left.filter((seat) => isAlike(seat) && seat.address === asking.address);
  if (fromHere.length >= limits.perAddressMax) return refuse("too_many_from_address");
  const inRoom = left.filter(({ room }) => room === asking.room);
  const share = asking.kind === "preview" ? previewShare : 1;
  if (inRoom.length >= limits.perRoomMax * share || left.length >= limits.max * share) {
    const isRoomFull = inRoom.length >= limits.perRoomMax;
    const giver = asking.kind === "preview" ? undefined : spareSeat(isRoomFull ? inRoom : left, left);
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

/** The seats that can be ended, in the order to end them: previews first, shows last, else the oldest first. */
function endable(seats: readonly Seat[]): Seat[] {
  const open = seats.filter(({ sessionId }) => sessionId !== null);
  return (["preview", "room", "show"] as const).flatMap((kind) => open.filter((seat) => seat.kind === kind));
}

/** The oldest preview among `candidates`, else the oldest public session whose user has another one. */
function spareSeat(candidates: readonly Seat[], all: readonly Seat[]): Seat | undefined {
  const count = new Map<string, number>();
  for (const { person, kind } of all) if (kind !== "preview") count.set(person, (count.get(person) ?? 0) + 1);
  return endable(candidates).find(
    ({ person, kind }) => kind === "preview" || (kind === "room" && (count.get(person) ?? 0) > 1),
  );
}
