import type { RoomLine } from "#contract/live.ts";
import type { BannedFan, RoomFan, Studio } from "#contract/studio.ts";
import type { Show } from "#server/catalog/catalog.ts";
import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import type { ExportArea } from "#server/kit/export/area.ts";
import type { EventHandlers } from "#server/kit/outbox/relay.ts";
import type { Result } from "#server/kit/result.ts";
import { createAudiences } from "./audiences.ts";
import { type BanRefusal, banFan, listBans } from "./ban-fan.ts";
import { changeRoom, type RoomChanges } from "./change-room.ts";
import { countWatchers, type Watchers } from "./count-watchers.ts";
import { type EnterRefusal, enterRoom, openPlayback, type Playback, type Room } from "./enter-room.ts";
import { exportAreas } from "./export-live.ts";
import { followMedia, type PublisherTurn } from "./follow-media.ts";
import { closeRoom, erasePerson } from "./forget-person.ts";
import type { TipOrder } from "./judge-tips.ts";
import { listFans } from "./list-fans.ts";
import type { LiveNeeds } from "./needs.ts";
import { onTipSent } from "./on-tip-sent.ts";
import type { TipAnswer } from "./pay-tips.ts";
import { type Narration, narrate, type Saying, type SayRefusal, sayLine } from "./say-line.ts";
import { sendTip } from "./send-tip.ts";
import { trimLines } from "./store/lines-store.ts";
import { insertRoom, type RoomRow, roomBySlug } from "./store/rooms-store.ts";
import { allGifts, type GiftRow, upsertGifts } from "./store/tips-store.ts";
import { newStreamKey, renewStreamKey, sameKey } from "./stream-key.ts";
import { type BeginRefusal, beginShow, endShow } from "./turn-show.ts";
import { viewStudio } from "./view-studio.ts";

export type { Room } from "./enter-room.ts";
export type { TipSent } from "./events.ts";
export type { PublisherTurn } from "./follow-media.ts";
export type { GiftRow } from "./store/tips-store.ts";
export type { BeginRefusal } from "./turn-show.ts";

/** Rooms: entering, saying, tipping, and the model's side of it. */
export type Live = {
  enter(fanId: number, slug: string, origin: string): Promise<Result<{ room: Room }, EnterRefusal>>;
  playback(
    fanId: number,
    slug: string,
    origin: string,
  ): Promise<Result<{ playback: Playback }, EnterRefusal>>;
  say(saying: Saying): Promise<Result<{ line: RoomLine }, SayRefusal>>;
  /** Lets somebody without an account say a line: the demo world's visitors and presenters. */
  narrate(slug: string, narration: Narration): Promise<void>;
  tip(order: TipOrder): Promise<TipAnswer>;
  gifts(): Promise<GiftRow[]>;
  saveGifts(tx: Tx, gifts: GiftRow[]): Promise<void>;
  /** Opens the room of a new model. */
  openRoom(tx: Tx, modelId: number, slug: string): Promise<void>;
  room(slug: string): Promise<RoomRow | undefined>;
  studio(modelId: number, origin: string): Promise<Studio>;
  /** The fans in a model's room now. */
  fans(modelId: number): Promise<RoomFan[]>;
  /** Keeps a fan out of a model's room and chats. */
  ban(modelId: number, fanId: number): Promise<Result<object, BanRefusal>>;
  liftBan(modelId: number, fanId: number): Promise<void>;
  bans(modelId: number): Promise<BannedFan[]>;
  changeRoom(tx: Tx, modelId: number, changes: RoomChanges): Promise<void>;
  /** Does this key publish to that room? */
  ownsKey(room: RoomRow, key: string): boolean;
  /** A new key; whoever publishes with the old one is cut. */
  renewKey(modelId: number): Promise<void>;
  /** Ends a model's stream now. */
  endStream(modelId: number): Promise<void>;
  /** Follows what the media engine sees of a room's publisher. */
  publisherTurned(slug: string, turn: PublisherTurn): Promise<void>;
  /**
   * Gives a live public room to one fan. `decide` opens the show in the same transaction, or refuses having written
   * nothing. When it resolves, everybody else is out.
   */
  beginShow<Refusal>(
    modelId: number,
    show: Show,
    decide: (tx: Tx) => Promise<Result<{ showId: number }, Refusal>>,
  ): Promise<Result<{ showId: number }, Refusal | BeginRefusal>>;
  /** Opens the room to everybody again; false when `close`, which ends the show in the same transaction, says so. */
  endShow(modelId: number, showId: number, close: (tx: Tx) => Promise<boolean>): Promise<boolean>;
  /** May this fan hear, and with a playback token of this mode watch, what happens in the room now? */
  isFor(room: RoomRow, fanId: number, mode?: string): boolean;
  /** What a person sent and said, as parts of an export. */
  exportAreas(person: { id: number; role: string }): ExportArea[];
  /** Takes a person's words out of the rooms; a model's own room closes for good. */
  close(tx: Tx, person: { id: number; role: string }): Promise<void>;
  /** Forgets what a person said and wrote. */
  erase(tx: Tx, person: { id: number; role: string }): Promise<void>;
  watchers: Watchers;
  /** Forgets old chat lines. */
  trim(): Promise<void>;
  eventHandlers: Pick<EventHandlers, "tip_sent">;
};

/** Makes the live module. */
export function createLive(needs: LiveNeeds): Live {
  const { db } = needs;
  const watchers = countWatchers(needs);
  const audiences = createAudiences();
  const parts = { audiences, watchers };
  const publisherTurned = followMedia({ ...needs, audiences }, (slug, open) => watchers.setOpen(slug, open));
  return {
    enter: enterRoom(needs, audiences),
    playback: openPlayback(needs, audiences),
    say: sayLine(needs, audiences),
    narrate: narrate(needs, audiences),
    tip: sendTip(needs),
    gifts: () => allGifts(db),
    saveGifts: upsertGifts,
    openRoom: (tx, modelId, slug) => insertRoom(tx, modelId, slug.toLowerCase(), newStreamKey()),
    room: (slug) => roomBySlug(db, slug),
    studio: viewStudio(needs),
    fans: listFans(needs, watchers),
    ban: banFan(needs),
    liftBan: (modelId, fanId) => inTransaction(db, (tx) => needs.catalog.liftBan(tx, modelId, fanId)),
    bans: listBans(needs),
    changeRoom: changeRoom(needs),
    ownsKey: (room, key) => sameKey(room.stream_key, key),
    renewKey: renewStreamKey(needs),
    endStream: async (modelId) => {
      const model = await needs.catalog.model(db, modelId);
      if (!model) return;
      await needs.media.endPublisher(model.login);
      await publisherTurned(model.login, "stopped");
    },
    publisherTurned,
    beginShow: beginShow(needs, parts),
    endShow: endShow(needs, parts),
    isFor: (room, fanId, mode) =>
      (room.show_fan_id ?? fanId) === fanId &&
      (mode ?? room.show_type ?? "public") === (room.show_type ?? "public"),
    close: (tx, person) => closeRoom(tx, person, needs.clock.now()),
    erase: erasePerson,
    exportAreas: (person) => exportAreas(db, person),
    watchers,
    trim: () => inTransaction(db, trimLines),
    eventHandlers: { tip_sent: onTipSent(needs, audiences) },
  };
}
