/**
 * Videos and posts of models: their lists, purchases and what buyers think of them (`rate-item.ts`), counters of unseen
 * items, comments (all comments of one model: `comments/studio-comments.ts`), and the studio's side of them, with what
 * everybody sees of an item (`studio/item-window.ts`).
 */

import type { Reader, Tx } from "#server/kit/database/database.ts";
import type { ExportArea } from "#server/kit/export/area.ts";
import type { EncodedPicture } from "#server/storage/storage.ts";
import { type BuyAnswer, type BuyOrder, buy, buyItem } from "./buy-item.ts";
import {
  likePost,
  listComments,
  mayFollowComments,
  readComment,
  removeForStaff,
  takeAwayComment,
  writeComment,
} from "./comments/comments.ts";
import { importComments } from "./comments/import-comments.ts";
import { listStudioComments, seeComments, unseenComments } from "./comments/studio-comments.ts";
import { countUnseen, visit } from "./count-unseen.ts";
import { findItem, listItems, listOfModel, listPurchases, ownerOfFile } from "./find-items.ts";
import { importFiles, importItems, importWindow, seededItems } from "./import-items.ts";
import { type ImportedPurchase, importPurchases } from "./import-purchases.ts";
import type { ContentNeeds } from "./needs.ts";
import { erasePerson, exportAreas } from "./personal-data.ts";
import { rateItem } from "./rate-item.ts";
import { commentExists } from "./store/comments-store.ts";
import { countOffered, newestItems } from "./store/item-lists-store.ts";
import { itemExists, type OwnItem, ownItem, ownItemsPage, removeItem } from "./store/own-items-store.ts";
import { buyersOfItem, type ItemSale, salesOfItem } from "./store/purchases-store.ts";
import type { ItemKind } from "./store/tables.ts";
import { changeItem, withdrawItem } from "./studio/change-item.ts";
import { keepThumbs, sweepFiles } from "./studio/item-files.ts";
import { changeWindow } from "./studio/item-window.ts";
import { publishItem } from "./studio/publish-item.ts";
import { suggest } from "./suggest.ts";

export type { BuyAnswer, BuyRefusal } from "./buy-item.ts";
export type { ImportedItem } from "./import-items.ts";
export type { ContentNeeds } from "./needs.ts";
export type { Found } from "./present-item.ts";
export type { ItemViewer } from "./rules/access.ts";
export type { ItemKind } from "./store/tables.ts";

type Made<Factory extends (needs: ContentNeeds) => unknown> = ReturnType<Factory>;

