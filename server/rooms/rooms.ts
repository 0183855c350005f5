/**
 * Rooms: who is in one and in which mode, entering, its chat, the order in it (`moderation/`), the model's studio, tips
 * (`tips/`), and the stream with its watchers (`stream/`). `rules/admission.ts` is the one rule of who may do what there;
 * `pause-note.md` says who reads the words of a break.
 */

import type { MenuItem, RoomMessage } from "#contract/live.ts";
import type { Topic } from "#contract/realtime.ts";
import type { BannedFan, RoomFan, Studio } from "#contract/studio.ts";
import type { Reader, Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import type { ExportArea } from "#server/kit/export/area.ts";
import { monotonicMs } from "#server/kit/nodes/ownership.ts";
import type { Result } from "#server/kit/result.ts";
import type { Subject } from "#server/realtime/realtime.ts";
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
  type PreviewSize,
  type Room,
} from "./enter-room.ts";
import { roomAreas } from "./export-rooms.ts";
import { type BanRefusal, banFan, cutFan, listBans, listFans } from "./fans.ts";
import { closeRoom, forgetOldLines, forgetPerson } from "./forget-person.ts";
import { handleEvents, type RoomEvents } from "./handle-events.ts";
import { createModeration, type Moderation } from "./moderation/moderation.ts";
import { removeForStaff } from "./moderation/remove-message.ts";
import type { RoomsNeeds } from "./needs.ts";
import { type OwnSideWatch, watchOwnSide } from "./own-side.ts";
import {
  type MessageOrder,
  type MessageRefusal,
  type Narration,
  narrate,
  postMessage,
} from "./post-message.ts";
import { createRoomPauses, type RoomPauses } from "./room-pauses.ts";
import type { Action, AdmissionRefusal } from "./rules/admission.ts";
import { messageExists, lineReadBy, type QuotedLine } from "./store/messages-store.ts";
import {
  insertRoom,
  liveRooms,
  insertPastSessions,
  lockRoom,
  type PastSession,
  type RoomRow,
  roomBySlug,
  slugOfModel,
  type RoomShape,
  setShape,
} from "./store/rooms-store.ts";
import { allGifts, type GiftRow, type TipsSpan, unnamedTips, upsertGifts } from "./store/tips-store.ts";
import { countWatchers, type Watchers } from "./stream/count-watchers.ts";
import { endStream, followMedia, type PublisherTurn } from "./stream/follow-media.ts";
import { type HoldMedia, holdMedia } from "./stream/hold-media.ts";
import { keepPresence, type Presence } from "./stream/keep-presence.ts";
import { keepShapes } from "./stream/keep-shape.ts";
import { newStreamKey, renewStreamKey, sameKey } from "./stream/stream-key.ts";
import { sendTip, type TipAnswer } from "./tips/send-tip.ts";
import { type MenuEntry, readTipMenu, saveTipMenu } from "./tips/tip-menu.ts";
import type { TipOrder } from "./tips/validate-tips.ts";
import { beginShow, endShow, type PauseOrder, type PauseRefusal, pauseRoom } from "./transitions.ts";
import { viewStudio } from "./view-studio.ts";

export type { Room } from "./enter-room.ts";
export type { TipSent } from "./events.ts";
export type { ShowsInRooms } from "./needs.ts";
export type { OwnSideWatch } from "./own-side.ts";
export type { RoomPauses } from "./room-pauses.ts";
export type { PublisherTurn } from "./stream/follow-media.ts";
export type { AdmissionRefusal, Mode, Role } from "./rules/admission.ts";
export { shownName } from "./shown-name.ts";
export { goalsOf, shapeOf } from "./store/rooms-store.ts";
export type { RoomTables } from "./store/tables.ts";
export type { GiftRow } from "./store/tips-store.ts";
export type { BeginRefusal, ShowOrder } from "./transitions.ts";

type AccountRef = { id: number; role: string };

/** The messages in rooms. */
export type Chat = {
  say(order: MessageOrder): Promise<Result<{ line: RoomMessage }, MessageRefusal>>;
  /** Posts messages of people without an account: the demo world's visitors and presenters. */
  narrate(slug: string, narrations: readonly Narration[]): Promise<void>;
  /** A typed message that somebody could read, with so many messages before it. */
  quote(
    person: { id: number; role: string },
    lineId: number,
    before: number,
  ): Promise<QuotedLine | undefined>;
  /** Takes what somebody typed in a room away, in the staff's transaction; answers whether it was still there. */
  removeForStaff(tx: Tx, lineId: number): Promise<boolean>;
  exists(reader: Reader, lineId: number): Promise<boolean>;
  /** Forgets old messages, and what was long ago done about some. */
  trim(): Promise<void>;
};

