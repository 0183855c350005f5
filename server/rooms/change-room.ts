import type { RealtimeEventName, RealtimeEvents } from "#contract/realtime-events.ts";
import type { Reader, Tx } from "#server/kit/database/database.ts";
import { afterCommit } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { RoomsNeeds } from "./needs.ts";
import { type RoomRow, roomOfModel, tippedSince, updateRoom } from "./store/rooms-store.ts";

type Bilingual = { en: string; es: string };

export type RoomChanges = {
  topic?: Bilingual | undefined;
  /** null takes the goal away; another title or target starts counting at 0. */
  goal?: { title: Bilingual; target: number } | null | undefined;
  slow_seconds?: number | undefined;
};

/** A text that has contact details which the platform holds back. */
export type HeldField = { field: "topic" | "goal"; code: "contact_details" };

/** Changes a room's topic, goal and slow mode, all or nothing, and publishes it to the room once that is committed. */
export function changeRoom({ clock, catalog, realtime, holdsContactDetails }: RoomsNeeds) {
  const isHeld = (texts?: Bilingual | null) =>
    texts !== undefined && texts !== null && [texts.en, texts.es].some(holdsContactDetails);
  return async (
    tx: Tx,
    modelId: number,
    { topic, goal, slow_seconds }: RoomChanges,
  ): Promise<Result<object, HeldField>> => {
    if (isHeld(topic)) return refuse({ field: "topic", code: "contact_details" });
    if (isHeld(goal?.title)) return refuse({ field: "goal", code: "contact_details" });
    const room = await roomOfModel(tx, modelId);
    if (!room) throw new Error(`model ${modelId} has no room`);
    const publish = <Name extends RealtimeEventName>(name: Name, data: RealtimeEvents[Name]) =>
      afterCommit(tx, () => realtime.publish(`room:${room.slug}`, name, data));
    if (topic) await catalog.saveTopic(tx, modelId, topic);
    if (slow_seconds !== undefined && slow_seconds !== room.slow_seconds) {
      await updateRoom(tx, modelId, { slow_seconds });
      publish("RoomSlowMode", { slow_seconds });
    }
    if (goal === undefined || (goal && sameGoal(room, goal))) return ok({});
    await updateRoom(tx, modelId, {
      goal_title_en: goal?.title.en ?? null,
      goal_title_es: goal?.title.es ?? null,
      goal_target: goal?.target ?? null,
      goal_started_at: goal ? clock.now() : null,
    });
    if (!goal) {
      if (room.goal_target !== null) publish("RoomGoalRemoved", {});
      return ok({});
    }
    const { en, es } = goal.title;
    publish("RoomGoal", { title_en: en, title_es: es, reached: 0, target: goal.target });
    return ok({});
  };
}

function sameGoal(room: RoomRow, goal: { title: Bilingual; target: number }): boolean {
  return (
    room.goal_target === goal.target &&
    room.goal_title_en === goal.title.en &&
    room.goal_title_es === goal.title.es
  );
}

/**
 * Tokens tipped since the room's goal was set. Summed from the tips, so that no tip has to change a row that all
 * others change too.
 */
export async function goalReached(reader: Reader, room: RoomRow): Promise<number> {
  if (!room.goal_started_at) return 0;
  return (await tippedSince(reader, room.model_id, room.goal_started_at)).tokens;
}
