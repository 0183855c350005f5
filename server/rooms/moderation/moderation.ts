import type { Moderators } from "#contract/moderation.ts";
import type { Reader } from "#server/kit/database/database.ts";
import type { Result } from "#server/kit/result.ts";
import type { RoomsNeeds } from "../needs.ts";
import { standingOf } from "../store/moderation-store.ts";
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
  /** Whether a fan is muted in a model's room now. */
  isMuted(reader: Reader, modelId: number, fanId: number): Promise<boolean>;
};

/** Makes the moderation of all rooms. */
export const createModeration = (needs: RoomsNeeds): Moderation => ({
  list: listModerators(needs),
  appoint: appoint(needs),
  remove: removeFromChat(needs),
  mute: muteFan(needs),
  isMuted: async (reader, modelId, fanId) =>
    (await standingOf(reader, modelId, fanId, needs.clock.now())).muted,
});
