import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { RealtimeEventName } from "#contract/realtime-events.ts";
import { listen, type RealtimeClient } from "#testing/app/realtime-client.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { until } from "#testing/until.ts";

const app = testApp();

const turn = (model: Person, what: "started" | "stopped") =>
  app.modules.rooms.publisherTurned(model.login, what);
const studioOf = async (as: Person) => (await app.call("GET", "/api/studio", { as })).body;
/** Hides or suspends a model, and waits until all is done that follows from it. */
async function act(model: Person, action: "hide" | "suspend"): Promise<void> {
  const order = { reason: "a test", client_id: randomUUID() };
  const done = await app.call("POST", `/api/admin/models/${model.id}/${action}`, {
    as: await app.staff(),
    body: order,
  });
  expect(done.status).toBe(200);
  await app.relay.drain();
}
const hide = (model: Person) => act(model, "hide");
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

for (const action of ["hide", "suspend"] as const)
  for (const onAir of [true, false])
    test(`a page that was in the room of a model ${onAir ? "on" : "off"} air is out of it once staff has put "${action}" on them: nothing that follows there reaches it`, async () => {
      const [model, fan] = [await app.model(), await app.fan()];
      if (onAir) await turn(model, "started");
      const fanPage = await listen(app, [`room:${model.login}`], fan);
      expect(fanPage.messages.some(([kind]) => kind === "joined")).toBe(true);
      await act(model, action);
      await until(() => fanPage.messages.some(([kind]) => kind === "cut"), "the cut");
      const again = await listen(app, [`room:${model.login}`], fan);
      expect(again.messages.some(([kind]) => kind === "refused")).toBe(true);
      await turn(model, "started");
      const body = "nobody is to read this";
      await app.modules.rooms.chat.narrate(model.login, [
        { name: "Visitor", role: "fan", language: "en", body },
      ]);
      for (const page of [fanPage, again]) {
        page.send(["ping"]);
        await until(() => page.messages.some(([kind]) => kind === "pong"), "all that was sent before");
        expect(page.events("RoomMessage")).toEqual([]);
        page.close();
      }
    });

test("how many are with a hidden model is published to nobody, however they came there", async () => {
  const [model, seen] = [await app.model(), await app.model()];
  const guest = await listen(app, ["public"]);
  await hide(model);
  for (const each of [model, seen]) {
    await turn(each, "started");
    app.modules.rooms.watchers.setSimulated(each.login, 3);
  }
  await guest.event("FanJoinedRoomEvent", (data) => data.model_id === seen.id);
  app.modules.rooms.watchers.setSimulated(seen.login, 2);
  await guest.event("FanLeftRoomEvent", (data) => data.model_id === seen.id);
  expect(about(guest, model, "FanJoinedRoomEvent", "FanLeftRoomEvent")).toEqual([]);
  guest.close();
});