/** The tips and gifts in rooms. */
export type Tips = {
  send(order: TipOrder): Promise<TipAnswer>;
  gifts(): Promise<GiftRow[]>;
  saveGifts(tx: Tx, gifts: GiftRow[]): Promise<void>;
  /** A model's offers for a tip, in their order. */
  menu(modelId: number): Promise<MenuItem[]>;
  saveMenu(modelId: number, entries: readonly MenuEntry[]): Promise<MenuItem[]>;
  /** The transfers of tips to a model whose fans asked not to be named: all of a span of the ledger, and some around it. */
  unnamed(reader: Reader, span: TipsSpan): Promise<number[]>;
};

/** The fans whom models keep out of their rooms and chats. */
export type Bans = {
  add(modelId: number, fanId: number): Promise<Result<object, BanRefusal>>;
  lift(modelId: number, fanId: number): Promise<void>;
  list(modelId: number): Promise<BannedFan[]>;
};

/** Rooms: who is in one and in which mode, what is written and tipped there, and the model's side of it. */
export type Rooms = {
  /**
   * May this person do that in the room of this slug, or of this model? Everything that opens a room asks here or asks the
   * same rule; `reader` is the transaction that hangs on the answer.
   */
  admit(
    person: Person,
    action: Action,
    key: string | number,
    reader?: Reader,
  ): Promise<Result<Admitted, AdmissionRefusal>>;
  /** May this socket join the topic of a room? */
  mayJoin(subject: Subject, topic: Topic): Promise<Result<{ audience?: number }, JoinRefusal>>;
  enter(person: Entering, slug: string, origin: string): Promise<Result<{ room: Room }, EnterRefusal>>;
  playback(
    person: Entering,
    slug: string,
    origin: string,
  ): Promise<Result<{ playback: Playback }, AdmissionRefusal>>;
  /** A token for a room's silent public picture, for guests (null) too; see `openPreview`. */
  preview(
    person: Person,
    slug: string,
    origin: string,
    size: PreviewSize,
  ): Promise<Result<{ playback: Playback }, AdmissionRefusal>>;
  /** The messages in rooms. */
  chat: Chat;
  /** The tips and gifts in rooms. */
  tips: Tips;
  /** Opens the room of a new model. */
  openRoom(tx: Tx, modelId: number, slug: string): Promise<void>;
  room(slug: string): Promise<RoomRow | undefined>;
  /** Writes down sessions of shows that are over; answers their ids in the same order. */
  importSessions(tx: Tx, sessions: readonly PastSession[]): Promise<number[]>;
  /** The room of a model, locked: who changes what goes on in it, or relies on that, holds it until the commit. */
  lock(tx: Tx, modelId: number): Promise<RoomRow | undefined>;
  /** The name of a model's room, also of one that is closed for good. */
  slugOf(modelId: number): Promise<string | undefined>;
  /** The rooms whose streams have not ended. */
  liveSlugs(): Promise<string[]>;
  studio(modelId: number, origin: string): Promise<Studio>;
  /** The fans in a model's room now. */
  fans(modelId: number): Promise<RoomFan[]>;
  /** The fans whom models keep out of their rooms and chats. */
  bans: Bans;
  /** Ends what a fan receives of a model's room; once this resolves not one more packet goes out. */
  cutFan(pair: { modelId: number; fanId: number }, reason: "banned" | "blocked"): Promise<void>;
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
  /** Keeps the shapes of the rooms' pictures, as the media reports them. */
  keepShapes: ReturnType<typeof keepShapes>;
  watchers: Watchers;
  /** Order in the chats. */
  moderation: Moderation;
  /** Pauses the room for its model, or lets it go on. */
  pause(modelId: number, order: PauseOrder): Promise<Result<object, PauseRefusal>>;
  /** Gives a live public room to one fan. */
  beginShow: ReturnType<typeof beginShow>;
  /** Ends a show and opens the room to everybody again. */
  endShow: ReturnType<typeof endShow>;
  /** When models have paused their rooms. */
  pauses: RoomPauses;
  /** For how long those who have to come back could have done so. */
  ownSide: Pick<OwnSideWatch, "absentMs" | "asking">;
  /** The models who are online, on air or not. */
  presence: Presence;
  /** Resolves when no change of the room's audience is under way in this process. */
  settled(slug: string): Promise<void>;
  /** Takes over rooms that a process which is gone has left open, and answers their slugs; they go on, or end within seconds. */
  takeOver(): Promise<string[]>;
  /** Leaves rooms to another node, as they were kept last. */
  leave(): void;
  eventHandlers: RoomEvents;

  /** A person's own tips and messages, as parts of an export. */
  exportAreas(person: AccountRef): ExportArea[];
  /** Takes a person's words out of the rooms; a model's own room closes for good. */
  close(tx: Tx, person: AccountRef): Promise<void>;
  /** Forgets what a person wrote. */
  erase(tx: Tx, person: AccountRef): Promise<void>;
  stop(): void;
};

