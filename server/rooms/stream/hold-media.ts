import type { Database } from "#server/kit/database/database.ts";
import { createKeyedMutex } from "#server/kit/keyed-mutex.ts";
import type { RoomsNeeds } from "../needs.ts";
import { roomBySlug } from "../store/rooms-store.ts";

/** Brings what the viewers of a room are sent in step with it; `slug` need not be that of a room. */
export type HoldMedia = (slug: string) => Promise<void>;

/**
 * While a model takes a break nothing that comes of them is sent to anybody, whatever encoder goes on sending. To be called
 * after each change of a room's break, and before somebody may publish; each call reads what stands, one after the other.
 */
export function holdMedia({
  db,
  media,
}: {
  db: Database;
  media: Pick<RoomsNeeds["media"], "hold">;
}): HoldMedia {
  const inTurn = createKeyedMutex();
  return (slug) =>
    inTurn(slug, async () => media.hold(slug, (await roomBySlug(db, slug))?.model_paused ?? false));
}
