import type { BannedFan, RoomFan } from "#contract/studio.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { publishEvent } from "#server/kit/outbox/outbox.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { isViewerOf } from "#server/media/media.ts";
import { dismiss, publishModerators } from "./moderation/moderators.ts";
import { limitNewFans, type TooManyFans } from "./moderation/new-fans-limit.ts";
import type { RoomsNeeds } from "./needs.ts";
import { type RoomRow, roomOfModel } from "./store/rooms-store.ts";
import { tippedByName } from "./store/tips-store.ts";
import type { Watchers } from "./stream/count-watchers.ts";
import { broadcastBegan } from "./view-studio.ts";

export type BanRefusal = { code: "unknown_fan" } | TooManyFans;

/**
 * Bans a fan from a model's room and chats until the model lifts the ban. The fan's page leaves the room, and no
 * packet of its media or its preview goes out once this resolves (`cutFan`); a later preview or visit is refused by
 * `rules/admission.ts`. Links to the model's files die (the page asks again for the files that the fan has bought),
 * the fan moderates no more, and the event `fan_banned` ends a show of the two. A repeated ban cuts the fan again. New
 * bans are limited per hour.
 */
export function banFan(needs: RoomsNeeds) {
  const { db, accounts, catalog, privateFiles } = needs;
  const perModel = limitNewFans(needs.limits, "bans");
  return async (modelId: number, fanId: number): Promise<Result<object, BanRefusal>> => {
    const room = await roomOfModel(db, modelId);
    if (!room) throw new Error(`model ${modelId} has no room`);
    // Repeating a ban tells the model nothing new, so it is not limited.
    if ((await catalog.bansBetween(db, [fanId], [modelId])).length === 0) {
      const retryAfterSeconds = await perModel.take(String(modelId));
      if (retryAfterSeconds) return refuse({ code: "too_many", retryAfterSeconds });
    }
    if ((await accounts.byId(db, fanId))?.role !== "fan") return refuse({ code: "unknown_fan" });
    let wasModerator = false;
    await inTransaction(db, async (tx) => {
      await catalog.ban(tx, modelId, fanId);
      wasModerator = await dismiss(tx, modelId, fanId);
      await privateFiles.revoke(tx, { readerId: fanId, ownerId: modelId });
      await publishEvent(tx, "fan_banned", { modelId, fanId });
    });
    await cutFan(needs, { modelId, fanId }, "banned");
    if (wasModerator) await publishModerators(needs, modelId, room.slug);
    return ok({});
  };
}

/**
 * Ends a fan's events and media of a model's room, previews too: no packet goes out once this resolves.
 */
export async function cutFan(
  { db, media, realtime }: Pick<RoomsNeeds, "db" | "media" | "realtime">,
  { modelId, fanId }: { modelId: number; fanId: number },
  reason: "banned" | "blocked",
): Promise<void> {
  const room = await roomOfModel(db, modelId);
  if (!room) return;
  realtime.disconnect({ userId: fanId, topic: `room:${room.slug}` }, reason);
  const isFan = isViewerOf(fanId);
  await media.endViewers(room.slug, (tag) => !isFan(tag));
}

const bansShown = 500;

/** The fans whom a model has banned, the latest first. */
export function listBans({ db, accounts, catalog }: RoomsNeeds) {
  return async (modelId: number): Promise<BannedFan[]> => {
    const bans = await catalog.bans(db, modelId, bansShown);
    const names = await accounts.shownNames(
      db,
      bans.map(({ fan_id }) => fan_id),
    );
    return bans.map(({ fan_id, banned_at }) => ({
      id: fan_id,
      name: names.get(fan_id) ?? "",
      banned_at: banned_at.toISOString(),
    }));
  };
}

const fansShown = 100;

/** During a show those who pay for it alone: anybody else in its room spies on it, or did a moment ago. */
const isSeenIn = ({ mode, participants }: Pick<RoomRow, "mode" | "participants">) => {
  const seen = new Set(participants.flatMap(({ fanId, role }) => (role === "spy" ? [] : fanId)));
  return (fanId: number) => mode === "public" || seen.has(fanId);
};

/** The fans in a model's room now, without spies: by their tips in this broadcast, the highest first, then by name. */
export function listFans(
  { db, clock, accounts, catalog }: RoomsNeeds,
  watchers: Pick<Watchers, "presentIn">,
) {
  return async (modelId: number): Promise<RoomFan[]> => {
    const room = await roomOfModel(db, modelId);
    if (!room) throw new Error(`model ${modelId} has no room`);
    const here = [...watchers.presentIn(room.slug)].filter(isSeenIn(room));
    const banned = new Set((await catalog.bansBetween(db, here, [modelId])).map(({ fan_id }) => fan_id));
    const ids = here.filter((id) => !banned.has(id));
    const tipped = await tippedByName(db, modelId, broadcastBegan(room, clock.now()), ids);
    return [...(await accounts.shownNames(db, ids))]
      .map(([id, name]) => ({ id, name, tokens: tipped.get(id) ?? 0 }))
      .sort((a, b) => b.tokens - a.tokens || a.name.localeCompare(b.name))
      .slice(0, fansShown);
  };
}
