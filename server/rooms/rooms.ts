import type { PromoStreamData } from "#contract/catalog.ts";
import type { MenuItem, RoomMessage } from "#contract/live.ts";
import type { Topic } from "#contract/realtime.ts";
import type { PromoLink, StudioShows } from "#contract/shows.ts";
import type { BannedFan, RoomFan, Studio } from "#contract/studio.ts";
import type { Reader, Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import type { ExportArea } from "#server/kit/export/area.ts";
import type { Result } from "#server/kit/result.ts";
import type { MembershipChange, Subject } from "#server/realtime/realtime.ts";
import { type Admitted, admit, type JoinRefusal, mayJoin, type Person } from "./admit.ts";
import { createAudience } from "./audience.ts";
import { changeRoom, type HeldField, type RoomChanges } from "./change-room.ts";
import {
  type Entering,
  type EnterRefusal,
  enterRoom,
  openPlayback,
  openPreview,
  type Playback,
  type Room,
} from "./enter-room.ts";
import { roomAreas, showAreas } from "./export-rooms.ts";
import { type BanRefusal, banFan, listBans, listFans } from "./fans.ts";
import { closeRoom, forgetNameBesideHolds, forgetOldLines, forgetPerson } from "./forget-person.ts";
import { handleEvents, type RoomEvents } from "./handle-events.ts";
import { createModeration, type Moderation } from "./moderation/moderation.ts";
import { removeForStaff } from "./moderation/remove-message.ts";
import type { RoomsNeeds } from "./needs.ts";
import { watchOwnSide } from "./own-side.ts";
import {
  type MessageOrder,
  type MessageRefusal,
  type Narration,
  narrate,
  postMessage,
} from "./post-message.ts";
import type { MakeRefusal, PromoOrder } from "./promo/make-promo.ts";
import type { OpenedPromo, OpenRefusal } from "./promo/open-promo.ts";
import { createPromos } from "./promo/promos.ts";
import type { StartRefusal } from "./promo/start-promo.ts";
import type { Action, AdmissionRefusal } from "./rules/admission.ts";
import { type FanCameras, fanCameras } from "./shows/fan-camera.ts";
import { keepShows } from "./shows/keep-shows.ts";
import { createPaidShows, type PaidShows } from "./shows/paid-shows.ts";
import { type ModelRatings, modelRatings } from "./shows/rate-show.ts";
import { withdrawRequests } from "./shows/withdraw-requests.ts";
import { isMessageThere, lineReadBy, type QuotedLine } from "./store/messages-store.ts";
import { openParticipantOfFan, openParticipants } from "./store/participants-store.ts";
import { insertRoom, liveRooms, type RoomRow, roomBySlug } from "./store/rooms-store.ts";
import { holdsOfSpies, type ShowOfHold, showsOfHolds } from "./store/show-payments-store.ts";
import { allGifts, type GiftRow, type TipsSpan, unnamedTips, upsertGifts } from "./store/tips-store.ts";
import { countWatchers, type Watchers } from "./stream/count-watchers.ts";
import { endStream, followMedia, type PublisherTurn } from "./stream/follow-media.ts";
import { type HoldMedia, holdMedia } from "./stream/hold-media.ts";
import { keepPresence, type Presence } from "./stream/keep-presence.ts";
import { newStreamKey, renewStreamKey, sameKey } from "./stream/stream-key.ts";
import { sendTip, type TipAnswer } from "./tips/send-tip.ts";
import { type MenuEntry, readTipMenu, saveTipMenu } from "./tips/tip-menu.ts";
import type { TipOrder } from "./tips/validate-tips.ts";
import { beginShow, endShow, type PauseOrder, type PauseRefusal, pauseRoom } from "./transitions.ts";
import { viewStudio } from "./view-studio.ts";

export type { Room } from "./enter-room.ts";
export type { TipSent } from "./events.ts";
export type { PublisherTurn } from "./stream/follow-media.ts";
export type { AdmissionRefusal } from "./rules/admission.ts";
export { isCameraRoom } from "./shows/fan-camera.ts";
export type { AskedShow } from "./shows/paid-shows.ts";
export type { GiftRow } from "./store/tips-store.ts";

type AccountRef = { id: number; role: string; email?: string | null };

/** Rooms: who is in one and in which mode, what is written and tipped there, its shows, and the model's side of it. */
export type Rooms = RoomEvents & {
  /** May this person do that in the room of this slug? Everything that opens a room asks here or asks the same rule. */
  admit(person: Person, action: Action, slug: string): Promise<Result<Admitted, AdmissionRefusal>>;
  /** May this socket join the topic of a room or of a promo? */
  mayJoin(subject: Subject, topic: Topic): Promise<Result<{ audience?: number }, JoinRefusal>>;
  enter(person: Entering, slug: string, origin: string): Promise<Result<{ room: Room }, EnterRefusal>>;
  playback(
    person: Entering,
    slug: string,
    origin: string,
  ): Promise<Result<{ playback: Playback }, AdmissionRefusal>>;
  /** A token for a room's silent public picture, for guests (null) too. */
  preview(
    person: Person,
    slug: string,
    origin: string,
  ): Promise<Result<{ playback: Playback }, AdmissionRefusal>>;
  say(order: MessageOrder): Promise<Result<{ line: RoomMessage }, MessageRefusal>>;
  /** Posts a message of somebody without an account: the demo world's visitors and presenters. */
  narrate(slug: string, narration: Narration): Promise<void>;
  /** A typed message that somebody could read, with so many messages before it. */
  quote(
    person: { id: number; role: string },
    lineId: number,
    before: number,
  ): Promise<QuotedLine | undefined>;
  tip(order: TipOrder): Promise<TipAnswer>;
  gifts(): Promise<GiftRow[]>;
  saveGifts(tx: Tx, gifts: GiftRow[]): Promise<void>;
  /** What a model offers for a tip, in their order. */
  tipMenu(modelId: number): Promise<MenuItem[]>;
  saveTipMenu(modelId: number, entries: readonly MenuEntry[]): Promise<MenuItem[]>;
  /** Opens the room of a new model. */
  openRoom(tx: Tx, modelId: number, slug: string): Promise<void>;
  room(slug: string): Promise<RoomRow | undefined>;
  /** The rooms whose streams have not ended. */
  liveSlugs(): Promise<string[]>;
  studio(modelId: number, origin: string): Promise<Studio>;
  /** The fans in a model's room now. */
  fans(modelId: number): Promise<RoomFan[]>;
  /** Keeps a fan out of a model's room and chats. */
  ban(modelId: number, fanId: number): Promise<Result<object, BanRefusal>>;
  liftBan(modelId: number, fanId: number): Promise<void>;
  bans(modelId: number): Promise<BannedFan[]>;
  changeRoom(tx: Tx, modelId: number, changes: RoomChanges): Promise<Result<object, HeldField>>;
  /** Does this key publish to that room? */
  ownsKey(room: RoomRow, key: string): boolean;
  /** A new key; who publishes with the old one is cut. */
  renewKey(modelId: number): Promise<void>;
  /** Ends a model's stream now; one that began after `begunBy`, if given, goes on. */
  endStream(modelId: number, begunBy?: Date): Promise<void>;
  /** Makes sure that a publisher who comes now is seen by nobody while the model takes a break. */
  holdMedia: HoldMedia;
  /** Follows what the media engine sees of a room's publisher. */
  publisherTurned(slug: string, turn: PublisherTurn): Promise<void>;
  watchers: Watchers;

  makePromo(order: PromoOrder): Promise<Result<{ promo: PromoLink }, MakeRefusal>>;
  /** Withdraws a model's promo link; a show that runs on it ends. */
  withdrawPromo(modelId: number, linkId: number): Promise<Result<object, "unknown_promo">>;
  startPromo(modelId: number, linkId: number): Promise<Result<object, StartRefusal>>;
  /** What a promo link is for a person; {@link openPromo} makes it theirs. */
  viewPromo(personId: number, token: string): Promise<Result<OpenedPromo, OpenRefusal>>;
  openPromo(personId: number, token: string): Promise<Result<OpenedPromo, OpenRefusal>>;
  /** What a fan still has of promos, by model. */
  promosOf(fanId: number): Promise<ReadonlyMap<number, PromoStreamData>>;
  studioShows(modelId: number): Promise<StudioShows>;
  /** Takes what somebody typed in a room away, in the staff's transaction; answers whether it was still there. */
  removeForStaff(tx: Tx, lineId: number): Promise<boolean>;
  isMessageThere(reader: Reader, lineId: number): Promise<boolean>;
  /** The transfers of tips to a model whose fans asked not to be named: all of a span of the ledger, and some around it. */
  unnamedTips(reader: Reader, span: TipsSpan): Promise<number[]>;
  /** Which of these holds belong to spies, whom no model learns of by name. */
  holdsOfSpies(reader: Reader, holdIds: readonly number[]): Promise<number[]>;
  /** The shows that holds were set aside for, by the hold. */
  showsOfHolds(holdIds: readonly number[]): Promise<Map<number, ShowOfHold>>;
  /** What fans think of a model's shows of late, all together; undefined while one of them could be recognised. */
  ratingsOf(modelId: number): Promise<ModelRatings | undefined>;
  /** Order in the chats. */
  moderation: Moderation;
  /** Shows that fans pay for. */
  paid: PaidShows;
  /** The cameras that fans show their models. */
  cameras: FanCameras;
  /** Pauses the room for its model, or lets it go on. */
  pause(modelId: number, order: PauseOrder): Promise<Result<object, PauseRefusal>>;
  /** Ends the show of a model; false when there is none. */
  endShow(modelId: number): Promise<boolean>;
  /** Takes a fan out of the show that they are in; false when there is none. */
  leaveShow(fanId: number): Promise<boolean>;
  /** Withdraws what a fan has asked for and is invited to, in the transaction that blocks their account. */
  withdrawRequests(tx: Tx, fanId: number): Promise<void>;
  /** Who of the models is here, on air or not. */
  presence: Presence;
  /** Follows who waits for a promo. */
  followWaiting(change: MembershipChange): void;
  /** Resolves when no change of the room's audience is under way in this process. */
  settled(slug: string): Promise<void>;
  /** Takes over rooms and shows that a process which is gone has left open; they go on, or end within seconds. */
  takeOver(): Promise<void>;
  /** Leaves rooms and shows to another node, as they were kept last. */
  leave(): void;

  /** What a person sent and wrote, and the shows and promos that they were in, as parts of an export. */
  exportAreas(person: AccountRef): ExportArea[];
  /** Takes a person's words out of the rooms and withdraws their promos; a model's own room closes for good. */
  close(tx: Tx, person: AccountRef): Promise<void>;
  /** Forgets the name of a model beside what was set aside for their shows, in parts: the first step of erasing. */
  beforeErase(person: AccountRef): Promise<void>;
  /** Forgets what a person wrote, and the addresses in their promos. */
  erase(tx: Tx, person: AccountRef): Promise<void>;
  /** Forgets old chat messages, and what was long ago done about some. */
  trimMessages(): Promise<void>;
  /** Closes the promos of fans whose last day is over, and says so to who waits for them. */
  expirePromos(): Promise<void>;
  /** Forgets the addresses of promo links that have long been of no use. */
  trimPromoLinks(): Promise<void>;
  stop(): void;
  /** Gives what this process keeps to another at once, which would else wait for the end of its leases. */
  handOver(): Promise<void>;
};

/** Makes the rooms module; it meters shows from now on. */
export function createRooms(needs: RoomsNeeds): Rooms {
  const { db, catalog } = needs;
  const watchers = countWatchers(needs);
  const audience = createAudience();
  const promoOf = async (fanId: number, modelId: number) =>
    (await promos.promosOf(fanId)).get(modelId) ?? null;
  const showOf = async (modelId: number, personId: number) => {
    if (personId === modelId) {
      const [first] = await openParticipants(db, modelId);
      return first && first.role !== "spy" ? keeper.stateOf(first) : null;
    }
    const row = await openParticipantOfFan(db, personId);
    return row?.model_id === modelId ? keeper.stateOf(row) : null;
  };
  const cameras = fanCameras(needs, audience);
  const transitions = { ...needs, audience, watchers, promoOf };
  const ownSide = watchOwnSide(needs);
  const keeper = keepShows({ ...needs, ownSide }, (...of) => end(...of));
  const { settle, catchUp, pauses } = keeper;
  const end = endShow({ ...transitions, settle, catchUp, cutCamera: cameras.cutOfModel });
  const begin = beginShow({ ...transitions, take: keeper.take });
  const hold = holdMedia(needs);
  const promos = createPromos(needs, { begin, keeper });
  const paid = createPaidShows(needs, { begin, keeper, watchers, cameras });
  const media = followMedia(
    { ...needs, audience, settle, catchUp, pauses, hold, ownSide, cutCamera: cameras.cutOfModel },
    (slug, open) => watchers.setOpen(slug, open),
  );
  const entering = { ...needs, audience, promoOf, showOf };
  const endOwn = async (modelId: number) => {
    const [row] = await openParticipants(db, modelId);
    return row ? end(modelId, row.session_id, "model_ended") : false;
  };
  const presence = keepPresence(needs);
  return {
    admit: (person, action, slug) => admit(db, needs, person, action, slug),
    mayJoin: mayJoin(needs, promos.waiting),
    enter: enterRoom(entering),
    playback: openPlayback(entering),
    preview: openPreview(entering),
    say: postMessage(needs, audience),
    narrate: narrate(needs),
    quote: (person, lineId, before) => lineReadBy(db, person, lineId, before),
    tip: sendTip(needs),
    gifts: () => allGifts(db),
    unnamedTips,
    holdsOfSpies,
    showsOfHolds: (holdIds) => showsOfHolds(db, holdIds),
    ratingsOf: modelRatings(needs),
    saveGifts: upsertGifts,
    tipMenu: (modelId) => readTipMenu(db, modelId),
    saveTipMenu: saveTipMenu(needs),
    openRoom: (tx, modelId, slug) => insertRoom(tx, modelId, slug.toLowerCase(), newStreamKey()),
    room: (slug) => roomBySlug(db, slug),
    liveSlugs: async () => (await liveRooms(db)).map(({ slug }) => slug),
    studio: viewStudio(needs),
    fans: listFans(needs, watchers),
    ban: banFan(needs),
    liftBan: (modelId, fanId) => inTransaction(db, (tx) => catalog.liftBan(tx, modelId, fanId)),
    bans: listBans(needs),
    changeRoom: changeRoom(needs),
    ownsKey: (room, key) => sameKey(room.stream_key, key),
    renewKey: renewStreamKey(needs),
    endStream: endStream({ ...needs, audience }, media),
    holdMedia: hold,
    publisherTurned: media.turn,
    watchers,
    makePromo: promos.make,
    withdrawPromo: promos.withdraw,
    startPromo: promos.start,
    viewPromo: promos.view,
    openPromo: promos.open,
    promosOf: promos.promosOf,
    studioShows: promos.studio,
    moderation: createModeration(needs),
    removeForStaff: removeForStaff(needs),
    isMessageThere,
    paid,
    cameras,
    pause: pauseRoom({ ...transitions, rooms: needs.media.rooms, pauses, hold }),
    endShow: endOwn,
    async leaveShow(fanId) {
      const row = await openParticipantOfFan(db, fanId);
      return row ? keeper.end(row, "fan_left") : false;
    },
    withdrawRequests,
    presence,
    followWaiting: promos.waiting.follow,
    settled: (slug) => audience.settled(slug.toLowerCase()),
    async takeOver() {
      ownSide.takeOver();
      watchers.restart();
      const live = await media.takeOver();
      await keeper.takeOver();
      await paid.waitForAnswers();
      await cameras.takeOver(live);
    },
    leave() {
      media.leave();
      keeper.leave();
      cameras.leave();
    },
    exportAreas: (person) => [...roomAreas(db, person), ...showAreas(needs, person)],
    async close(tx, person) {
      await closeRoom(tx, needs, person);
      await withdrawRequests(tx, person.id);
      await promos.close(tx, person);
    },
    beforeErase: forgetNameBesideHolds(needs),
    async erase(tx, person) {
      await forgetPerson(tx, needs, person);
      await promos.erase(tx, person);
    },
    trimMessages: forgetOldLines(needs),
    expirePromos: promos.expire,
    trimPromoLinks: promos.trim,
    ...handleEvents(needs, { keeper, cameras, watchers }),
    handOver: keeper.handOver,
    stop() {
      watchers.stop();
      presence.stop();
      ownSide.stop();
      keeper.stop();
    },
  };
}
