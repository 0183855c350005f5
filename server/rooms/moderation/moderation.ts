import type { Moderators } from "#contract/moderation.ts";
import type { Result } from "#server/kit/result.ts";
import type { RoomsNeeds } from "../needs.ts";
import { type AppointRefusal, appoint, listModerators } from "./moderators.ts";
import { type MuteMinutes, type MuteRefusal, muteFan } from "./mute-fan.ts";
import { type Keeper, type RemoveRefusal, removeFromChat } from "./remove-message.ts";

/** Order in the chats of rooms: who keeps it for a model, and what they do. */
export type Moderation = {
  list(modelId: number): Promise<Moderators>;
  /** Makes a fan a moderator of a model's room, or takes that back. */
  appoint(modelId: number, fanId: number, moderates: boolean): Promise<Result<object, AppointRefusal>>;
  remove(keeper: Keeper, slug: string, lineId: number): Promise<Result<{ id: number }, RemoveRefusal>>;
  mute(
    keeper: Keeper,
    slug: string,
    fanId: number,
    minutes: MuteMinutes,
  ): Promise<Result<{ until: Date | null }, MuteRefusal>>;
};

/** Makes the moderation of all rooms. */
export const createModeration = (needs: RoomsNeeds): Moderation => ({
  list: listModerators(needs),
  appoint: appoint(needs),
  remove: removeFromChat(needs),
  mute: muteFan(needs),
});
