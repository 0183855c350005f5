import type { z } from "zod";
import type { catalogContract, LiveFrom, ModelCard, ModelPage, PromoStreamData } from "#contract/catalog.ts";
import type { RoomFiltersQuery } from "#contract/room-filters.ts";
import { genderText } from "#contract/room-values.ts";
import type { SubscribedState } from "#contract/subscriptions.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { Reader } from "#server/kit/database/database.ts";
import type { Call, Handlers, Viewer } from "#server/kit/http/call.ts";
import { pageOf } from "#server/kit/http/pages.ts";
import { type CardRow, type Catalog, pageSize } from "./catalog.ts";
import { presentCard } from "./present-model.ts";
import { readRankCursor, readRoomsCursor, writeRankCursor, writeRoomsCursor } from "./rules/list-cursor.ts";
import { filtersOf } from "./rules/room-filters.ts";
import type { Listed, ListPage } from "./store/list-page.ts";

export type CatalogRoutesNeeds = {
  catalog: Catalog;
  db: Reader;
  clock: Clock;
  /** How a fan, or a guest, stands to a model's subscription. */
  subscriptionState(fanId: number | null, modelId: number): Promise<SubscribedState>;
  /** Is the fan notified when the model goes live? */
  isNotified(pair: { fanId: number; modelId: number }): Promise<boolean>;
  /** Tells which of these models the fan is notified of when they go live. */
  notifiedOf(asked: { fanId: number; modelIds: readonly number[] }): Promise<ReadonlySet<number>>;
  /** How many videos and posts a model offers now. */
  contentCounts(modelId: number): Promise<{ videos: number; posts: number }>;
  /** From where live events change what is read from now on. It has to be asked before: an event too many is harmless, one too few is not. */
  liveFrom(): Promise<LiveFrom>;
  /** The promos that a fan still has minutes of, by model. */
  promosOf(fanId: number): Promise<ReadonlyMap<number, PromoStreamData>>;
  /** The goals of those of these models' rooms that have one, as cards show them. */
  goalsOf(modelIds: readonly number[]): Promise<ReadonlyMap<number, ModelCard["goal"]>>;
  /** The shape that the picture of a model's room was last received in. */
  shapeOf(modelId: number): Promise<ModelPage["shape"]>;
};

type RankingQuery = z.output<(typeof catalogContract)["GET /api/trending-rooms"]["query"]>;
type RoomsQuery = RankingQuery & Partial<Pick<RoomFiltersQuery, "sort">>;

/** How a list of a gender's models is read, and how the place where a page ends is written into an address. */
type List<Cursor> = {
  find(query: Listed<Cursor>): Promise<ListPage<Cursor>>;
  read(text: string): Cursor | null;
  write(cursor: Cursor): string | null;
};

type CardLists = Pick<
  Handlers<typeof catalogContract>,
  | "GET /api/video-chat-rooms"
  | "GET /api/trending-rooms"
  | "GET /api/fan/favorite-models"
  | "GET /api/fan/watched-models"
>;

/** The lists of models, as cards that hold what their reader has to do with them. */
export function cardListRoutes(needs: CatalogRoutesNeeds): CardLists {
  const { catalog, clock, liveFrom } = needs;
  const cardsOf = async (rows: readonly CardRow[], viewer: Viewer | null) => {
    if (rows.length === 0) return [];
    const onAir = rows.flatMap(({ id, status }) => (status === "began" ? [id] : []));
    const [promos, notified, goals] = await Promise.all([
      promosFor(needs, viewer),
      notifiedFor(rows, viewer),
      needs.goalsOf(onAir),
    ]);
    return rows.map((row) =>
      presentCard(row, clock.now(), promos.get(row.id), notified.has(row.id), goals.get(row.id)),
    );
  };
  const notifiedFor = async (rows: readonly CardRow[], viewer: Viewer | null) =>
    viewer?.role === "fan"
      ? needs.notifiedOf({ fanId: viewer.userId, modelIds: rows.map(({ id }) => id) })
      : new Set<number>();
  const listAt =
    <Cursor>(path: string, { read, find, write }: List<Cursor>) =>
    async ({ query }: { query: RoomsQuery }, call: Call) => {
      const { page, after, sort, ...asked } = query;
      const { gender, search } = asked;
      const filters = filtersOf({ ...asked, sort: sort ?? "watched" }, clock.now());
      const fanId = call.viewer?.userId ?? 0;
      const from = page > 1 ? read(after) : null;
      const found = await find({ genderId: gender, search, filters, page, after: from, fanId });
      const cards = await cardsOf(found.rows, call.viewer);
      const end = found.end === null ? "" : (write(found.end) ?? "");
      const paging = { page, total: found.total, pageSize };
      const list = pageOf(cards, paging, path, {
        ...asked,
        gender: genderText(gender),
        ...(sort ? { sort } : {}),
        after: end,
      });
      const missed = cards.length === 0 && page === 1 && search !== "";
      const near = missed ? await catalog.neighbours({ genderId: gender, search, fanId }) : [];
      const neighbours = await cardsOf(near, call.viewer);
      return {
        status: 200,
        body: { ...list, live_count: found.live, live_from: found.liveFrom, neighbours },
      } as const;
    };
  return {
    "GET /api/video-chat-rooms": listAt("/api/video-chat-rooms", {
      read: readRoomsCursor,
      find: catalog.rooms,
      write: writeRoomsCursor,
    }),
    "GET /api/trending-rooms": listAt("/api/trending-rooms", {
      read: readRankCursor,
      find: catalog.ranking,
      write: writeRankCursor,
    }),
    "GET /api/fan/favorite-models": async ({ query: { search, page } }, { viewer }) => {
      const live_from = await liveFrom();
      const found = await catalog.favorites({ search, page, fanId: viewer.userId });
      const cards = await cardsOf(found.rows, viewer);
      const paging = { page, total: found.total, pageSize };
      const list = pageOf(cards, paging, "/api/fan/favorite-models", { search });
      return { status: 200, body: { ...list, live_count: found.live, live_from } };
    },
    "GET /api/fan/watched-models": async (_input, { viewer }) => {
      const live_from = await liveFrom();
      const { rows, kept } = await catalog.watched.list(viewer.userId);
      const cards = await cardsOf(rows, viewer);
      const paging = { page: 1, total: cards.length, pageSize };
      const list = pageOf(cards, paging, "/api/fan/watched-models");
      const live_count = cards.filter(({ isStream }) => isStream).length;
      return { status: 200, body: { ...list, live_count, live_from, kept } };
    },
  };
}

/** The promos that the reader still has minutes of, by model. */
export async function promosFor(
  { promosOf }: Pick<CatalogRoutesNeeds, "promosOf">,
  viewer: Viewer | null,
): Promise<ReadonlyMap<number, PromoStreamData>> {
  return viewer?.role === "fan" ? promosOf(viewer.userId) : new Map();
}
