import { describe, expect, test } from "vitest";
import type { ModelCard } from "#contract/catalog.ts";
import { cardOf } from "#testing/web/card.ts";
import {
  likedChanged,
  presenceChanged,
  presenceDumped,
  roomChanged,
  streamBegan,
  streamStopped,
  watchersChanged,
} from "./list-reducer.ts";
import { isVisible, type RoomsData } from "./rooms-query.ts";

const rooms = (...cards: ModelCard[]): RoomsData => ({
  pages: [
    {
      data: cards,
      links: { next: null },
      meta: { current_page: 1, last_page: 1 },
      live_count: cards.filter(({ isStream }) => isStream).length,
      live_from: { public: { epoch: "e", sequence: 0 }, presence: { epoch: "e", sequence: 0 } },
    },
  ],
  pageParams: [{ page: 1 }],
});
const cards = (data: RoomsData) => data.pages.flatMap((page) => page.data);
const liveCount = (data: RoomsData) => data.pages[0]?.live_count;
const guest = null;
const fan = (id: number, blocked_models: number[] = [], banned_by: number[] = []) => ({
  id,
  blocked_models,
  banned_by,
});
const of = (id: number) => ({ model_id: id, slug: "luna", gender_id: 1 });
const began = (id: number, card?: unknown) => ({ ...of(id), status: "began" as const, card });
const stopped = (id: number) => ({
  ...of(id),
  mode: "one_to_many" as const,
  promo: "" as const,
  status: "stopped" as const,
  type: "public" as const,
  watchers: 0 as const,
});

describe("the list of rooms under live events", () => {
  test("R-LIVE-05, R-NAV-23: a model who goes live streams on their card and counts on the badge", () => {
    const after = streamBegan(rooms(cardOf({ id: 1, isStream: false })), began(1));
    expect(cards(after)[0]).toMatchObject({ isStream: true, isOnline: true, stream: { status: "began" } });
    expect(liveCount(after)).toBe(1);
    expect(liveCount(streamBegan(after, began(1)))).toBe(1);
  });

  test("R-LIVE-05: a model who was not in the list joins it with their card", () => {
    const after = streamBegan(
      rooms(cardOf({ id: 1, isStream: true })),
      began(9, cardOf({ id: 9, isStream: true })),
    );
    expect(cards(after).map(({ id }) => id)).toEqual([1, 9]);
    expect(liveCount(after)).toBe(2);
  });

  test("an event without a usable card only counts", () => {
    const after = streamBegan(rooms(cardOf({ id: 1, isStream: true })), began(9, { id: 9 }));
    expect(cards(after)).toHaveLength(1);
    expect(liveCount(after)).toBe(2);
  });

  test("R-LIVE-06: a stopped stream is back to its first values", () => {
    const private1 = cardOf({ id: 1, isStream: true, watchers: 12, type: "private", mode: "one_to_one" });
    const after = streamStopped(rooms(private1), stopped(1));
    expect(cards(after)[0]).toMatchObject({
      isStream: false,
      watchers: 0,
      stream: { mode: "one_to_many", promo: "", status: "stopped", type: "public" },
    });
    expect(liveCount(after)).toBe(0);
  });

  test("R-LIVE-07, R-LIVE-08: watchers are the number in the event, and no card moves", () => {
    const before = rooms(
      cardOf({ id: 1, isStream: true, watchers: 5 }),
      cardOf({ id: 2, isStream: true, watchers: 4 }),
    );
    const after = watchersChanged(before, { model_id: 2, watchers: 900 });
    expect(cards(after).map(({ id, watchers }) => [id, watchers])).toEqual([
      [1, 5],
      [2, 900],
    ]);
    expect(watchersChanged(before, { model_id: 77, watchers: 1 })).toBe(before);
  });

  test("R-LIVE-09, R-LIVE-10, R-LIVE-11: status, mode and type change each on their own", () => {
    const before = rooms(cardOf({ id: 1, isStream: true, watchers: 5 }));
    const paused = roomChanged(before, { model_id: 1, status: "paused" }, guest);
    expect(cards(paused)[0]).toMatchObject({ isStream: true, watchers: 5, stream: { status: "paused" } });
    const vip = roomChanged(paused, { model_id: 1, type: "vip" }, guest);
    expect(cards(vip)[0]?.stream).toMatchObject({ status: "paused", type: "vip", mode: "one_to_many" });
    const alone = roomChanged(vip, { model_id: 1, mode: "one_to_one" }, guest);
    expect(cards(alone)[0]?.stream.mode).toBe("one_to_one");
    expect(liveCount(roomChanged(alone, { model_id: 1, status: "stopped" }, guest))).toBe(0);
  });

  test("R-LIVE-17, R-LIVE-18: promo rooms show only to their fan, and guests ignore promo events", () => {
    const before = rooms(cardOf({ id: 1, isStream: true }));
    expect(roomChanged(before, { model_id: 1, type: "promo" }, guest)).toBe(before);
    const promo = cardOf({ id: 1, isStream: true, type: "promo", promoFor: 7 });
    expect(isVisible(promo, fan(7))).toBe(true);
    expect(isVisible(promo, fan(8))).toBe(false);
    expect(isVisible(promo, guest)).toBe(false);
    expect(isVisible(promo, fan(7, [promo.id]))).toBe(false);
    expect(isVisible(promo, fan(7, [], [promo.id]))).toBe(false);
  });

  test("R-LIVE-41: a promo that has ended is no longer offered, one that has not begun stays", () => {
    const running = rooms(cardOf({ id: 1, isStream: true, type: "promo", promoFor: 7 }));
    const over = roomChanged(running, { model_id: 1, type: "public" }, fan(7));
    expect(cards(over)[0]).toMatchObject({ promoEnabled: false, promoStreamData: null });
    const offered = rooms(cardOf({ id: 1, isStream: true, type: "private", promoFor: 7 }));
    const open = roomChanged(offered, { model_id: 1, type: "public" }, fan(7));
    expect(cards(open)[0]?.promoStreamData).toMatchObject({ fan_id: 7 });
  });

  test("R-LIVE-01, R-LIVE-02, R-LIVE-03: presence comes and goes, and a dump sets everybody offline", () => {
    const before = rooms(cardOf({ id: 1, isOnline: true }), cardOf({ id: 2, isOnline: true }));
    const at = "2026-11-21T11:00:00Z";
    const gone = presenceChanged(before, 1, { isOnline: false, lastConnection: at });
    expect(cards(gone)[0]).toMatchObject({ isOnline: false, lastConnection: at });
    expect(cards(presenceDumped(gone)).every(({ isOnline }) => !isOnline)).toBe(true);
    expect(cards(presenceChanged(presenceDumped(gone), 2, { isOnline: true }))[1]?.isOnline).toBe(true);
  });

  test("the heart changes one card only", () => {
    const after = likedChanged(rooms(cardOf({ id: 1 }), cardOf({ id: 2 })), 2, true);
    expect(cards(after).map(({ liked }) => liked)).toEqual([false, true]);
  });
});
