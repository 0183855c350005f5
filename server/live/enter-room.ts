import type { Room as RoomOnTheWire } from "#contract/live.ts";
import { presentProfile, presentRates, presentStream } from "#server/catalog/catalog.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { Audiences } from "./audiences.ts";
import type { LiveNeeds } from "./needs.ts";
import { presentGoal, presentLine } from "./present.ts";
import { goalReached } from "./room-goal.ts";
import { lastLines } from "./store/lines-store.ts";
import { roomOfModel } from "./store/rooms-store.ts";

export type EnterRefusal = "unknown_model" | "banned" | "stream_not_started" | "in_show";
/** A room as this module knows it: where the public events go on is known to whoever answers. */
export type Room = Omit<RoomOnTheWire, "live_from"> & { live_from: Pick<RoomOnTheWire["live_from"], "room"> };
export type Playback = Room["playback"];

const linesOnEntry = 50;
export const playbackTokenSeconds = 60;

/** Everything a fan sees on entering a live room, with a token to play it. */
export function enterRoom(needs: LiveNeeds, audiences: Audiences) {
  const playback = openPlayback(needs, audiences);
  return async (
    fanId: number,
    slug: string,
    origin: string,
  ): Promise<Result<{ room: Room }, EnterRefusal>> => {
    const { db, catalog, subscriptions, wallet, clock, realtime } = needs;
    const opened = await playback(fanId, slug, origin);
    if (!opened.ok) return opened;
    const model = await catalog.model(db, slug, fanId);
    if (!model) return refuse("unknown_model");
    const promo = await needs.promoOf(fanId, model.id);
    // Read before what it changes is: an event too many is harmless, one too few is not.
    const live_from = { room: await realtime.position(`room:${model.login}`) };
    const place = await roomOfModel(db, model.id);
    if (!place) return refuse("unknown_model");
    const [lines, reached, balance, subscribed] = await Promise.all([
      lastLines(db, place, linesOnEntry),
      goalReached(db, place),
      wallet.balance(db, { kind: "fan", id: fanId }),
      subscriptions.state(db, fanId, model.id),
    ]);
    return ok({
      room: {
        id: model.id,
        model: { ...presentProfile(model, clock.now(), promo), ...subscribed },
        stream: presentStream(model, promo),
        watchers: model.watchers,
        rates: presentRates(model),
        balance,
        goal: presentGoal(place, reached),
        playback: opened.playback,
        chat: { history: lines.map(presentLine) },
        show: await needs.showOf(model.id, fanId),
        live_from,
      },
    });
  };
}

/** A fresh playback token for a room that is live: one fan, one room, one mode, 60 s to begin with it. */
export function openPlayback({ db, catalog, signPlayback }: LiveNeeds, audiences: Audiences) {
  return async (
    fanId: number,
    slug: string,
    origin: string,
  ): Promise<Result<{ playback: Playback }, EnterRefusal>> => {
    await audiences.settled(slug.toLowerCase());
    const model = await catalog.model(db, slug, fanId);
    if (!model?.listed) return refuse("unknown_model");
    if (model.banned) return refuse("banned");
    if (model.status === "stopped") return refuse("stream_not_started");
    if (model.type !== "public" && model.show_fan_id !== fanId) return refuse("in_show");
    const token = await signPlayback(
      { fan: fanId, room: model.login, mode: model.type },
      playbackTokenSeconds,
    );
    return ok({ playback: { protocol: "whep", url: `${origin}/whep/${model.login}`, token } });
  };
}
