import type { Events } from "#server/kit/outbox/outbox.ts";
import { viewerTag } from "#server/media/media.ts";
import type { RoomsNeeds } from "../needs.ts";
import { roomOfModel } from "../store/rooms-store.ts";
import type { Watchers } from "./count-watchers.ts";

/**
 * Makes sure that nobody of the public is sent a packet of a show that has begun, while it lasts: who began it may have
 * failed to cut them, or have died. The first event of the show, or reader of it, shuts the public out of its channel.
 */
export async function cutPublic(
  { db, media, watchers }: Pick<RoomsNeeds, "db" | "media"> & { watchers: Pick<Watchers, "setShow"> },
  { modelId, sessionId }: Events["show_begun"],
): Promise<void> {
  const room = await roomOfModel(db, modelId);
  if (room?.show_id !== sessionId) return;
  watchers.setShow(room.slug, true);
  const ofShow = [modelId, ...room.participants.map(({ fanId }) => fanId)];
  const kept = new Set<string>(ofShow.map((fanId) => viewerTag({ fanId, mode: room.mode })));
  await media.endViewers(room.slug, (tag) => kept.has(tag));
}
