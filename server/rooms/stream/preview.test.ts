import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { goLive, type PlaybackOffer, watch } from "#testing/app/media-clients.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { closeAfterEach } from "#testing/close-after-each.ts";
import { until } from "#testing/until.ts";

const app = testApp();
const kept = closeAfterEach();

const preview = (model: Person, as?: Person) =>
  app.call("POST", `/api/stream/${model.login}/preview`, { ...(as && { as }) });
const offerOf = async (model: Person, as?: Person) => (await preview(model, as)).body as PlaybackOffer;

test("R-OPEN-60: a guest gets the public picture of a live model, and no packet of their private show", async () => {
  const [model, fan] = [await app.model(), await app.fan(3_000)];
  expect((await preview(model)).body).toMatchObject({ code: "stream_not_started" });
  const air = kept(await goLive(app, model));
  const guest = kept(await watch(app, await offerOf(model)));
  await until(() => guest.rtp.length > 20, "the picture");
  const spare = await offerOf(model);
  const terms = { model_id: model.id, mode: "private", rate: 60 };
  const asked = await app.call("POST", "/api/fan/show-requests", { as: fan, body: terms, key: randomUUID() });
  const answer = `/api/studio/show-requests/${String(asked.body.id)}`;
  expect((await app.call("POST", answer, { as: model, body: { accept: true } })).status).toBe(200);
  const startedAt = air.show.newestTimestamp();
  await until(() => air.show.newestTimestamp() > startedAt + 45_000, "half a second of the show");
  expect(guest.rtp.filter((packet) => packet.readUInt32BE(4) > startedAt)).toEqual([]);
  await expect(watch(app, spare)).rejects.toThrow("refused: 403");
  for (const as of [undefined, fan, model, await app.fan()])
    expect((await preview(model, as)).body).toMatchObject({ code: "in_show" });
  await app.call("POST", "/api/fan/leave-show", { as: fan, body: {} });
  const after = kept(await watch(app, await offerOf(model)));
  await until(() => after.rtp.length > 20, "the public picture again");
});

test("a preview gets the lowest layer whatever it asks for, a large one of a profile the one that it wants", async () => {
  const model = await app.model();
  kept(await goLive(app, model));
  const large = await app.call("POST", `/api/stream/${model.login}/preview?size=large`);
  const [small, wide] = [
    kept(await watch(app, await offerOf(model))),
    kept(await watch(app, large.body as PlaybackOffer)),
  ];
  expect([await small.prefer("high"), await wide.prefer("high")]).toEqual([403, 204]);
  const wrong = await app.call("POST", `/api/stream/${model.login}/preview?size=huge`);
  expect(wrong.status).toBe(422);
});

test("a preview's token opens no other room, and none for a fan whom the model bans", async () => {
  const [model, other, fan] = [await app.model(), await app.model(), await app.fan()];
  const air = kept(await goLive(app, model));
  kept(await goLive(app, other));
  const offer = await offerOf(model, fan);
  const foreign = { ...offer, url: offer.url.replace(model.login, other.login) };
  await expect(watch(app, foreign)).rejects.toThrow("refused: 403");
  const seen = kept(await watch(app, offer));
  await until(() => seen.rtp.length > 20, "the picture");
  await app.call("POST", "/api/studio/ban", { as: model, body: { fan_id: fan.id } });
  const bannedAt = air.show.newestTimestamp();
  await until(() => air.show.newestTimestamp() > bannedAt + 45_000, "half a second after the ban");
  await expect(watch(app, offer)).rejects.toThrow("refused: 403");
  expect(seen.rtp.filter((packet) => packet.readUInt32BE(4) > bannedAt)).toEqual([]);
  expect((await preview(model, fan)).status).toBe(403);
  expect((await preview(model)).status).toBe(200);
});

test("previews take no seat of what a fan watches", async () => {
  const [model, fan] = [await app.model(), await app.fan()];
  kept(await goLive(app, model));
  const entered = await app.call("GET", `/api/stream/${model.login}`, { as: fan });
  const watched = kept(await watch(app, entered.body.playback as PlaybackOffer));
  for (let n = 0; n < 6; n += 1) kept(await watch(app, await offerOf(model, fan)));
  const before = watched.rtp.length;
  await until(() => watched.rtp.length > before + 20, "the room's picture to go on");
});
