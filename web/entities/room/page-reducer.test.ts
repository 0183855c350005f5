import { expect, test } from "vitest";
import { rosa } from "#testing/web/rosa.ts";
import { pageAfter } from "./page-reducer.ts";
import type { RoomEvent } from "./room-event.ts";

const room = { model_id: 7, slug: "rosa" };
const listed = { ...room, gender_id: 1 };
const at = "2026-11-21T12:00:00.000Z";

const after = (...events: RoomEvent[]) => events.reduce(pageAfter, rosa);
const began: RoomEvent = { name: "StreamBegan", data: { ...listed, status: "began" } };

test("R-PROFILE-11, R-LIVE-05: a model who begins to stream is live on their page, with those who come", () => {
  const live = after(began, { name: "FanJoinedRoomEvent", data: { ...room, watchers: 12 } });
  expect(live).toMatchObject({ isStream: true, isOnline: true, watchers: 12, liked: true });
  expect(live.stream.stream_status).toBe("began");
  expect(pageAfter(live, { name: "FanLeftRoomEvent", data: { ...room, watchers: 11 } }).watchers).toBe(11);
});

test("R-PROFILE-11, R-LIVE-06: a stream that stops is back to its first values, and nobody watches it", () => {
  const stopped = {
    mode: "one_to_many",
    promo: "",
    status: "stopped",
    type: "public",
    watchers: 0,
  } as const;
  const over = after(
    began,
    { name: "FanJoinedRoomEvent", data: { ...room, watchers: 12 } },
    { name: "ChatRoomTypeChanged", data: { ...listed, type: "vip" } },
    { name: "ChatRoomModeChanged", data: { ...listed, mode: "one_to_one" } },
    { name: "StreamStopped", data: { ...listed, ...stopped } },
    { name: "remove", data: { model_id: 7, last_connection: at } },
  );
  expect(over).toEqual({ ...rosa, lastConnection: at });
});

test("R-PROFILE-11: a pause is no end, and mode and type change as the room does", () => {
  const changed = after(
    began,
    { name: "ChatRoomTypeChanged", data: { ...listed, type: "private" } },
    { name: "ChatRoomModeChanged", data: { ...listed, mode: "one_to_one" } },
    { name: "ChatRoomStatusChanged", data: { ...listed, status: "paused" } },
  );
  expect(changed.isStream).toBe(true);
  expect(changed.stream).toMatchObject({
    stream_type: "private",
    stream_mode: "one_to_one",
    stream_status: "paused",
  });
});

test("R-LIVE-01, R-LIVE-03: the presence feed says who is online and when they were here last", () => {
  const here = after({ name: "update", data: { model_id: 7, last_connection: at } });
  expect(here).toMatchObject({ isOnline: true, lastConnection: at });
  expect(pageAfter(here, { name: "remove", data: { model_id: 7 } })).toMatchObject({
    isOnline: false,
    lastConnection: at,
  });
  expect(pageAfter(here, { name: "dump", data: {} })).toMatchObject({ isOnline: false, lastConnection: at });
});

test("R-PROFILE-11: what happens to another model leaves the page as it is", () => {
  const other = { model_id: 8, slug: "dani", gender_id: 1 };
  expect(after({ name: "StreamBegan", data: { ...other, status: "began" } })).toBe(rosa);
  expect(after({ name: "update", data: { model_id: 8, last_connection: at } })).toBe(rosa);
});
