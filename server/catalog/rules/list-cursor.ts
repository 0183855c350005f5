/**
 * Where a list goes on after a page, as `links.next` carries it: what is shown next is told by what was shown last and
 * not by a number of places, so that nothing is skipped or comes twice while models come, go and change places.
 */
export type RoomsCursor = {
  /** The rooms on air that were shown, by id: whatever their viewers do meanwhile, they do not come again. */
  shown: number[];
  /** The last model shown who is not on air, with when she was last here in µs since 1970; null: was never here. */
  last: { seenAt: string | null; id: number } | null;
};
export type RankCursor = { rank: number; id: number };

/** The most rooms on air that a cursor names; further pages of so long a list go by their number alone. */
const shownMax = 1_000;

const roomsPattern = /^(?:([0-9]{1,17}|n)-([0-9a-z]{1,10}))?(?:\.[0-9a-z]{1,10}){0,1000}$/;
const rankPattern = /^([0-9]{1,10})-([0-9a-z]{1,10})$/;

/** A cursor as text; null when it would be too long. */
export function writeRoomsCursor({ shown, last }: RoomsCursor): string | null {
  if (shown.length > shownMax) return null;
  const away = last ? `${last.seenAt ?? "n"}-${last.id.toString(36)}` : "";
  return away + shown.map((id) => `.${id.toString(36)}`).join("");
}

/** Reads what {@link writeRoomsCursor} wrote; null for anything else. */
export function readRoomsCursor(text: string): RoomsCursor | null {
  const found = roomsPattern.exec(text);
  if (!found || text === "") return null;
  const [, seenAt, id] = found;
  const [, ...shown] = text.split(".");
  return {
    shown: shown.map((part) => Number.parseInt(part, 36)),
    last: seenAt && id ? { seenAt: seenAt === "n" ? null : seenAt, id: Number.parseInt(id, 36) } : null,
  };
}

export const writeRankCursor = ({ rank, id }: RankCursor): string => `${rank}-${id.toString(36)}`;

/** Reads what {@link writeRankCursor} wrote; null for anything else. */
export function readRankCursor(text: string): RankCursor | null {
  const [, rank, id] = rankPattern.exec(text) ?? [];
  return rank && id ? { rank: Number(rank), id: Number.parseInt(id, 36) } : null;
}
