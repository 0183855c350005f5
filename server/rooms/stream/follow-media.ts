import { presentCard } from "#server/catalog/catalog.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { whenAvailable } from "#server/kit/database/unavailable.ts";
import { createKeyedMutex } from "#server/kit/keyed-mutex.ts";
import { publishEvent } from "#server/kit/outbox/outbox.ts";
import type { Audience } from "../audience.ts";
import type { RoomsNeeds } from "../needs.ts";
import type { OwnSideWatch } from "../own-side.ts";
import type { RoomPauses } from "../room-pauses.ts";
import {
  changeAudience,
  endSession,
  liveRooms,
  lockRoom,
  markLive,
  openSession,
  type RoomRow,
  roomBySlug,
  roomOfModel,
  setSessionState,
  updateRoom,
} from "../store/rooms-store.ts";
import { metaOf, topicsOf } from "../transitions.ts";
import type { HoldMedia } from "./hold-media.ts";

/** How long a room waits for its model to come back, as far as they can, before the stream counts as ended. */
const comeBackMs = 20_000;
/** A room that could not be closed is tried again so much later: until then its show has not ended for its fans. */
const closeAgainMs = 2_000;

type FollowNeeds = Pick<RoomsNeeds, "db" | "clock" | "log" | "catalog" | "owner" | "realtime" | "shows"> & {
  media: Pick<RoomsNeeds["media"], "endViewers">;
  audience: Audience;
  pauses: Pick<RoomPauses, "resumed">;
  hold: HoldMedia;
  ownSide: Pick<OwnSideWatch, "absentMs">;
};

/** A change of a room's publisher, as the media engine saw it. */
export type PublisherTurn = "started" | "silent" | "resumed" | "lost" | "stopped";

/**
 * Keeps what everybody sees of a room in step with its publisher: live at the first packet, paused when nothing
 * comes, stopped when they stop or stay away for 20 s. The changes of one room are handled in their order: published
 * before an earlier one, a stop would be followed by "paused", and viewers would wait for a stream that has ended.
 */
export function followMedia(needs: FollowNeeds, turned: (slug: string, open: boolean) => void) {
  const inTurn = createKeyedMutex();
  const waiting = new Map<string, () => void>();
  /** Rooms of which everybody was notified: their end is for everybody, too, should the model be hidden by then. */
  const published = new Set<number>();
  const keepWaiting = (slug: string) => {
    waiting.get(slug)?.();
    waiting.delete(slug);
  };
  const waitForReturn = (slug: string, sinceMs = needs.clock.now().getTime(), forMs = comeBackMs) => {
    keepWaiting(slug);
    const check = () => {
      const leftMs = comeBackMs - needs.ownSide.absentMs(sinceMs);
      if (leftMs > 0) return waitForReturn(slug, sinceMs, leftMs);
      // Not as soon as the database is back, should it be away: whoever publishes then has come back.
      inTurn(slug, () => take(slug, "stopped")).catch((err) => {
        needs.log.error({ err, slug }, "a room could not be closed");
        // LiveKit may be away, and then its viewers cannot be cut. Another owner of the media waits by itself.
        if (needs.owner.isMine()) waitForReturn(slug, sinceMs, closeAgainMs);
      });
    };
    waiting.set(slug, needs.clock.after(forMs, check));
  };

  const turn = (slug: string, what: PublisherTurn) =>
    inTurn(slug, () => whenAvailable(needs.clock, () => take(slug, what)));

  async function take(slug: string, what: PublisherTurn): Promise<void> {
    if (!needs.owner.isMine()) return;
    const room = await roomBySlug(needs.db, slug);
    if (!room) return;
    if (what === "silent" || what === "lost") {
      if (what === "lost") waitForReturn(slug);
      return pause(needs, room);
    }
    keepWaiting(slug);
    turned(slug, what !== "stopped");
    if (what === "stopped") {
      await stop(needs, room, published.has(room.model_id));
      published.delete(room.model_id);
      return;
    }
    if (await begin(needs, room)) published.add(room.model_id);
  }
  return {
    turn,
    /**
     * Takes over the rooms that another process left open, and answers their slugs: their streams come back within their
     * grace or end.
     */
    async takeOver(): Promise<string[]> {
      const open = await liveRooms(needs.db);
      await Promise.all(open.filter((room) => room.model_paused).map(({ slug }) => needs.hold(slug)));
      for (const { slug } of open)
        await turn(slug, "lost").catch((err) => needs.log.error({ err, slug }, "a room was not taken over"));
      return open.map(({ slug }) => slug);
    },
    /** Leaves the rooms to another node. */
    leave() {
      for (const cancel of waiting.values()) cancel();
      waiting.clear();
      published.clear();
    },
  };
}

