import { inTransaction } from "#server/kit/database/transaction.ts";
import type { RoomReport } from "#server/media/media.ts";
import type { RoomsNeeds } from "../needs.ts";
import { type RoomShape, setShape } from "../store/rooms-store.ts";

/** Keeps the shape that each room's picture was last received in, from the reports of the media. */
export function keepShapes({ db, log }: Pick<RoomsNeeds, "db" | "log">) {
  const kept = new Map<string, RoomShape>();
  return (rooms: ReadonlyMap<string, Pick<RoomReport, "picture">>): void => {
    for (const slug of kept.keys()) if (!rooms.has(slug)) kept.delete(slug);
    for (const [slug, { picture }] of rooms) {
      if (!picture) continue;
      const shape = picture.width > picture.height ? "wide" : "tall";
      if (kept.get(slug) === shape) continue;
      kept.set(slug, shape);
      inTransaction(db, (tx) => setShape(tx, slug, shape)).catch((err) => {
        // The next report tries again.
        kept.delete(slug);
        log.warn({ err, slug }, "the shape of a room was not kept");
      });
    }
  };
}
