import type { Topic } from "#contract/realtime.ts";
import { type ModelRow, presentCard } from "#server/catalog/catalog.ts";
import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { createKeyedMutex } from "#server/kit/keyed-mutex.ts";
import { publishEvent } from "#server/kit/outbox/outbox.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { Audience } from "./audience.ts";
import type { RoomsNeeds } from "./needs.ts";
import type { RoomPauses } from "./room-pauses.ts";
import type { Mode } from "./rules/admission.ts";
import { changeAudience, endSession, lockRoom, openSession, setSessionState } from "./store/rooms-store.ts";
import type { Watchers } from "./stream/count-watchers.ts";
import type { HoldMedia } from "./stream/hold-media.ts";

export type BeginRefusal = "not_live" | "in_show";

/** A show to open: its fan, and whether others may spy on it. */
export type ShowOrder = { mode: Exclude<Mode, "public">; fanId: number; spiesAllowed?: boolean };

export type TransitionNeeds = Pick<
  RoomsNeeds,
  | "db"
  | "catalog"
  | "clock"
  | "media"
  | "owner"
  | "realtime"
  | "publicOrigin"
  | "holdsContactDetails"
  | "shows"
> & { audience: Audience; watchers: Pick<Watchers, "setShow"> };

/**
 * Gives a live public room to one fan. `decide` refuses having written nothing, or answers how to open the part of the
 * show's fan in the session of this id; everything stands in one transaction. Afterwards everybody else is out: sockets
 * first, then playback; nothing of the show has been sent by then. Where that fails, `stream/cut-public.ts` repeats it.
 */
export function beginShow(needs: TransitionNeeds) {
  const { db, catalog, clock, media } = needs;
  return <Participant, Refusal>(
    modelId: number,
    show: ShowOrder,
    decide: (tx: Tx) => Promise<Result<{ open(sessionId: number): Promise<Participant> }, Refusal>>,
  ) =>
    inRoomOf(needs, modelId, async (slug) => {
      const begun = await inTransaction(db, async (tx) => {
        await needs.owner.fence(tx);
        const room = await lockRoom(tx, modelId);
        const model = await catalog.model(tx, modelId, "system");
        if (!room || !model?.listed || room.state === "ended") return refuse("not_live" as const);
        if (room.mode !== "public") return refuse("in_show" as const);
        const decided = await decide(tx);
        if (!decided.ok) return decided;
        const at = clock.now();
        await endSession(tx, room, at);
        const { mode, spiesAllowed = false } = show;
        const session = {
          mode,
          state: room.state,
          model_paused: room.model_paused,
          pause_note: room.pause_note,
          spies_allowed: spiesAllowed,
        };
        const sessionId = await openSession(tx, room, session, at);
        const participant = await decided.open(sessionId);
        const version = await changeAudience(tx, modelId);
        await publishEvent(tx, "show_begun", { modelId, sessionId }, `show_begun:${modelId}`);
        return { ok: true as const, participant, version };
      });
      if (!begun.ok) return begun;
      needs.watchers.setShow(slug, true);
      needs.realtime.disconnect({ topic: `room:${slug}`, audience: begun.version }, "audience_changed");
      try {
        await media.endViewers(slug);
      } finally {
        await publishBegun(needs, modelId, show, begun.version);
      }
      return begun;
    });
}

/**
 * Ends a show and opens the room to everybody again. `settle` ends the parts of the show's fans in the same transaction,
 * and answers whether there were any. False when somebody else has ended it, and nothing happens.
 */
export function endShow(needs: TransitionNeeds) {
  const { db, catalog, clock, media } = needs;
  return (modelId: number, sessionId: number, settle: (tx: Tx) => Promise<boolean>): Promise<boolean> =>
    inRoomOf(needs, modelId, async (slug) => {
      await needs.shows().cutCamera(modelId);
      await needs.shows().catchUp(slug);
      const ended = await inTransaction(db, async (tx) => {
        await needs.owner.fence(tx);
        const room = await lockRoom(tx, modelId);
        const before = await catalog.model(tx, modelId, "system");
        const settled = await settle(tx);
        if (!room || room.show_id !== sessionId || !before) return { settled, before: undefined, version: 0 };
        const at = clock.now();
        await endSession(tx, room, at);
        const state = room.state === "paused" ? "paused" : "live";
        // The note of a break in the show is not for the people who come next.
        await openSession(tx, room, { mode: "public", state, model_paused: room.model_paused }, at);
        if (room.mode !== "promo") await publishEvent(tx, "room_public", { modelId });
        return { settled, before, version: await changeAudience(tx, modelId) };
      });
      if (ended.before) {
        needs.realtime.disconnect({ topic: `room:${slug}`, audience: ended.version }, "audience_changed");
        try {
          await media.endViewers(slug);
        } finally {
          needs.watchers.setShow(slug, false);
          await publishEnded(needs, ended.before);
        }
      }
      return ended.settled || ended.before !== undefined;
    });
}

/** `note`: what the model writes to the room meanwhile, "" nothing; without one it stays as it is. */
export type PauseOrder = { paused: boolean; note?: string | undefined };
export type PauseRefusal = "not_live" | "contact_details";

