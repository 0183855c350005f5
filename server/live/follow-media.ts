import { presentCard } from "#server/catalog/catalog.ts";
import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { createTurns } from "#server/kit/in-turn.ts";
import type { LiveNeeds } from "./live.ts";
import { markLive, type RoomRow, roomBySlug, updateRoom } from "./store/rooms-store.ts";

/** How long a room waits for its model to come back before the stream counts as ended. */
const comeBackMs = 20_000;

type FollowNeeds = Pick<LiveNeeds, "db" | "clock" | "log" | "catalog" | "realtime"> & {
  media: Pick<LiveNeeds["media"], "endViewers">;
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

  const turn = (slug: string, what: PublisherTurn) => inTurn(slug, () => take(slug, what));

  async function take(slug: string, what: PublisherTurn): Promise<void> {
    const room = await roomBySlug(needs.db, slug);
    if (!room) return;
    if (what === "silent" || what === "lost") {
      if (what === "lost") waitForReturn(slug);
      return pause(needs, room);
    }
    keepWaiting(slug);
    turned(slug, what !== "stopped");
    return what === "stopped" ? stop(needs, room) : begin(needs, room);
  }
  return turn;
}

async function begin(needs: FollowNeeds, room: RoomRow): Promise<void> {
  const { db, catalog, clock, realtime } = needs;
  const before = await catalog.model(db, room.model_id);
  const changed = await inTransaction(db, async (tx: Tx) => {
    await markLive(tx, room.model_id, clock.now());
    return catalog.begin(tx, room.model_id);
  });
  const model = await catalog.model(db, room.model_id);
  if (!changed || !model) return;
  const facts = { model_id: model.id, slug: room.slug, gender_id: model.gender_id };
  realtime.publish("public", "ChatRoomStatusChanged", { ...facts, status: "began" });
  if (before?.status !== "stopped" || !model.listed) return;
  realtime.publish("public", "StreamBegan", { ...facts, card: presentCard(model, clock.now()) });
  realtime.publish("presence", "update", { model_id: model.id, last_connection: clock.now().toISOString() });
}

async function pause(needs: FollowNeeds, room: RoomRow): Promise<void> {
  const { db, catalog, realtime } = needs;
  const changed = await inTransaction(db, (tx) => catalog.pause(tx, room.model_id));
  const model = await catalog.model(db, room.model_id);
  if (!changed || !model) return;
  realtime.publish("public", "ChatRoomStatusChanged", {
    model_id: model.id,
    slug: room.slug,
    gender_id: model.gender_id,
    status: "paused",
    reason: "model_media_lost",
  });
}

async function stop(needs: FollowNeeds, room: RoomRow): Promise<void> {
  const { db, catalog, clock, realtime } = needs;
  await needs.media.endViewers(room.slug);
  const changed = await inTransaction(db, async (tx) => {
    await updateRoom(tx, room.model_id, { live_since: null });
    return catalog.stop(tx, room.model_id);
  });
  const model = await catalog.model(db, room.model_id);
  if (!changed || !model) return;
  const facts = { model_id: model.id, slug: room.slug, gender_id: model.gender_id };
  realtime.publish("public", "ChatRoomStatusChanged", { ...facts, status: "stopped" });
  realtime.publish("public", "StreamStopped", facts);
  realtime.publish("presence", "remove", { model_id: model.id, last_connection: clock.now().toISOString() });
}
