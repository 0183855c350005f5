import type { Logger } from "#server/kit/log.ts";
import type { RoomReport } from "#server/media/media.ts";
import type { RoomShape } from "../store/rooms-store.ts";

type ShapesNeeds = {
  /** Writes the shape of a room down. */
  write(slug: string, shape: RoomShape): Promise<void>;
  log: Pick<Logger, "warn">;
};

/**
 * Keeps the shape that each room's picture was last received in, from the reports of the media. Of one room one is written at
 * a time, so that the last one stands in the end: what changes meanwhile, and what could not be written, the next report
 * brings again.
 */
export function keepShapes({ write, log }: ShapesNeeds) {
  const kept = new Map<string, RoomShape>();
  const writing = new Set<string>();
  async function keep(slug: string, shape: RoomShape): Promise<void> {
    writing.add(slug);
    try {
      await write(slug, shape);
      kept.set(slug, shape);
    } catch (err) {
      log.warn({ err, slug }, "the shape of a room was not kept");
    } finally {
      writing.delete(slug);
    }
  }
  return (rooms: ReadonlyMap<string, Pick<RoomReport, "picture">>): void => {
    for (const slug of kept.keys()) if (!rooms.has(slug)) kept.delete(slug);
    for (const [slug, { picture }] of rooms) {
      if (!picture || writing.has(slug)) continue;
      const shape = picture.width > picture.height ? "wide" : "tall";
      if (kept.get(slug) !== shape) void keep(slug, shape);
    }
  };
}
