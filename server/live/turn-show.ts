import type { Topic } from "#contract/realtime.ts";
import { type ModelRow, presentCard, type Show } from "#server/catalog/catalog.ts";
import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { type Result, refuse } from "#server/kit/result.ts";
import type { Audiences } from "./audiences.ts";
import type { Watchers } from "./count-watchers.ts";
import { playbackTokenSeconds } from "./enter-room.ts";
import type { LiveNeeds } from "./needs.ts";
import { lockRoom, updateRoom } from "./store/rooms-store.ts";

export type BeginRefusal = "not_live" | "in_show";

type TurnNeeds = Omit<LiveNeeds, "accounts" | "wallet" | "showOf">;
type Parts = { audiences: Audiences; watchers: Pick<Watchers, "setShow"> };

/**
 * Gives a live public room to one fan. `decide` opens the show in the same transaction, or refuses having written
 * nothing. Afterwards everybody else is out: sockets first, then playback; nothing of the show has been sent by then.
 */
export function beginShow(needs: TurnNeeds, { audiences, watchers }: Parts) {
  const { db, catalog, media } = needs;
  return <Refusal>(
    modelId: number,
    show: Show,
    decide: (tx: Tx) => Promise<Result<{ showId: number }, Refusal>>,
  ) =>
    inRoomOf(needs, audiences, modelId, async (slug, turned) => {
      const begun = await inTransaction(db, async (tx) => {
        const room = await lockRoom(tx, modelId);
        const model = await catalog.model(tx, modelId, "house");
        if (!room || !model?.listed || model.status === "stopped") return refuse("not_live" as const);
        if (model.type !== "public") return refuse("in_show" as const);
        const decided = await decide(tx);
        if (!decided.ok) return decided;
        if (!(await catalog.enterShow(tx, modelId, show))) throw new Error(`room ${slug} is not public`);
        const { showId: show_id } = decided;
        await updateRoom(tx, modelId, { show_id, show_fan_id: show.fanId, show_type: show.type });
        return decided;
      });
      if (!begun.ok) return begun;
      turned();
      watchers.setShow(slug, true);
      needs.realtime.disconnect({ topic: `room:${slug}` }, "audience_changed");
      await media.endViewers(slug);
      await tellBegun(needs, modelId, show);
      return begun;
    });
}

/**
 * Opens a room to everybody again, if it is in this show. `close` ends the show in the same transaction; when it answers
 * false somebody else has ended it, and nothing happens.
 */
export function endShow(needs: TurnNeeds, { audiences, watchers }: Parts) {
  const { db, catalog, media } = needs;
  return (modelId: number, showId: number, close: (tx: Tx) => Promise<boolean>): Promise<boolean> =>
    inRoomOf(needs, audiences, modelId, async (slug, turned) => {
      const ended = await inTransaction(db, async (tx) => {
        const room = await lockRoom(tx, modelId);
        const before = await catalog.model(tx, modelId, "house");
        if (!(await close(tx))) return null;
        if (room?.show_id !== showId || !before) return { before: undefined };
        await updateRoom(tx, modelId, { show_id: null, show_fan_id: null, show_type: null });
        await catalog.leaveShow(tx, modelId);
        return { before };
      });
      if (!ended) return false;
      if (!ended.before) return true;
      turned();
      needs.realtime.disconnect({ topic: `room:${slug}` }, "audience_changed");
      await media.endViewers(slug);
      watchers.setShow(slug, false);
      await tellEnded(needs, ended.before);
      return true;
    });
}

async function inRoomOf<T>(
  { db, catalog }: Pick<TurnNeeds, "db" | "catalog">,
  audiences: Audiences,
  modelId: number,
  work: (slug: string, turned: () => void) => Promise<T>,
): Promise<T> {
  const model = await catalog.model(db, modelId, "house");
  if (!model) throw new Error(`model ${modelId} has no page`);
  return audiences.change(model.login, (turned) => work(model.login, turned));
}

/**
 * Who may know what happens to a stream: everybody, but of a promo the two whom it concerns, and of a model whom the
 * staff keeps out of sight only she herself.
 */
export function hearersOf(model: Pick<ModelRow, "id" | "type" | "show_fan_id" | "listed">): Topic[] {
  if (model.type === "promo" && model.show_fan_id !== null)
    return [`person:${model.show_fan_id}`, `person:${model.id}`];
  return model.listed ? ["public"] : [`person:${model.id}`];
}

const factsOf = (model: ModelRow) => ({ model_id: model.id, slug: model.login, gender_id: model.gender_id });

/** Of a promo everybody else hears that she is away; only its fan and she herself hear what it is. */
async function tellBegun(needs: TurnNeeds, modelId: number, { fanId, type }: Show): Promise<void> {
  const { db, catalog, clock, realtime } = needs;
  const model = await catalog.model(db, modelId, fanId);
  if (!model || model.type !== type) return;
  const facts = factsOf(model);
  if (type === "promo") {
    realtime.publish("public", "StreamStopped", facts);
    realtime.publish("presence", "remove", { model_id: modelId });
    const card = presentCard(model, clock.now(), await needs.promoOf(fanId, modelId));
    realtime.publish(`person:${fanId}`, "StreamBegan", { ...facts, card });
  } else realtime.publish("public", "FanLeftRoomEvent", { model_id: modelId, slug: facts.slug, watchers: 0 });
  const token = await needs.signPlayback({ fan: fanId, room: model.login, mode: type }, playbackTokenSeconds);
  for (const topic of hearersOf(model)) {
    realtime.publish(topic, "ChatRoomModeChanged", { ...facts, mode: "one_to_one" });
    if (topic !== `person:${fanId}`) realtime.publish(topic, "ChatRoomTypeChanged", { ...facts, type });
  }
  realtime.publish(`person:${fanId}`, "ChatRoomTypeChanged", { ...facts, type, token });
}

/** The room is public again: whoever was shut out of a promo hears of a stream that begins. */
async function tellEnded(needs: TurnNeeds, before: ModelRow): Promise<void> {
  const { db, catalog, clock, realtime } = needs;
  const model = await catalog.model(db, before.id);
  if (!model || model.status === "stopped") return;
  const facts = factsOf(model);
  for (const topic of hearersOf(before)) {
    realtime.publish(topic, "ChatRoomModeChanged", { ...facts, mode: "one_to_many" });
    realtime.publish(topic, "ChatRoomTypeChanged", { ...facts, type: "public" });
  }
  if (before.type !== "promo" || !model.listed) return;
  const now = clock.now();
  realtime.publish("public", "StreamBegan", { ...facts, card: presentCard(model, now) });
  realtime.publish("presence", "update", { model_id: model.id, last_connection: now.toISOString() });
}
