import type { Moderators } from "#contract/moderation.ts";
import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { RoomsNeeds } from "../needs.ts";
import {
  deleteModerator,
  insertModerator,
  moderationOf,
  moderatorsOf,
  mutesOf,
} from "../store/moderation-store.ts";
import { lockRoom } from "../store/rooms-store.ts";
import { limitNewFans, type TooManyFans } from "./new-fans-limit.ts";

export type AppointRefusal = { code: "unknown_fan" | "banned_fan" | "too_many_moderators" } | TooManyFans;

const moderatorsMax = 20;
const entriesShown = 50;
const mutesShown = 200;

/** The moderators of a model's room, the fans who are muted in it, and the recent acts of moderation. */
export function listModerators({ db, accounts, clock }: Pick<RoomsNeeds, "db" | "accounts" | "clock">) {
  return async (modelId: number): Promise<Moderators> => {
    const [moderators, mutes, entries] = await Promise.all([
      moderatorsOf(db, modelId),
      mutesOf(db, modelId, clock.now(), mutesShown),
      moderationOf(db, modelId, entriesShown),
    ]);
    const people = [
      ...[...moderators, ...mutes].map(({ fan_id }) => fan_id),
      ...entries.flatMap(({ actor_id, fan_id }) => [actor_id, fan_id].filter((id) => id !== null)),
    ];
    const names = await accounts.shownNames(db, [...new Set(people)]);
    const nameOf = (id: number | null) => (id === null ? null : (names.get(id) ?? null));
    return {
      data: moderators.map(({ fan_id, since }) => ({
        id: fan_id,
        name: nameOf(fan_id) ?? "",
        since: since.toISOString(),
      })),
      muted: mutes.map(({ fan_id, muted_until }) => ({
        id: fan_id,
        name: nameOf(fan_id) ?? "",
        until: muted_until?.toISOString() ?? null,
      })),
      log: entries.map(({ id, at, action, actor_id, fan_id, author_name, text, minutes }) => ({
        id,
        at: at.toISOString(),
        action,
        by: nameOf(actor_id),
        fan: nameOf(fan_id) ?? (author_name || null),
        text,
        minutes,
      })),
    };
  };
}

/**
 * Makes a fan a moderator of a model's room, or takes that back, and notifies the room: it shows a badge beside their
 * name. A fan whom the model has banned cannot be one. Repeated, it changes nothing. Appointments are limited by the hour.
 */
export function appoint(needs: RoomsNeeds) {
  const { db, clock, accounts, catalog } = needs;
  const perModel = limitNewFans(needs.limits, "appointments");
  return async (
    modelId: number,
    fanId: number,
    moderates: boolean,
  ): Promise<Result<object, AppointRefusal>> => {
    const isNew = moderates && !(await moderatorsOf(db, modelId)).some(({ fan_id }) => fan_id === fanId);
    const retryAfterSeconds = isNew ? await perModel.take(String(modelId)) : null;
    if (retryAfterSeconds) return refuse({ code: "too_many", retryAfterSeconds });
    const done = await inTransaction(db, async (tx): Promise<Result<{ slug: string }, AppointRefusal>> => {
      // Appointments of one room wait for each other, and so does a ban: nobody is both.
      const room = await lockRoom(tx, modelId);
      if (!room) throw new Error(`model ${modelId} has no room`);
      if (!moderates) {
        await deleteModerator(tx, modelId, fanId);
        return ok({ slug: room.slug });
      }
      const fan = await accounts.byId(tx, fanId);
      if (fan?.role !== "fan") return refuse({ code: "unknown_fan" });
      if ((await catalog.bansBetween(tx, [fanId], [modelId])).length > 0)
        return refuse({ code: "banned_fan" });
      const others = (await moderatorsOf(tx, modelId)).filter(({ fan_id }) => fan_id !== fanId);
      if (others.length >= moderatorsMax) return refuse({ code: "too_many_moderators" });
      await insertModerator(tx, modelId, fanId, clock.now());
      return ok({ slug: room.slug });
    });
    if (done.ok) await publishModerators(needs, modelId, done.slug);
    return done.ok ? ok({}) : done;
  };
}

/** Ends what a fan moderates for a model, in the transaction of their ban; its caller notifies the room afterwards. */
export async function dismiss(tx: Tx, modelId: number, fanId: number): Promise<boolean> {
  await lockRoom(tx, modelId);
  return deleteModerator(tx, modelId, fanId);
}

/** Publishes to a room who moderates it now. */
export async function publishModerators(
  { db, realtime }: Pick<RoomsNeeds, "db" | "realtime">,
  modelId: number,
  slug: string,
): Promise<void> {
  const moderators = (await moderatorsOf(db, modelId)).map(({ fan_id }) => fan_id);
  realtime.publish(`room:${slug}`, "RoomModerators", { moderators });
}
