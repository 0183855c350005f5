/**
 * Where a list goes on after a page, as `links.next` carries it: what is shown next is found by what was shown last and
 * not by a number of places, so that nothing is skipped or comes twice while models come, go and change places.
 */
export type RoomsCursor = {
  /**
   * The models shown who were on air or here before the others, by id: whatever they and their viewers do meanwhile, they do
   * not come again.
   */
  shown: number[];
  /**
   * The last model shown who is not on air, and what the list sorts by of theirs: µs since 1970 or tokens, null where there
   * is none. `named`: their name was searched for; who was found by topic or bio comes after all of those. `here`: they were here,
   * and the list shows those first.
   */
  last: { named: boolean; here: boolean; key: string | null; id: number } | null;
};
export type RankCursor = { named: boolean; rank: number; id: number };

/** The most models that a cursor names; further pages of so long a list go by their number alone. */
const shownMax = 1_000;

const roomsPattern = /^(?:(t?)(h?)([0-9]{1,17}|n)-([0-9a-z]{1,10}))?(?:\.[0-9a-z]{1,10}){0,1000}$/;
const rankPattern = /^(t?)([0-9]{1,9})-([0-9a-z]{1,10})$/;

/** A cursor as text; null when it would be too long. */
export function writeRoomsCursor({ shown, last }: RoomsCursor): string | null {
  if (shown.length > shownMax) return null;
  const away = last
    ? `${topical(last)}${last.here ? "h" : ""}${last.key ?? "n"}-${last.id.toString(36)}`
    : "";
  return away + shown.map((id) => `.${id.toString(36)}`).join("");
}

/** Reads what {@link writeRoomsCursor} wrote; null for anything else. */
export function readRoomsCursor(text: string): RoomsCursor | null {
  const found = roomsPattern.exec(text);
  if (!found || text === "") return null;
  const [, topic, here, key, id] = found;
  const [, ...shown] = text.split(".");
  const place = { named: topic === "", here: here === "h", key: key === "n" ? null : (key ?? null) };
  return {
    shown: shown.map((part) => Number.parseInt(part, 36)),
    last: key && id ? { ...place, id: Number.parseInt(id, 36) } : null,
  };
}

export const writeRankCursor = (cursor: RankCursor): string =>
  `${topical(cursor)}${cursor.rank}-${cursor.id.toString(36)}`;

/** Reads what {@link writeRankCursor} wrote; null for anything else. */
export function readRankCursor(text: string): RankCursor | null {
  const [, topic, rank, id] = rankPattern.exec(text) ?? [];
  return rank && id ? { named: topic === "", rank: Number(rank), id: Number.parseInt(id, 36) } : null;
}

const topical = ({ named }: { named: boolean }) => (named ? "" : "t");
