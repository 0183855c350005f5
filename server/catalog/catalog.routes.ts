import type { z } from "zod";
import type { catalogContract, LiveFrom, PromoStreamData } from "#contract/catalog.ts";
import type { RoomFiltersQuery } from "#contract/room-filters.ts";
import type { SubscribedState } from "#contract/subscriptions.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { Reader } from "#server/kit/database/database.ts";
import type { Call, Handlers, Viewer } from "#server/kit/http/call.ts";
import { pageOf } from "#server/kit/http/pages.ts";
import { problem } from "#server/kit/http/problem.ts";
import { type CardRow, type Catalog, pageSize } from "./catalog.ts";
import { presentCard, presentProfile, presentRates } from "./present-model.ts";
import { readRankCursor, readRoomsCursor, writeRankCursor, writeRoomsCursor } from "./rules/list-cursor.ts";
import { filtersOf } from "./rules/room-filters.ts";
import type { Listed, ListPage } from "./store/list-page.ts";

type RankingQuery = z.output<(typeof catalogContract)["GET /api/trending-rooms"]["query"]>;
type RoomsQuery = RankingQuery & Partial<Pick<RoomFiltersQuery, "sort">>;

/** How a list of a gender's models is read, and how the place where a page ends is written into an address. */
type List<Cursor> = {
  find(query: Listed<Cursor>): Promise<ListPage<Cursor>>;
  read(text: string): Cursor | null;
  write(cursor: Cursor): string | null;
};

/** The catalog part of the contract. */
export function catalogRoutes(needs: {
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
}): Handlers<typeof catalogContract> {
  const { catalog, db, clock, liveFrom } = needs;
  const cardsOf = async (rows: readonly CardRow[], viewer: Viewer | null) => {
    if (rows.length === 0) return [];
    const [promos, notified] = await Promise.all([promosFor(viewer), notifiedFor(rows, viewer)]);
    return rows.map((row) => presentCard(row, clock.now(), promos.get(row.id), notified.has(row.id)));
  };
  const notifiedFor = async (rows: readonly CardRow[], viewer: Viewer | null) =>
    viewer?.role === "fan"
      ? needs.notifiedOf({ fanId: viewer.userId, modelIds: rows.map(({ id }) => id) })
      : new Set<number>();
  const promosFor = async (viewer: Viewer | null) =>
    viewer?.role === "fan" ? needs.promosOf(viewer.userId) : new Map<number, PromoStreamData>();
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
      const list = pageOf(cards, paging, path, { ...asked, ...(sort ? { sort } : {}), after: end });
      const missed = cards.length === 0 && page === 1 && search !== "";
      const near = missed ? await catalog.neighbours({ genderId: gender, search, fanId }) : [];
      const neighbours = await cardsOf(near, call.viewer);
      return {
        status: 200,
        body: { ...list, live_count: found.live, live_from: found.liveFrom, neighbours },
      } as const;
    };
  const like = (liked: boolean) => async (input: { body: { model_id: number } }, call: Call<Viewer>) => {
    const result = await catalog.like(call.viewer.userId, input.body.model_id, liked);
    if (!result.ok) return problem(call, result.refusal);
    return { status: 200, body: { success: true } } as const;
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
    "GET /api/live-pictures": async ({ query }) => ({
      status: 200,
      body: { data: await catalog.livePictures.of(db, query.ids.split(",").map(Number)) },
    }),
    "GET /api/gender": async () => {
      const all = await catalog.genders();
      return {
        status: 200,
        body: pageOf(all, { page: 1, total: all.length, pageSize: all.length }, "/api/gender"),
      };
    },
    "GET /api/room-countries": async ({ query }) => ({
      status: 200,
      body: { data: await catalog.countries(query.gender) },
    }),
    "GET /api/model-profile/{loginOrId}": async ({ params }, call) => {
      const live_from = await liveFrom();
      const row = await catalog.model(db, params.loginOrId, call.viewer?.userId);
      if (!row?.listed) return problem(call, "unknown_model");
      const promo = (await promosFor(call.viewer)).get(row.id);
      const fanId = call.viewer?.role === "fan" ? call.viewer.userId : null;
      const state = await needs.subscriptionState(fanId, row.id);
      const notified = fanId !== null && (await needs.isNotified({ fanId, modelId: row.id }));
      const blocked = fanId !== null && (await catalog.isBlocked(db, fanId, row.id));
      const banned = fanId !== null && row.banned;
      const counts = await needs.contentCounts(row.id);
      const gallery = await catalog.gallery.view(db, row.id);
      const planned = await catalog.schedules.coming(db, row.id);
      const profile = presentProfile(row, clock.now(), promo);
      return {
        status: 200,
        body: { ...profile, ...state, notified, blocked, banned, counts, planned, gallery, live_from },
      };
    },
    "GET /api/model-rates": async ({ query }, call) => {
      const row = await catalog.model(db, query.model_id);
      if (!row?.listed) return problem(call, "unknown_model");
      return { status: 200, body: presentRates(row) };
    },
    "GET /api/fan/blocked-models": async (_input, { viewer }) => ({
      status: 200,
      body: { data: await catalog.blocked(viewer.userId) },
    }),
    "POST /api/fan/block-model": async ({ body: { model_id, blocked } }, call) => {
      const done = await catalog.block({ fanId: call.viewer.userId, modelId: model_id, blocked });
      if (!done.ok) return problem(call, done.refusal);
      return { status: 200, body: { data: await catalog.blocked(call.viewer.userId) } };
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
    "POST /api/fan/watched-models": async ({ body: { kept } }, { viewer }) => {
      await catalog.watched.keep(viewer.userId, kept);
      return { status: 200, body: { kept } };
    },
    "DELETE /api/fan/watched-models": async (_input, { viewer }) => {
      await catalog.watched.empty(viewer.userId);
      return { status: 204, body: undefined };
    },
    "POST /api/fan/liked-model": like(true),
    "POST /api/fan/disliked-model": like(false),
  };
}