/** Makes the rooms module. */
export function createRooms(needs: RoomsNeeds): Rooms {
  const { db, catalog } = needs;
  const watchers = countWatchers(needs);
  const audience = createAudience();
  const shared = { ...needs, audience, watchers };
  const ownSide = watchOwnSide(needs);
  const [pauses, hold] = [createRoomPauses(monotonicMs), holdMedia(needs)];
  const media = followMedia({ ...needs, audience, pauses, hold, ownSide }, (slug, open) =>
    watchers.setOpen(slug, open),
  );
  const presence = keepPresence(needs);
  return {
    admit: (person, action, key, reader = db) => admit(reader, needs, person, action, key),
    mayJoin: mayJoin(needs),
    enter: enterRoom(shared),
    playback: openPlayback(shared),
    preview: openPreview(shared),
    chat: {
      say: postMessage(needs, audience),
      narrate: narrate(needs),
      quote: (person, lineId, before) => lineReadBy(db, person, lineId, before),
      removeForStaff: removeForStaff(needs),
      exists: messageExists,
      trim: forgetOldLines(needs),
    },
    tips: {
      send: sendTip(needs),
      gifts: () => allGifts(db),
      saveGifts: upsertGifts,
      menu: (modelId) => readTipMenu(db, modelId),
      saveMenu: saveTipMenu(needs),
      unnamed: unnamedTips,
    },
    openRoom: (tx, modelId, slug) => insertRoom(tx, modelId, slug.toLowerCase(), newStreamKey()),
    room: (slug) => roomBySlug(db, slug),
    importSessions: insertPastSessions,
    lock: lockRoom,
    slugOf: (modelId) => slugOfModel(db, modelId),
    liveSlugs: async () => (await liveRooms(db)).map(({ slug }) => slug),
    studio: viewStudio(needs),
    fans: listFans(needs, watchers),
    bans: {
      add: banFan(needs),
      lift: (modelId, fanId) => inTransaction(db, (tx) => catalog.liftBan(tx, modelId, fanId)),
      list: listBans(needs),
    },
    cutFan: (pair, reason) => cutFan(needs, pair, reason),
    changeRoom: changeRoom(needs),
    ownsKey: (room, key) => sameKey(room.stream_key, key),
    renewKey: renewStreamKey(needs),
    endStream: endStream(shared, media),
    holdMedia: hold,
    publisherTurned: media.turn,
    keepShapes: keepShapes({ write: writeShape(needs), log: needs.log }),
    watchers,
    moderation: createModeration(needs),
    beginShow: beginShow(shared),
    endShow: endShow(shared),
    pause: pauseRoom({ ...shared, rooms: needs.media.rooms, pauses, hold }),
    pauses,
    ownSide,
    presence,
    settled: (slug) => audience.settled(slug.toLowerCase()),
    takeOver() {
      ownSide.takeOver();
      watchers.restart();
      return media.takeOver();
    },
    leave: media.leave,
    eventHandlers: handleEvents(needs, watchers),
    exportAreas: (person) => roomAreas(db, person),
    close: (tx, person) => closeRoom(tx, needs, person),
    erase: forgetPerson,
    stop() {
      watchers.stop();
      presence.stop();
      ownSide.stop();
    },
  };
}

const writeShape =
  ({ db }: RoomsNeeds) =>
  (slug: string, shape: RoomShape) =>
    inTransaction(db, (tx) => setShape(tx, slug, shape));
