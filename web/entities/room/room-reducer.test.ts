import { expect, test } from "vitest";
import type { Room } from "#contract/live.ts";
import { roomAfter } from "./room-reducer.ts";

const event = { model_id: 1, slug: "luna", gender_id: 1 };
const room = {
  id: 1,
  model: { id: 1, login: "luna", isStream: true },
  stream: { mode: "one_to_one", promo: "x", status: "began", type: "vip", promoId: 4 },
  watchers: 9,
  goal: null,
  playback: { protocol: "whep", url: "http://here.test/whep/luna", token: "first" },
} as unknown as Room;

test("R-LIVE-05: StreamBegan marks the model as streaming", () => {
  const stopped = { ...room, stream: { ...room.stream, status: "stopped" as const } };
  const after = roomAfter(stopped, { name: "StreamBegan", data: { ...event, status: "began" } });
  expect(after.stream.status).toBe("began");
  expect(after.model.isStream).toBe(true);
});

test("R-LIVE-06: StreamStopped resets the stream to its five values", () => {
  const after = roomAfter(room, {
    name: "StreamStopped",
    data: { ...event, mode: "one_to_many", promo: "", status: "stopped", type: "public", watchers: 0 },
  });
  expect(after.stream).toEqual({
    mode: "one_to_many",
    promo: "",
    status: "stopped",
    type: "public",
    promoId: null,
  });
  expect(after.watchers).toBe(0);
  expect(after.model.isStream).toBe(false);
});

test("a changed tip menu takes the place of the one before", () => {
  const tip_menu = [{ id: 3, title: { en: "A bolero", es: "Un bolero" }, price: 60 }];
  expect(roomAfter(room, { name: "RoomTipMenu", data: { tip_menu } }).tip_menu).toEqual(tip_menu);
});

test("who tipped most is as the last event says", () => {
  const top_tippers = [{ id: 3, name: "ana", tokens: 60 }];
  expect(roomAfter(room, { name: "RoomTopTippers", data: { top_tippers } }).top_tippers).toEqual(top_tippers);
});

test("R-OPEN-73: what the model says of their break is the room's until the stream begins again or ends", () => {
  const paused = roomAfter(room, { name: "RoomPauseNote", data: { note: "Back at nine" } });
  expect(paused.pause_note).toBe("Back at nine");
  expect(roomAfter(paused, { name: "RoomPauseNote", data: { note: null } }).pause_note).toBeNull();
  const began = { name: "StreamBegan", data: { ...event, status: "began" } } as const;
  expect(roomAfter(paused, began).pause_note).toBeNull();
});

test("R-LIVE-07, R-LIVE-08: fans who come and go set the watchers", () => {
  const joined = { name: "FanJoinedRoomEvent", data: { ...event, watchers: 10 } } as const;
  const left = { name: "FanLeftRoomEvent", data: { ...event, watchers: 8 } } as const;
  expect(roomAfter(room, joined).watchers).toBe(10);
  expect(roomAfter(room, left).watchers).toBe(8);
});

test("R-LIVE-09: ChatRoomStatusChanged sets the status and keeps the playback when it carries none", () => {
  const after = roomAfter(room, {
    name: "ChatRoomStatusChanged",
    data: { ...event, status: "paused", reason: "model_media_lost" },
  });
  expect(after.stream.status).toBe("paused");
  expect(after.playback).toEqual(room.playback);
});

test("a room says whether its model took a break or was interrupted, until it goes on", () => {
  const change = (
    from: Room,
    data: { status: "began" | "paused"; reason?: "model_paused" | "model_media_lost" },
  ) => roomAfter(from, { name: "ChatRoomStatusChanged", data: { ...event, ...data } });
  const interrupted = change(room, { status: "paused", reason: "model_media_lost" });
  expect(interrupted.pause).toBe("model_media_lost");
  const onBreak = change(interrupted, { status: "paused", reason: "model_paused" });
  expect(onBreak.pause).toBe("model_paused");
  expect(change(onBreak, { status: "began" }).pause).toBeNull();
});

test("R-LIVE-10: ChatRoomModeChanged sets the mode and the stream's id and token", () => {
  const after = roomAfter(room, {
    name: "ChatRoomModeChanged",
    data: { ...event, mode: "one_to_many", stream_id: "luna-2", token: "second" },
  });
  expect(after.stream.mode).toBe("one_to_many");
  expect(after.playback).toMatchObject({ url: "http://here.test/whep/luna-2", token: "second" });
});

test("R-LIVE-11: ChatRoomTypeChanged sets the type and the token", () => {
  const after = roomAfter(room, {
    name: "ChatRoomTypeChanged",
    data: { ...event, type: "private", token: "third" },
  });
  expect(after.stream.type).toBe("private");
  expect(after.playback).toMatchObject({ url: room.playback.url, token: "third" });
});

test("RoomGoal sets how far the goal has come", () => {
  const data = { title_en: "a bolero", title_es: "un bolero", reached: 320, target: 500 };
  expect(roomAfter(room, { name: "RoomGoal", data }).goal).toEqual({
    title: { en: "a bolero", es: "un bolero" },
    reached: 320,
    target: 500,
  });
});

test("RoomGoalRemoved takes the goal away", () => {
  const goal = { title: { en: "a bolero", es: "un bolero" }, reached: 320, target: 500 };
  expect(roomAfter({ ...room, goal }, { name: "RoomGoalRemoved", data: {} }).goal).toBeNull();
});

test("Events of another room change nothing", () => {
  const other = { name: "FanJoinedRoomEvent", data: { ...event, slug: "yuki", watchers: 99 } } as const;
  expect(roomAfter(room, other)).toBe(room);
});