/** Answers whether everybody was notified of it. */
async function begin(needs: FollowNeeds, { model_id }: RoomRow): Promise<boolean> {
  const { db, catalog, clock, realtime } = needs;
  const { changed, isNew } = await inTransaction(db, async (tx) => {
    await needs.owner.fence(tx);
    const room = await lockRoom(tx, model_id);
    const before = await catalog.model(tx, model_id, "system");
    if (!room || !before) return { changed: false, isNew: false };
    const at = clock.now();
    await markLive(tx, model_id, at);
    await catalog.touch(tx, model_id, at);
    const isNew = room.state === "ended" && before.listed;
    if (room.state === "ended") await openSession(tx, room, { mode: "public", state: "live" }, at);
    const resumed = room.state === "paused" && !room.model_paused;
    if (resumed) await setSessionState(tx, room, { state: "live", model_paused: false });
    if (isNew) await publishEvent(tx, "stream_began", { modelId: model_id });
    return { changed: resumed || room.state === "ended", isNew };
  });
  const model = await catalog.model(db, model_id, "system");
  if (!changed || !model) return false;
  const meta = metaOf(model);
  for (const topic of topicsOf(model))
    realtime.publish(topic, "ChatRoomStatusChanged", { ...meta, status: "began" });
  if (!isNew || !model.listed) return model.listed;
  realtime.publish("public", "StreamBegan", { ...meta, card: presentCard(model, clock.now()) });
  realtime.publish("presence", "update", { model_id, last_connection: clock.now().toISOString() });
  return true;
}

async function pause(needs: FollowNeeds, { model_id }: RoomRow): Promise<void> {
  const { db, catalog, realtime } = needs;
  const changed = await inTransaction(db, async (tx) => {
    await needs.owner.fence(tx);
    const room = await lockRoom(tx, model_id);
    if (room?.state !== "live") return false;
    await setSessionState(tx, room, { state: "paused", model_paused: false });
    return true;
  });
  const model = await catalog.model(db, model_id, "system");
  if (!changed || !model) return;
  for (const topic of topicsOf(model))
    realtime.publish(topic, "ChatRoomStatusChanged", {
      ...metaOf(model),
      status: "paused",
      reason: "model_media_lost",
    });
}

/** Words in a show are not for those who come next: the end of its stream changes the audience. */
async function stop(needs: FollowNeeds, { model_id, slug }: RoomRow, wasPublished: boolean): Promise<void> {
  const { db, catalog, clock, realtime, audience } = needs;
  await needs.shows().catchUp(slug);
  await needs.media.endViewers(slug);
  const { stopped, before } = await audience.change(slug, async () => {
    await needs.shows().cutCamera(model_id);
    const ended = await inTransaction(db, async (tx) => {
      await needs.owner.fence(tx);
      const room = await lockRoom(tx, model_id);
      const before = await catalog.model(tx, model_id, "system");
      if (!room || room.state === "ended") return { stopped: false, before, version: null };
      const at = clock.now();
      await needs.shows().streamEnds(tx, { modelId: model_id, sessionId: room.show_id, at });
      await endSession(tx, room, at);
      await updateRoom(tx, model_id, { live_since: null, stopped_at: at, watchers: 0 });
      await catalog.touch(tx, model_id, at);
      const version = room.show_id && (await changeAudience(tx, model_id));
      return { stopped: true, before, version, paused: room.model_paused };
    });
    if (ended.paused) {
      needs.pauses.resumed(slug, true);
      await needs.hold(slug);
    }
    if (ended.version === null) return ended;
    realtime.disconnect({ topic: `room:${slug}`, audience: ended.version }, "audience_changed");
    return ended;
  });
  const model = await catalog.model(db, model_id);
  if (!stopped || !model || !before) return;
  const meta = metaOf(model);
  const shown = before.listed || wasPublished;
  for (const topic of topicsOf({ ...before, listed: shown })) {
    realtime.publish(topic, "ChatRoomStatusChanged", { ...meta, status: "stopped" });
    realtime.publish(topic, "StreamStopped", meta);
  }
  if (!shown) return;
  // A model who is off air may still be in the studio.
  const presence = model.online && model.listed ? "update" : "remove";
  realtime.publish("presence", presence, { model_id, last_connection: clock.now().toISOString() });
}

/** Everybody who was in the room before is out of it, and may come again as far as they are admitted now. */
async function shutOut({ db, owner, audience, realtime }: EndNeeds, modelId: number): Promise<void> {
  const room = await roomOfModel(db, modelId);
  if (!room) return;
  await audience.change(room.slug, async () => {
    const version = await inTransaction(db, async (tx) => {
      await owner.fence(tx);
      return changeAudience(tx, modelId);
    });
    realtime.disconnect({ topic: `room:${room.slug}`, audience: version }, "audience_changed");
  });
}

type EndNeeds = Pick<RoomsNeeds, "db" | "catalog" | "owner" | "realtime"> & {
  media: Pick<RoomsNeeds["media"], "endPublisher">;
  audience: Audience;
};

/**
 * Ends a model's stream now; one that began after `begunBy`, if given, goes on. Everybody in the room of a model whom
 * nobody may know of is out of it, on air or not.
 */
export function endStream(needs: EndNeeds, { turn }: Pick<ReturnType<typeof followMedia>, "turn">) {
  const { db, catalog, media } = needs;
  return async (modelId: number, begunBy?: Date): Promise<void> => {
    const model = await catalog.model(db, modelId);
    if (!model) return;
    if (!model.listed) await shutOut(needs, modelId);
    const since = begunBy && (await roomOfModel(db, modelId))?.live_since;
    if (since && since > begunBy) return;
    await media.endPublisher(model.login);
    await turn(model.login, "stopped");
  };
}
