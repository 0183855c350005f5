/**
 * Models and how staff list new ones (`listing/`), genders, favourites, blocks and bans. A model's page: its schedule
 * (`schedule/`), its pictures (`gallery/`), and the picture of what the room shows now (`live-picture/`,
 * docs/decisions/0140-what-a-card-shows-comes-from-its-studio.md). `watched.ts` keeps what each fan watched lately
 * (`watched.md`). Lists with their filters, search and suggestions are in `store/rooms-store.ts`, `ranking-store.ts`, `favorites-store.ts` and
 * `room-conditions.ts`; `catalog.on_air`, which triggers keep, says who is on air.
 */

import type { Language } from "#contract/common.ts";
import { searchKey } from "#contract/search-key.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { Reader, Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import type { ExportArea } from "#server/kit/export/area.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { blockModel, listBlocked } from "./block-model.ts";
import { closeModel, erasePerson } from "./close-model.ts";
import { exportAreas } from "./export-catalog.ts";
import { createGallery, type Gallery } from "./gallery/gallery.ts";
import { createListing, type Listing, type ListingNeeds } from "./listing/listing.ts";
import { createLivePictures, type LivePictures } from "./live-picture/live-picture.ts";
import type { ModelDetails } from "./new-model-page.ts";
import type { RankCursor, RoomsCursor } from "./rules/list-cursor.ts";
import type { RoomFilters } from "./rules/room-filters.ts";
import { createSchedules, type Schedules } from "./schedule/schedule.ts";
import {
  type AdminModelRow,
  type AdminQuery,
  adminModel,
  adminModels,
  keepListed,
  lockVisibility,
  outOfSight,
  updateVisibility,
} from "./store/admin-store.ts";
import { bannersOf, bansBetween, bansOf, deleteBan, insertBan } from "./store/bans-store.ts";
import { fansApart, isBlocked, pairsApart } from "./store/blocks-store.ts";
import { favoritesPage } from "./store/favorites-store.ts";
import { deleteLike, fansWhoLike, insertLike, likedModels } from "./store/likes-store.ts";
import type { ListPage, Lists } from "./store/list-page.ts";
import { rankByEarnings } from "./store/listing-store.ts";
import {
  type CardRow,
  countriesOf,
  type Face,
  facesOf,
  genders,
  listedLogins,
  listedModels,
  type ModelRow,
  type ModelViewer,
  modelByKey,
  modelsByIds,
  modelsNamed,
  type RateChanges,
  touchModel,
  updateRates,
  updateTopic,
  upsertModel,
} from "./store/models-store.ts";
import { neighbours } from "./store/neighbours-store.ts";
import { endPresence, presentModels, renewPresence, restorePresence } from "./store/presence-store.ts";
import { type RankingQuery, rankingPage } from "./store/ranking-store.ts";
import { isFound, type RoomsQuery, roomsPage } from "./store/rooms-store.ts";
import { suggestedNames, suggestedTopics, type Typed } from "./store/suggestions-store.ts";
import { createWatched, type Watched } from "./watched.ts";

export type { NewPicture } from "./gallery/gallery.ts";
export { type ModelDetails, newModelPage } from "./new-model-page.ts";
export { presentCard, presentProfile, presentRates, presentStream } from "./present-model.ts";
export { filtersOf } from "./rules/room-filters.ts";
export { type AdminModelRow, type AdminQuery, adminPageSize } from "./store/admin-store.ts";
export type { CardRow, Face, ModelRow } from "./store/models-store.ts";
export { pageSize } from "./store/list-page.ts";
export type { Typed } from "./store/suggestions-store.ts";

