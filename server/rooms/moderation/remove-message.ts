import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { publishEvent } from "#server/kit/outbox/outbox.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { admit } from "../admit.ts";
import type { RoomMessageTakenAway } from "../events.ts";
import type { RoomsNeeds } from "../needs.ts";
import type { AdmissionRefusal } from "../rules/admission.ts";
import { removeAnyMessage, removeMessage } from "../store/messages-store.ts";
import { insertModeration } from "../store/moderation-store.ts";

/** A person who keeps order in a room: its model, or a fan who moderates it. */
export type Keeper = { userId: number; role: "fan" | "model" };

export type RemoveRefusal = AdmissionRefusal | "unknown_message";

/**
 * Removes a fan's message from a room's chat: from every page at once, from the history, and from what pages that
 * reconnect are sent. Tips and the model's messages stay; a moderator removes only public messages. Removed
 * twice, it is removed once.
 */
export function removeFromChat(needs: RoomsNeeds) {
  const { db, clock, realtime } = needs;
  return async (keeper: Keeper, slug: string, id: number): Promise<Result<{ id: number }, RemoveRefusal>> => {
    const done = await inTransaction(db, async (tx): Promise<Result<{ slug: string }, RemoveRefusal>> => {
      const admitted = await admit(tx, needs, keeper, "moderate", slug);
      if (!admitted.ok) return admitted;
      const { room } = admitted;
      const at = clock.now();
      const where = { modelId: room.model_id, publicOnly: keeper.role === "fan" };
      const removed = await removeMessage(tx, id, where, at);
      if (!removed) return refuse("unknown_message");
      if (removed.isNew)
        await insertModeration(tx, {
          model_id: room.model_id,
          actor_id: keeper.userId,
          action: "remove",
          fan_id: removed.authorId,
          line_id: id,
          at,
        });
      return ok({ slug: room.slug });
    });
    if (!done.ok) return done;
    // Even when another has removed it: the first process may have died before it could publish it.
    realtime.publishInstead(`room:${done.slug}`, { name: "RoomMessage", id }, "RoomMessageRemoved", { id });
    return ok({ id });
  };
}

/** Removes a message that somebody typed in any room, in the staff's transaction; false when it is gone already. */
export function removeForStaff({ clock }: Pick<RoomsNeeds, "clock">) {
  return async (tx: Tx, id: number): Promise<boolean> => {
    const slug = await removeAnyMessage(tx, id, clock.now());
    if (slug !== undefined) await publishEvent(tx, "room_message_taken_away", { slug, id });
    return slug !== undefined;
  };
}

/** Takes what staff removed from every page. Safe to repeat. */
export function onTakenAway({ realtime }: Pick<RoomsNeeds, "realtime">) {
  return ({ slug, id }: RoomMessageTakenAway): void =>
    realtime.publishInstead(`room:${slug}`, { name: "RoomMessage", id }, "RoomMessageRemoved", { id });
}
