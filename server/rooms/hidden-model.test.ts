import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { RealtimeEventName } from "#contract/realtime-events.ts";
import { listen, type RealtimeClient } from "#testing/app/realtime-client.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";

const app = testApp();

const turn = (model: Person, what: "started" | "stopped") =>
  app.modules.rooms.publisherTurned(model.login, what);
const studioOf = async (as: Person) => (await app.call("GET", "/api/studio", { as })).body;
/** Hides a model, and waits until all is done that follows from it. */
async function hide(model: Person): Promise<void> {
  const order = { reason: "a test", client_id: randomUUID() };
  const hidden = await app.call("POST", `/api/admin/models/${model.id}/hide`, {
    as: await app.staff(),
    body: order,
  });
  expect(hidden.status).toBe(200);
  await app.relay.drain();
}
const about = (page: RealtimeClient, { id }: Person, ...names: RealtimeEventName[]) =>
  names.filter((name) => page.events(name).some((data) => "model_id" in data && data.model_id === id));

const turns = ["StreamBegan", "StreamStopped", "ChatRoomStatusChanged", "update", "remove"] as const;

test("a hidden model may broadcast, their own pages follow it, and nobody else sees it, receives its events or enters", async () => {
  const [model, seen, fan] = [await app.model(), await app.model(), await app.fan()];
  const guest = await listen(app, ["public", "presence"]);
  expect(await studioOf(model)).toMatchObject({ hidden: false });
  await hide(model);
  const modelPage = await listen(app, [`person:${model.id}`], model);
  await turn(model, "started");
  expect(await studioOf(model)).toMatchObject({ hidden: true, stream: { status: "began" } });
  expect((await modelPage.event("ChatRoomStatusChanged")).status).toBe("began");
  for (const path of [`/api/model-profile/${model.login}`, `/api/stream/${model.login}`])
    expect((await app.call("GET", path, { as: fan })).status, path).toBe(404);
  const { body } = await app.call("GET", `/api/video-chat-rooms?search=${model.login}`);
  expect(body.data).toEqual([]);
  const nosy = await listen(app, [`room:${model.login}`], fan);
  expect(nosy.messages.some(([kind]) => kind === "refused")).toBe(true);
  await turn(model, "stopped");
  await turn(seen, "started");
  await guest.event("StreamBegan", (data) => data.model_id === seen.id);
  expect(about(guest, model, ...turns)).toEqual([]);
  for (const page of [guest, modelPage, nosy]) page.close();
});

test("a playback token that a fan got before the model was hidden opens nothing afterwards", async () => {
  const [model, fan] = [await app.model(), await app.fan()];
  await turn(model, "started");
  const entered = await app.call("GET", `/api/stream/${model.login}`, { as: fan });
  const { url, token } = entered.body.playback as { url: string; token: string };
  await hide(model);
  await turn(model, "started");
  const answer = await fetch(url, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/sdp" },
    body: "v=0\r\n",
  });
  expect(answer.status).toBe(403);
});

test("a broadcast ends for everybody at once when its model is hidden", async () => {
  const model = await app.model();
  const guest = await listen(app, ["public", "presence"]);
  await turn(model, "started");
  await guest.event("StreamBegan", (data) => data.model_id === model.id);
  await hide(model);
  await guest.event("StreamStopped", (data) => data.model_id === model.id);
  await guest.event("remove", (data) => data.model_id === model.id);
  guest.close();
});