/** Pauses a room for its model, or lets it go on; refused while they are not live. Harmless when it is so already. */
export function pauseRoom(
  needs: TransitionNeeds & {
    rooms: RoomsNeeds["media"]["rooms"];
    hold: HoldMedia;
    pauses: Pick<RoomPauses, "pausing" | "resumed">;
  },
) {
  const { db, catalog, realtime, holdsContactDetails } = needs;
  // The meter is notified of pauses in the order in which they stand.
  const inTurn = createKeyedMutex();
  async function keep(modelId: number, { paused, note }: PauseOrder) {
    let stands = () => {};
    try {
      return await inTransaction(db, async (tx) => {
        await needs.owner.fence(tx);
        const room = await lockRoom(tx, modelId);
        if (!room || room.state === "ended") return null;
        stands();
        if (paused) stands = needs.pauses.pausing(room.slug, room.model_paused);
        const receives = needs.rooms().get(room.slug)?.mediaReceiving ?? true;
        const state = paused || !receives ? "paused" : "live";
        const pause_note = paused ? (note ?? room.pause_note) || null : null;
        await setSessionState(tx, room, { state, model_paused: paused, pause_note });
        return { room, state, changed: room.model_paused !== paused, note: pause_note } as const;
      });
    } finally {
      stands();
    }
  }
  async function publish(modelId: number, state: "live" | "paused", paused: boolean): Promise<void> {
    const model = await catalog.model(db, modelId, "system");
    if (!model) return;
    const status =
      state === "live"
        ? ({ status: "began" } as const)
        : ({ status: "paused", reason: paused ? "model_paused" : "model_media_lost" } as const);
    for (const topic of topicsOf(model))
      realtime.publish(topic, "ChatRoomStatusChanged", { ...metaOf(model), ...status });
  }
  return async (modelId: number, order: PauseOrder): Promise<Result<object, PauseRefusal>> => {
    const { paused, note = "" } = order;
    if (paused && holdsContactDetails(note)) return refuse("contact_details");
    const change = await inTurn(String(modelId), async () => {
      const kept = await keep(modelId, order);
      if (kept && !paused) needs.pauses.resumed(kept.room.slug, kept.changed);
      return kept;
    });
    if (!change) return refuse("not_live");
    const { room, note: newNote } = change;
    try {
      await needs.hold(room.slug);
    } finally {
      if (newNote !== room.pause_note)
        realtime.publish(`room:${room.slug}`, "RoomPauseNote", { note: newNote }, room.audience_version);
      // Pages hide what the media server could not be made to hold back.
      if (change.changed) await publish(modelId, change.state, paused);
    }
    return ok({});
  };
}

async function inRoomOf<T>(
  { db, catalog, audience }: Pick<TransitionNeeds, "db" | "catalog" | "audience">,
  modelId: number,
  work: (slug: string) => Promise<T>,
): Promise<T> {
  const model = await catalog.model(db, modelId, "system");
  if (!model) throw new Error(`model ${modelId} has no page`);
  return audience.change(model.login, () => work(model.login));
}

/**
 * The topics whose people may know of a stream: everybody, but only the two whom a promo concerns, and only the model
 * where the staff keeps them out of sight.
 */
export function topicsOf(model: Pick<ModelRow, "id" | "type" | "promo_fan_id" | "listed">): Topic[] {
  if (model.type === "promo" && model.promo_fan_id !== null)
    return [`person:${model.promo_fan_id}`, `person:${model.id}`];
  return model.listed ? ["public"] : [`person:${model.id}`];
}

export const metaOf = (model: Pick<ModelRow, "id" | "login" | "gender_id">) => ({
  model_id: model.id,
  slug: model.login,
  gender_id: model.gender_id,
});

/**
 * Everybody else learns no more of a promo than that its model is away; only its fan and the model learn what it is.
 */
async function publishBegun(
  needs: TransitionNeeds,
  modelId: number,
  { fanId, mode }: ShowOrder,
  audience: number,
): Promise<void> {
  const { db, catalog, clock, realtime } = needs;
  const model = await catalog.model(db, modelId, fanId);
  if (!model || model.type !== mode) return;
  const meta = metaOf(model);
  if (mode === "promo") {
    realtime.publish("public", "StreamStopped", meta);
    realtime.publish("presence", "remove", { model_id: modelId });
    const card = presentCard(model, clock.now(), await needs.shows().promoOf(fanId, modelId));
    realtime.publish(`person:${fanId}`, "StreamBegan", { ...meta, card });
  } else realtime.publish("public", "FanLeftRoomEvent", { model_id: modelId, slug: meta.slug, watchers: 0 });
  const claims = { fan: fanId, room: model.login, mode, audience };
  const { token } = await needs.media.play(claims, needs.publicOrigin);
  for (const topic of topicsOf(model)) {
    realtime.publish(topic, "ChatRoomModeChanged", { ...meta, mode: "one_to_one" });
    if (topic !== `person:${fanId}`) realtime.publish(topic, "ChatRoomTypeChanged", { ...meta, type: mode });
  }
  realtime.publish(`person:${fanId}`, "ChatRoomTypeChanged", { ...meta, type: mode, token });
}

/** The room is public again: anyone who was shut out of a promo is notified of a stream that begins. */
async function publishEnded(needs: TransitionNeeds, before: ModelRow): Promise<void> {
  const { db, catalog, clock, realtime } = needs;
  const model = await catalog.model(db, before.id);
  if (!model || model.status === "stopped") return;
  const meta = metaOf(model);
  for (const topic of topicsOf(before)) {
    realtime.publish(topic, "ChatRoomModeChanged", { ...meta, mode: "one_to_many" });
    realtime.publish(topic, "ChatRoomTypeChanged", { ...meta, type: "public" });
  }
  if (before.type !== "promo" || !model.listed) return;
  const now = clock.now();
  realtime.publish("public", "StreamBegan", { ...meta, card: presentCard(model, now) });
  realtime.publish("presence", "update", { model_id: model.id, last_connection: now.toISOString() });
}
