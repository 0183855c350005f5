import { type ModelRow, presentCard } from "#server/catalog/catalog.ts";
import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { whenAvailable } from "#server/kit/database/unavailable.ts";
import { createTurns } from "#server/kit/in-turn.ts";
import { publishEvent } from "#server/kit/outbox/outbox.ts";
import type { Audiences } from "./audiences.ts";
import type { LiveNeeds } from "./needs.ts";
import { lockRoom, markLive, type RoomRow, roomBySlug, updateRoom } from "./store/rooms-store.ts";
import { hearersOf } from "./turn-show.ts";

/** How long a room waits for its model to come back before the stream counts as ended. */
const comeBackMs = 20_000;

type FollowNeeds = Pick<LiveNeeds, "db" | "clock" | "log" | "catalog" | "realtime"> & {
  media: Pick<LiveNeeds["media"], "endViewers">;
  audiences: Audiences;
};

/** What became of a room's publisher, as the media engine saw it. */
export type PublisherTurn = "started" | "silent" | "resumed" | "lost" | "stopped";

/**
 * Keeps what everybody sees of a room in step with its publisher: live at the first packet, paused when nothing
 * comes, stopped when she stops or stays away for 20 s. The turns of one room are taken in their order: told before
 * an earlier one, a stop would be followed by "paused", and whoever watches would wait for a stream that has ended.
 */
export function followMedia(needs: FollowNeeds, turned: (slug: string, open: boolean) => void) {
  const inTurn = createTurns();
  const waiting = new Map<string, () => void>();
  /** Rooms that everybody was told of: their end is for everybody, too, should the model be hidden by then. */
  const announced = new Set<number>();
  const keepWaiting = (slug: string) => {
    waiting.get(slug)?.();
    waiting.delete(slug);
  };
  const waitForReturn = (slug: string) => {
    keepWaiting(slug);
    const stop = () =>
      void turn(slug, "stopped").catch((error) => needs.log.error({ error, slug }, "stop failed"));
    waiting.set(slug, needs.clock.after(comeBackMs, stop));
  };

  const turn = (slug: string, what: PublisherTurn) =>
    inTurn(slug, () => whenAvailable(needs.clock, () => take(slug, what)));

  async function take(slug: string, what: PublisherTurn): Promise<void> {
    const room = await roomBySlug(needs.db, slug);
    if (!room) return;
    if (what === "silent" || what === "lost") {
      if (what === "lost") waitForReturn(slug);
      return pause(needs, room);
    }
    keepWaiting(slug);
    turned(slug, what !== "stopped");
    if (what === "stopped") return stop(needs, room, announced.delete(room.model_id));
    if (await begin(needs, room)) announced.add(room.model_id);
  }
  return turn;
}

/** Answers whether it is something that everybody was told. */
async function begin(needs: FollowNeeds, room: RoomRow): Promise<boolean> {
  const { db, catalog, clock, realtime } = needs;
  const { changed, isNew } = await inTransaction(db, async (tx: Tx) => {
    const before = await catalog.model(tx, room.model_id, "house");
    await markLive(tx, room.model_id, clock.now());
    const began = await catalog.begin(tx, room.model_id);
    const isShown = began && before?.status === "stopped" && before.listed;
    if (isShown) await publishEvent(tx, "stream_began", { modelId: room.model_id });
    return { changed: began, isNew: isShown };
  });
  const model = await catalog.model(db, room.model_id, "house");
  if (!changed || !model) return false;
  const facts = { model_id: model.id, slug: room.slug, gender_id: model.gender_id };
  for (const topic of hearersOf(model))
    realtime.publish(topic, "ChatRoomStatusChanged", { ...facts, status: "began" });
  if (!isNew || !model.listed) return model.listed;
  realtime.publish("public", "StreamBegan", { ...facts, card: presentCard(model, clock.now()) });
  realtime.publish("presence", "update", { model_id: model.id, last_connection: clock.now().toISOString() });
  return true;
}

async function pause(needs: FollowNeeds, room: RoomRow): Promise<void> {
  const { db, catalog, realtime } = needs;
  const changed = await inTransaction(db, (tx) => catalog.pause(tx, room.model_id));
  const model = await catalog.model(db, room.model_id, "house");
  if (!changed || !model) return;
  for (const topic of hearersOf(model))
    realtime.publish(topic, "ChatRoomStatusChanged", {
      model_id: model.id,
      slug: room.slug,
      gender_id: model.gender_id,
      status: "paused",
      reason: "model_media_lost",
    });
}

async function stop(needs: FollowNeeds, room: RoomRow, wasAnnounced: boolean): Promise<void> {
  const { db, catalog, clock, realtime } = needs;
  await needs.media.endViewers(room.slug);
  const { changed, before } = await inTransaction(db, async (tx) => {
    const showId = (await lockRoom(tx, room.model_id))?.show_id ?? null;
    if (showId !== null) await publishEvent(tx, "stream_stopped_in_show", { modelId: room.model_id, showId });
    const before = await catalog.model(tx, room.model_id, "house");
    await updateRoom(tx, room.model_id, {
      live_since: null,
      show_id: null,
      show_fan_id: null,
      show_type: null,
    });
    return { changed: await catalog.stop(tx, room.model_id), before };
  });
  if (before && before.type !== "public") await leaveShow(needs, before);
  const model = await catalog.model(db, room.model_id);
  if (!changed || !model || !before) return;
  const facts = { model_id: model.id, slug: room.slug, gender_id: model.gender_id };
  const shown = before.listed || wasAnnounced;
  for (const topic of hearersOf({ ...before, listed: shown })) {
    realtime.publish(topic, "ChatRoomStatusChanged", { ...facts, status: "stopped" });
    realtime.publish(topic, "StreamStopped", facts);
  }
  if (!shown) return;
  realtime.publish("presence", "remove", { model_id: model.id, last_connection: clock.now().toISOString() });
}

/** What was said in the show is not for whoever comes next. */
async function leaveShow(needs: FollowNeeds, { login }: ModelRow): Promise<void> {
  await needs.audiences.change(login, async (turned) => {
    turned();
    needs.realtime.disconnect({ topic: `room:${login}` }, "audience_changed");
  });
}
