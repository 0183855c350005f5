import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { admit } from "../admit.ts";
import type { RoomsNeeds } from "../needs.ts";
import type { AdmissionRefusal } from "../rules/admission.ts";
import { deleteMute, insertModeration, standingOf, upsertMute } from "../store/moderation-store.ts";
import { limitNewFans, type TooManyFans } from "./new-fans-limit.ts";
import type { Keeper } from "./remove-message.ts";

/** `fan_moderates`: only the model mutes a moderator. */
export type MuteRefusal = { code: AdmissionRefusal | "unknown_fan" | "fan_moderates" } | TooManyFans;

/** For how many minutes; 0 ends a mute, null is for the broadcast. */
export type MuteMinutes = 0 | 5 | 60 | null;

const minuteMs = 60_000;

/**
 * Keeps a fan from writing in a room's public chat for a while. They go on watching, and what they pay for stays theirs.
 * Mutes of others than are muted now are limited by the hour: those of the model, and those of all moderators together, so
 * that no moderator uses up the model's.
 */
export function muteFan(needs: RoomsNeeds) {
  const { db, clock, accounts, realtime } = needs;
  const perRoom = limitNewFans(needs.limits, "mutes");
  type Muted = Result<{ until: Date | null; changed?: { model_id: number; slug: string } }, MuteRefusal>;
  const mute = (keeper: Keeper, slug: string, fanId: number, minutes: MuteMinutes): Promise<Muted> =>
    inTransaction(db, async (tx) => {
      const admitted = await admit(tx, needs, keeper, "moderate", slug);
      if (!admitted.ok) return refuse({ code: admitted.refusal });
      const { model_id } = admitted.room;
      if ((await accounts.byId(tx, fanId))?.role !== "fan") return refuse({ code: "unknown_fan" });
      const at = clock.now();
      const { moderator } = await standingOf(tx, model_id, fanId, at);
      if (moderator && keeper.role === "fan") return refuse({ code: "fan_moderates" });
      const until = minutes ? new Date(at.getTime() + minutes * minuteMs) : null;
      if (minutes !== 0) await upsertMute(tx, model_id, fanId, until);
      else if (!(await deleteMute(tx, model_id, fanId))) return ok({ until: null });
      await insertModeration(tx, {
        model_id,
        actor_id: keeper.userId,
        action: minutes === 0 ? "unmute" : "mute",
        fan_id: fanId,
        minutes: minutes || null,
        at,
      });
      return ok({ until, changed: { model_id, slug: admitted.room.slug } });
    });
  /** The seconds to wait where no more fans may be muted; null also for those who may mute nobody. */
  const mustWait = async (keeper: Keeper, slug: string, fanId: number): Promise<number | null> => {
    const admitted = await admit(db, needs, keeper, "moderate", slug);
    if (!admitted.ok) return null;
    const { model_id } = admitted.room;
    if ((await standingOf(db, model_id, fanId, clock.now())).muted) return null;
    return perRoom.take(`${keeper.role}:${model_id}`);
  };
  return async (...asked: Parameters<typeof mute>): Promise<Result<{ until: Date | null }, MuteRefusal>> => {
    const [keeper, slug, fanId, minutes] = asked;
    const retryAfterSeconds = minutes === 0 ? null : await mustWait(keeper, slug, fanId);
    if (retryAfterSeconds) return refuse({ code: "too_many", retryAfterSeconds });
    const muted = await mute(...asked);
    if (muted.ok && muted.changed)
      realtime.publish(`person:${muted.changed.model_id}`, "RoomMutesChanged", muted.changed);
    return muted;
  };
}
