import { expect, test } from "vitest";
import { WebSocket } from "ws";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { until } from "#testing/until.ts";
import { enterRoom, type RoomEntry, readingsOf } from "#web/entities/room/room-entry.ts";
import { roomAfter } from "#web/entities/room/room-reducer.ts";
import { createApi } from "#web/lib/api/api.ts";
import { createRealtimeClient, type SocketLike } from "#web/lib/realtime/realtime-client.ts";

const app = testApp();
const turn = (model: Person, way: "started" | "stopped") =>
  app.modules.rooms.publisherTurned(model.login, way);

function enter(fan: Person, model: Person): Promise<RoomEntry> {
  const api = createApi({
    token: () => fan.token,
    language: () => "en",
    transport: async ({ path, ...init }) => {
      const answer = await fetch(app.origin + path, init as RequestInit);
      return { status: answer.status, text: await answer.text() };
    },
  });
  return enterRoom(api, model.login.toLowerCase());
}

/** A page that has a line already, joined before the room was looked at, and now enters by `entry`. */
async function openLine(fan: Person) {
  const began: string[] = [];
  const client = createRealtimeClient({
    url: `${app.origin.replace("http", "ws")}/realtime`,
    ticket: async () =>
      (await app.call("POST", "/api/realtime/ticket", { as: fan })).body as unknown as { ticket: string },
    socket: (url, protocol) =>
      new WebSocket(url, protocol, { origin: "http://127.0.0.1:1" }) as unknown as SocketLike,
  });
  client.join("public");
  client.start();
  await until(() => client.connection().phase === "open", "an open line");
  client.on("StreamBegan", ({ slug }) => began.push(slug));
  return { client, began };
}

test("R-LIVE-06: a stream that stops between the loading of its room and the joining is over in the room", async () => {
  const [fan, model] = [await app.fan(), await app.model()];
  await turn(model, "started");
  const entry = await enter(fan, model);
  if (entry.kind !== "open") throw new Error(`the room is ${entry.kind}`);
  await turn(model, "stopped");
  const { client } = await openLine(fan);
  let { room } = entry;
  client.on("StreamStopped", (data) => {
    room = roomAfter(room, { name: "StreamStopped", data });
  });
  client.join("public", readingsOf(entry)[0]);
  await until(() => room.stream.status === "stopped", "the end of the stream");
  expect(room.model.isStream).toBe(false);
  client.stop();
});

test("R-ERR-15, R-LIVE-05: who waits for a model learns that they began, though it was before the joining", async () => {
  const [fan, model] = [await app.fan(), await app.model()];
  const entry = await enter(fan, model);
  expect(entry.kind).toBe("not_started");
  await turn(model, "started");
  const { client, began } = await openLine(fan);
  client.join("public", readingsOf(entry)[0]);
  await until(() => began.includes(model.login.toLowerCase()), "the beginning of the stream");
  client.stop();
});