/** Models, genders, favourites and who is live. */
export type Catalog = {
  /**
   * A model by login or id, as a viewer may know them, nobody in particular unless given, whether the model has `banned`
   * them, and whether they have `blocked` the model; undefined when there is none. In a promo the model is live for its fan and for the system alone.
   */
  model(reader: Reader, key: string | number, viewer?: ModelViewer): ReturnType<typeof modelByKey>;
  /** The fans who like a model, the latest first, so many at most. */
  likers(reader: Reader, modelId: number, fansMax: number): Promise<number[]>;
  /** The models among these that are shown and may be dealt with. */
  listed(reader: Reader, ids: readonly number[]): Promise<Set<number>>;
  /** Whether one is, and stays so until the transaction ends. */
  keepListed: typeof keepListed;
  /**
   * Locks the reasons that keep a model out of sight until the transaction ends; another caller who asks for them
   * waits for that.
   */
  lockVisibility: typeof lockVisibility;
  /** Every model whom staff hide or have suspended, or who has left. */
  outOfSight: typeof outOfSight;
  /** How these models are called and drawn, by id; those of closed accounts are left out. */
  faces(reader: Reader, ids: readonly number[]): Promise<Map<number, Face>>;
  /** Models of these ids, shown or not, but for those who have left. */
  models(reader: Reader, ids: readonly number[]): Promise<ModelRow[]>;
  /** The ids of all models, shown or not, whose name fits a search. */
  modelsNamed(reader: Reader, search: string): Promise<number[]>;
  /** Whether a list with this search and these filters has a model in it, on air or not. */
  finds(reader: Reader, modelId: number, wanted: { search: string; filters: RoomFilters }): Promise<boolean>;
  /** The ids of a fan's favourites. */
  likedModels(reader: Reader, fanId: number): Promise<number[]>;
  /** The user names of all models who are shown, at most so many. */
  listedLogins(reader: Reader, max: number): Promise<string[]>;
  /** The rooms of a gender. */
  rooms(query: RoomsQuery): Promise<ListPage<RoomsCursor>>;
  /** The ranking of a gender. */
  ranking(query: RankingQuery): Promise<ListPage<RankCursor>>;
  /** The models to offer when a search of a gender has found nobody: the closest names, or else models on air. */
  neighbours(missed: { genderId: number; search: string; fanId: number }): Promise<CardRow[]>;
  /** Models of a gender by how their names begin, for somebody who is typing; a few, the likeliest first. */
  suggestedNames(reader: Reader, typed: Typed): Promise<CardRow[]>;
  /** A few topics of rooms of a gender on air, by how their words begin. */
  suggestedTopics(reader: Reader, typed: Typed, language: Language): Promise<string[]>;
  /** The models that a fan likes. */
  favorites(query: {
    fanId: number;
    search: string;
    page: number;
  }): Promise<{ rows: CardRow[]; total: number; live: number }>;
  genders(): Promise<{ id: number; name_en: string; name_es: string }[]>;
  /** The countries that the listed models of a gender are from, ISO 3166-1 alpha-2, in the order of their codes. */
  countries(genderId: number): Promise<string[]>;
  like(fanId: number, modelId: number, liked: boolean): Promise<Result<object, "unknown_model">>;
  /**
   * Keeps a fan out of everything that is a model's; answers whether that is new. The caller ends whatever was
   * running.
   */
  ban(tx: Tx, modelId: number, fanId: number): Promise<boolean>;
  /** Lets a fan in again; harmless when there is no ban. */
  liftBan(tx: Tx, modelId: number, fanId: number): Promise<void>;
  /** The fans whom a model has banned, the latest first, at most `bansMax` of them. */
  bans(reader: Reader, modelId: number, bansMax: number): Promise<{ fan_id: number; banned_at: Date }[]>;
  /** The bans between these fans and these models. */
  bansBetween(
    reader: Reader,
    fans: readonly number[],
    models: readonly number[],
  ): Promise<{ model_id: number; fan_id: number }[]>;
  pairsApart: typeof pairsApart;
  /** Keeps a model away from a fan, or not any more. */
  block: ReturnType<typeof blockModel>;
  /** The models whom a fan has blocked, the latest first. */
  blocked: ReturnType<typeof listBlocked>;
  isBlocked: typeof isBlocked;
  /** The models who have banned a fan. */
  bannedBy(fanId: number): Promise<number[]>;
  /** The rooms that each fan has watched lately. */
  watched: Watched;
  /** The pictures of models' pages. */
  gallery: Gallery;
  /** The pictures that the models' rooms show now. */
  livePictures: LivePictures;
  /** When models mean to be on air. */
  schedules: Schedules;
  /** The fans among these who have nothing to do with a model: banned, or the model is blocked by them. */
  fansApart: typeof fansApart;
  saveModel(tx: Tx, model: ModelDetails): Promise<void>;
  /** Changes what a model asks for shows, and allows in them. */
  saveRates(tx: Tx, modelId: number, rates: RateChanges): Promise<void>;
  saveTopic(tx: Tx, modelId: number, topic: { en: string; es: string }): Promise<void>;
  /** Favourites, or a model's page, as parts of an export. */
  exportAreas(account: { id: number; role: string }): ExportArea[];
  /** Takes a model out of sight whose account is closed. */
  close(tx: Tx, account: { id: number; role: string }): Promise<void>;
  /** Forgets a person's favourites, and a model's page. */
  erase(tx: Tx, account: { id: number; role: string }): Promise<void>;
  /** Gives the models of each gender their ranks by what they earned, in tokens; who is not in it has none. */
  rankByEarnings(tx: Tx, earned: ReadonlyMap<number, number>): Promise<void>;
  /** A model is here now, live or not. */
  seen(modelId: number): Promise<void>;
  /** Notes that a model is here, in the caller's transaction. */
  touch(tx: Tx, modelId: number, at: Date): Promise<void>;
  /** Notes that these models are here until then; answers who of the listed ones was not, and when each was seen. */
  renewPresence: typeof renewPresence;
  /** Notes that those are here until then who are online though nothing is noted of them: a crash lost it. */
  restorePresence: typeof restorePresence;
  /** Forgets whose presence has run out; answers who of the listed ones is neither here nor on air any more. */
  endPresence: typeof endPresence;
  /** The listed models who are here or on air. */
  presentModels: typeof presentModels;
  /** The way of a new model's page to the lists. */
  listing: Listing;
  /** Every model for the staff, whether listed or not. */
  adminModels(query: AdminQuery): Promise<{ rows: AdminModelRow[]; total: number }>;
  adminModel(reader: Reader, id: number): Promise<AdminModelRow | undefined>;
  /** Keeps a model out of every list and closes their doors, or opens them; answers whether that changed anything. */
  setVisibility(tx: Tx, id: number, change: { hidden: boolean } | { suspended: boolean }): Promise<boolean>;
};

