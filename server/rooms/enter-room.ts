import type { Room as RoomOnTheWire } from "#contract/live.ts";
import { presentProfile, presentRates, presentStream } from "#server/catalog/catalog.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { largePreviewMode, previewMode } from "#server/media/media.ts";
import { admit, type Person } from "./admit.ts";
import type { Audience } from "./audience.ts";
import { goalReached } from "./change-room.ts";
import type { RoomsNeeds } from "./needs.ts";
import { presentGoal, presentMessage } from "./present.ts";
import type { AdmissionRefusal, Mode } from "./rules/admission.ts";
import { lastMessages } from "./store/messages-store.ts";
import { moderatorsOf } from "./store/moderation-store.ts";
import { type RoomRow, roomBySlug } from "./store/rooms-store.ts";
import { readTipMenu } from "./tips/tip-menu.ts";
import { readTopTippers } from "./tips/top-tippers.ts";

/** `show`: the one that the room is in, and what spying on it costs a minute, if it can be spied on. */
export type EnterRefusal = {
  code: AdmissionRefusal;
  show?: { mode: Mode; spy: { rate: number; free_seconds: number } | null };
};
/** A room as this module knows it: where the public events go on is known to those who answer. */
export type Room = Omit<RoomOnTheWire, "live_from"> & { live_from: Pick<RoomOnTheWire["live_from"], "room"> };
export type Playback = Room["playback"];

const messagesOnEntry = 50;

/** How large the picture of a preview is drawn. */
export type PreviewSize = "small" | "large";

export type EnterNeeds = RoomsNeeds & { audience: Audience };

/** The visitor: a fan, or the model of the room. */
export type Entering = { userId: number; role: "fan" | "model" };

/** Everything that one sees on entering a live room, with a token to play it. */
export function enterRoom(needs: EnterNeeds) {
  const { db, clock, realtime, subscriptions, wallet } = needs;
  return async (
    person: Entering,
    slug: string,
    origin: string,
  ): Promise<Result<{ room: Room }, EnterRefusal>> => {
    await needs.audience.settled(slug.toLowerCase());
    const entered = await admit(db, needs, person, "enter", slug);
    const { userId, role } = person;
    if (!entered.ok) return refuse(await explain(needs, userId, slug, entered.refusal));
    const { model, room } = entered;
    // Read before what it changes is: an event too many is harmless, one too few is not.
    const live_from = { room: await realtime.position(`room:${room.slug}`) };
    const promo = await needs.shows().promoOf(userId, model.id);
    const [playback, messages, moderators, reached, tip_menu, top_tippers, balance, subscribed] =
      await Promise.all([
        playbackOf(needs, userId, room, origin),
        lastMessages(db, room, messagesOnEntry),
        moderatorsOf(db, model.id),
        goalReached(db, room),
        readTipMenu(db, model.id),
        readTopTippers(needs, room),
        wallet.balance(db, { kind: role, id: userId }),
        subscriptions.state(db, userId, model.id),
      ]);
    return ok({
      room: {
        id: model.id,
        model: { ...presentProfile(model, clock.now(), promo), ...subscribed },
        stream: presentStream(model, promo),
        pause: room.state !== "paused" ? null : room.model_paused ? "model_paused" : "model_media_lost",
        pause_note: room.pause_note,
        shape: room.shape,
        watchers: model.watchers,
        rates: presentRates(model),
        terms: { spies_allowed: model.spies_allowed, two_way_allowed: model.two_way_allowed },
        balance,
        goal: presentGoal(room, reached),
        tip_menu,
        top_tippers,
        playback,
        chat: {
          history: messages.map(presentMessage),
          slow_seconds: room.slow_seconds,
          moderators: moderators.map(({ fan_id }) => fan_id),
        },
        show: await needs.shows().showOf(model.id, userId),
        live_from,
      },
    });
  };
}

/** Explains a room in somebody else's show: which show it is, and the price of watching it. */
async function explain(
  { db, catalog, clock, shows }: EnterNeeds,
  fanId: number,
  slug: string,
  code: AdmissionRefusal,
): Promise<EnterRefusal> {
  if (code !== "in_show") return { code };
  const spying = await admit(db, { catalog, clock }, { userId: fanId, role: "fan" }, "spy", slug);
  const room = await roomBySlug(db, slug);
  if (!room || room.mode === "public") return { code };
  if (!spying.ok) return { code, show: { mode: room.mode, spy: null } };
  const free_seconds = await shows().freeSpySeconds({ fanId, modelId: room.model_id });
  return { code, show: { mode: room.mode, spy: { rate: spying.model.rate_spy, free_seconds } } };
}

/** A fresh playback token for a room that is live: one person, one room, one mode, 60 s to begin with it. */
export function openPlayback(needs: EnterNeeds) {
  return async (
    person: Entering,
    slug: string,
    origin: string,
  ): Promise<Result<{ playback: Playback }, AdmissionRefusal>> => {
    await needs.audience.settled(slug.toLowerCase());
    const admitted = await admit(needs.db, needs, person, "watch", slug);
    return admitted.ok
      ? ok({ playback: await playbackOf(needs, person.userId, admitted.room, origin) })
      : admitted;
  };
}

/**
 * A token for the silent preview of a public room on cards and profiles: for a person, or for a guest (null). Refuses
 * a fan whom the model has banned; `app/media-access.ts` asks again when the token is used. A `small` one is a card's and
 * gets the lowest layer of the picture; a `large` one, of a profile, the one that its size and network take.
 */
export function openPreview(needs: EnterNeeds) {
  return async (
    person: Person,
    slug: string,
    origin: string,
    size: PreviewSize,
  ): Promise<Result<{ playback: Playback }, AdmissionRefusal>> => {
    await needs.audience.settled(slug.toLowerCase());
    const admitted = await admit(needs.db, needs, person, "preview", slug);
    if (!admitted.ok) return admitted;
    const { room } = admitted;
    const mode = size === "large" ? largePreviewMode : previewMode;
    return ok({ playback: await playbackOf(needs, person?.userId ?? 0, { ...room, mode }, origin) });
  };
}

function playbackOf(
  { media }: Pick<RoomsNeeds, "media">,
  fan: number,
  {
    slug: room,
    mode,
    audience_version: audience,
  }: Pick<RoomRow, "slug" | "audience_version"> & { mode: string },
  origin: string,
): Promise<Playback> {
  return media.play({ fan, room, mode, audience }, origin);
}