/** Videos and posts of models: finding them, buying them, and what of them a fan has not seen yet. */
export type Content = {
  /** The items of one gender's models that are on offer, newest first. */
  list: Made<typeof listItems>;
  /** Suggestions for somebody who has typed so much. */
  suggest: Made<typeof suggest>;
  /** The items of one model that are on offer, newest first. */
  listOfModel: Made<typeof listOfModel>;
  /** The newest items that everybody may find, so many at most. */
  newest(max: number): ReturnType<typeof newestItems>;
  /** How many videos and posts of a model are on offer, counted to 1,000. */
  countsOf(modelId: number): Promise<{ videos: number; posts: number }>;
  /** One item, if the viewer may know of it. */
  find: Made<typeof findItem>;
  /** The owner of a private file, if somebody may see it now. */
  ownerOfFile: Made<typeof ownerOfFile>;
  /** A fan's purchases, latest first, whatever became of them. */
  purchases: Made<typeof listPurchases>;
  /** Makes a fan the owner of an item for tokens, once. */
  buy: Made<typeof buyItem>;
  /** Buys as a part of the caller's transaction. */
  buyWithin(tx: Tx, order: BuyOrder): Promise<BuyAnswer>;
  /** Keeps what a buyer thinks of an item. */
  rate: Made<typeof rateItem>;
  /** The items that a seed has imported, those that were withdrawn since included. */
  seeded: Made<typeof seededItems>;
  /** Imports items of a seed; their files may follow. One that was imported before is left alone. */
  importItems: Made<typeof importItems>;
  /** Writes purchases down that were made elsewhere, and what their buyers think. */
  importPurchases(tx: Tx, purchases: readonly ImportedPurchase[]): Promise<void>;
  importFiles: Made<typeof importFiles>;
  /** Keeps what everybody sees of a seed's item; answers its columns. */
  importWindow: Made<typeof importWindow>;
  /** Imports comments of a seed. One that was imported before is left alone. */
  importComments: Made<typeof importComments>;
  /** Keeps pictures for items whose own are not drawn yet; answers their keys. */
  importPictures(pictures: Pick<EncodedPicture, "thumb" | "blurred">): ReturnType<typeof keepThumbs>;
  /** Items of followed models that are newer than the fan's last visit. */
  unseen: Made<typeof countUnseen>;
  visit: Made<typeof visit>;
  /** A model's own items, those that are no more on offer included. */
  ownItems(modelId: number, query: { kind: ItemKind; page: number }): ReturnType<typeof ownItemsPage>;
  ownItem(modelId: number, id: number): Promise<OwnItem | undefined>;
  /** The fans who bought an item, the latest first, so many at most. */
  buyersOf(reader: Reader, itemId: number, fansMax: number): Promise<number[]>;
  publish: Made<typeof publishItem>;
  change: Made<typeof changeItem>;
  /** Changes what everybody sees of an item. */
  changeWindow: Made<typeof changeWindow>;
  withdraw: Made<typeof withdrawItem>;
  /** Takes an item from everybody in the staff's transaction, from who bought it too; answers whether it was still there. */
  removeForStaff(tx: Tx, id: number): Promise<boolean>;
  /** Whether anybody has anything of an item: those who bought it, also after its model has withdrawn it. */
  exists(reader: Reader, id: number): Promise<boolean>;
  /** The fans who have bought an item. */
  sales(reader: Reader, itemId: number): Promise<ItemSale[]>;
  /** Forgets files that no item knows. A job calls it. */
  sweep: Made<typeof sweepFiles>;
  comments: {
    list: Made<typeof listComments>;
    write: Made<typeof writeComment>;
    takeAway: Made<typeof takeAwayComment>;
    /** Takes one away in the staff's transaction; answers whether it was still there. */
    removeForStaff(tx: Tx, id: number): Promise<boolean>;
    exists(reader: Reader, id: number): Promise<boolean>;
    one: Made<typeof readComment>;
    mayFollow: Made<typeof mayFollowComments>;
    /** The comments under all posts of a model, for the model. */
    ofModel: Made<typeof listStudioComments>;
    /** How many of fans a model has not seen, counted to 100. */
    unseen: Made<typeof unseenComments>;
    see: Made<typeof seeComments>;
  };
  likePost: Made<typeof likePost>;
  now(): Date;
  /** Purchases, or a model's own items, as parts of an export. */
  exportAreas(account: { id: number; role: string }): ExportArea[];
  /** Forgets a person's visits; a model's items stay with those who bought them, the others go. */
  erase(tx: Tx, account: { id: number; role: string }): Promise<void>;
};

/** Makes the content module. */
export function createContent(needs: ContentNeeds): Content {
  return {
    list: listItems(needs),
    suggest: suggest(needs),
    listOfModel: listOfModel(needs),
    newest: (max) => newestItems(needs.db, { now: needs.clock.now(), max }),
    countsOf: (modelId) => countOffered(needs.db, modelId, needs.clock.now()),
    find: findItem(needs),
    ownerOfFile: ownerOfFile(needs),
    purchases: listPurchases(needs),
    buy: buyItem(needs),
    buyWithin: (tx, order) => buy(tx, needs, order),
    rate: rateItem(needs),
    seeded: seededItems(needs),
    importItems: importItems(needs),
    importPurchases,
    importFiles: importFiles(needs),
    importWindow: importWindow(needs),
    importComments: importComments(needs),
    importPictures: (pictures) => keepThumbs(needs, pictures),
    unseen: countUnseen(needs),
    visit: visit(needs),
    ownItems: (modelId, query) => ownItemsPage(needs.db, modelId, query),
    ownItem: (modelId, id) => ownItem(needs.db, modelId, id),
    buyersOf: buyersOfItem,
    publish: publishItem(needs),
    change: changeItem(needs),
    changeWindow: changeWindow(needs),
    withdraw: withdrawItem(needs),
    removeForStaff: (tx, id) => removeItem(tx, id, needs.clock.now()),
    exists: itemExists,
    sales: salesOfItem,
    sweep: sweepFiles(needs),
    comments: {
      list: listComments(needs),
      write: writeComment(needs),
      takeAway: takeAwayComment(needs),
      mayFollow: mayFollowComments(needs),
      removeForStaff: (tx, id) => removeForStaff(tx, id, needs.clock.now()),
      exists: commentExists,
      one: readComment(needs),
      ofModel: listStudioComments(needs),
      unseen: unseenComments(needs),
      see: seeComments(needs),
    },
    likePost: likePost(needs),
    now: () => needs.clock.now(),
    exportAreas: (account) => exportAreas(needs.db, account),
    erase: (tx, account) => erasePerson(tx, account, needs.clock.now()),
  };
}