/** Makes the catalog module. */
export function createCatalog(needs: ListingNeeds & Lists & { clock: Clock }): Catalog {
  const { db, clock } = needs;
  return {
    listing: createListing(needs),
    model: modelByKey,
    likers: fansWhoLike,
    listed: listedModels,
    keepListed,
    lockVisibility,
    outOfSight,
    listedLogins,
    faces: facesOf,
    models: modelsByIds,
    modelsNamed,
    finds: isFound,
    likedModels,
    rooms: (query) => roomsPage(needs, query),
    ranking: (query) => rankingPage(needs, query),
    neighbours: (missed) => neighbours(needs, missed),
    suggestedNames,
    suggestedTopics,
    favorites: (query) => favoritesPage(db, query),
    genders: () => genders(db),
    countries: (genderId) => countriesOf(db, genderId),
    like: (fanId, modelId, liked) =>
      inTransaction(db, async (tx) => {
        if (!(await modelByKey(tx, modelId))?.listed) return refuse("unknown_model");
        await (liked ? insertLike : deleteLike)(tx, fanId, modelId);
        return ok({});
      }),
    ban: (tx, modelId, fanId) => insertBan(tx, modelId, fanId, clock.now()),
    liftBan: deleteBan,
    bans: bansOf,
    bansBetween,
    pairsApart,
    block: blockModel(needs),
    blocked: listBlocked(needs),
    isBlocked,
    bannedBy: async (fanId) => (await bannersOf(db, { fanId })).map(({ model_id }) => model_id),
    watched: createWatched(needs),
    schedules: createSchedules(needs),
    gallery: createGallery(needs),
    livePictures: createLivePictures(needs),
    fansApart,
    saveModel: (tx, model) =>
      upsertModel(tx, { ...model, search_text: searchKey(`${model.artistic_name} ${model.login}`) }),
    saveRates: updateRates,
    saveTopic: updateTopic,
    close: (tx, account) => closeModel(tx, account, clock.now()),
    erase: erasePerson,
    exportAreas: (account) => exportAreas(db, account),
    rankByEarnings,
    seen: (modelId) => inTransaction(db, (tx) => touchModel(tx, modelId, clock.now())),
    touch: touchModel,
    renewPresence,
    restorePresence,
    endPresence,
    presentModels,
    adminModels: (query) => adminModels(db, query),
    adminModel,
    setVisibility: updateVisibility,
  };
}
