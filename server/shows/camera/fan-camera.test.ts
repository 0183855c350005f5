import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { exchange, goLive, type PlaybackOffer, watch } from "#testing/app/media-clients.ts";
import { listen } from "#testing/app/realtime-client.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { closeAfterEach } from "#testing/close-after-each.ts";
import { broadcast } from "#testing/media-engine/broadcast.ts";
import { connectPeer, type Peer } from "#testing/media-engine/peer.ts";
import { until } from "#testing/until.ts";

const app = testApp();
const kept = closeAfterEach();

const cameraByte = 0xca;

type Body = Record<string, unknown>;
const call = (as: Person, path: string, body: Body = {}) =>
  app.call("POST", path, { as, body, key: randomUUID() });
const codeOf = ({ status, body }: { status: number; body: Body }) => [status, body.code];
const camera = (as: Person) => call(as, "/api/fan/show-camera");
const cameraToSee = async (as: Person) =>
  (await app.call("GET", "/api/studio/show-camera", { as })).body.camera as PlaybackOffer | null;
const playbackOf = async (as: Person, { login }: Person) =>
  (await app.call("GET", `/api/stream/${login}`, { as })).body.playback as PlaybackOffer;

/** A live model who takes cameras, and a fan in a show of theirs who pays for it and watches. */
async function scene({ mode = "private", allowed = true } = {}) {
  const [fan, model] = [await app.fan(2_000), await app.model()];
  kept(await goLive(app, model));
  const rates = { private: 60, vip: 60, spy: 60, spies_allowed: true, two_way_allowed: allowed };
  await call(model, "/api/studio/rates", rates);
  const begin = async () => {
    const asked = await call(fan, "/api/fan/show-requests", { model_id: model.id, mode, rate: 60 });
    expect(asked.status).toBe(201);
    const path = `/api/studio/show-requests/${String(asked.body.id)}`;
    expect((await call(model, path, { accept: true })).status).toBe(200);
    return kept(await watch(app, await playbackOf(fan, model)));
  };
  return { fan, model, begin };
}

/** Sends a camera as the fan's page does; rejects with the status when it is refused. */
async function send({ url, token }: PlaybackOffer, ssrc = 7_000) {
  const peer = await connectPeer((offer) => exchange(new URL(url).pathname, token, offer, app), {
    role: "publisher",
    ssrc,
  });
  kept(peer);
  return Object.assign(peer, { show: broadcast(peer, { ssrc, fill: cameraByte }) });
}

async function sendAs(fan: Person, ssrc?: number) {
  const { status, body } = await camera(fan);
  expect(status).toBe(200);
  return send(body as PlaybackOffer, ssrc);
}
/** The last byte distinguishes what a fan's camera sent from what the model sends. */
const isCamera = (packet: Buffer) => packet.at(-1) === cameraByte;
const pictures = ({ rtp }: Peer) => rtp.length;

/** The packets that the camera sent after that time of its own. */
const after = (peer: Peer, timestamp: number) =>
  peer.rtp.filter((packet) => packet.readUInt32BE(4) > timestamp);

test(
  "R-OPEN-60: the camera of a fan in a show reaches its model and nobody else, packet by packet",
  {
    timeout: 60_000,
  },
  async () => {
    const { fan, model, begin } = await scene();
    const [spy, stranger, otherModel] = [await app.fan(2_000), await app.fan(2_000), await app.model()];
    expect(codeOf(await camera(fan)), "before the show").toEqual([409, "no_show"]);
    expect(await cameraToSee(model)).toBeNull();
    const payer = await begin();
    await call(spy, "/api/fan/spy", { model_id: model.id, rate: 60 });
    const spying = kept(await watch(app, await playbackOf(spy, model)));
    const outside = kept(await listen(app, ["public"], stranger));
    const studio = kept(await listen(app, [`person:${model.id}`], model));

    const sent = await sendAs(fan);
    const on = await studio.event("ShowCameraChanged");
    expect(on).toMatchObject({ model_id: model.id, on: true });
    const seen = await cameraToSee(model);
    if (!seen) throw new Error("the model sees no camera");
    const viewer = kept(await watch(app, seen));
    await until(() => pictures(viewer) > 30, "the fan's picture");

    expect(viewer.rtp.every(isCamera), "the model sees the camera alone").toBe(true);
    for (const peer of [payer, spying]) {
      expect(pictures(peer)).toBeGreaterThan(30);
      expect(peer.rtp.filter(isCamera)).toEqual([]);
    }
    expect(outside.events("ShowCameraChanged")).toEqual([]);

    for (const person of [spy, stranger]) expect((await camera(person)).status).not.toBe(200);
    expect(await cameraToSee(otherModel)).toBeNull();
    for (const person of [fan, spy, stranger])
      expect((await app.call("GET", "/api/studio/show-camera", { as: person })).status).toBe(403);
    const own = await camera(fan);
    const { url: sendUrl, token: sendToken } = own.body as PlaybackOffer;
    await expect(watch(app, { url: seen.url, token: sendToken }), "who sends does not see").rejects.toThrow(
      "401",
    );
    await expect(send({ url: sendUrl, token: seen.token }), "who sees does not send").rejects.toThrow("401");
    const roomPlayback = await playbackOf(spy, model);
    await expect(watch(app, { url: seen.url, token: roomPlayback.token })).rejects.toThrow("403");
    await expect(watch(app, { url: roomPlayback.url, token: seen.token })).rejects.toThrow("403");
    await expect(
      send({ url: roomPlayback.url.replace("/whep/", "/whip/"), token: sendToken }),
    ).rejects.toThrow("401");

    // Where the machine stands still for a second, no picture flows and the meter rests until one does.
    const meterRuns = (camera: string) =>
      until(async () => {
        const { show } = (await app.call("GET", "/api/fan/show", { as: fan })).body;
        return (show as { state: string } | null)?.state === "running";
      }, `the meter that runs ${camera} the camera`);
    await meterRuns("with");
    sent.close();
    await studio.event("ShowCameraChanged", ({ on }) => !on);
    expect(await cameraToSee(model)).toBeNull();
    await meterRuns("without");
  },
);

test(
  "a camera is cut before the room is public again, when the model takes none any more, and when its fan signs out",
  {
    timeout: 60_000,
  },
  async () => {
    const { fan, model, begin } = await scene({ mode: "vip" });
    await begin();
    const place = (await camera(fan)).body as PlaybackOffer;
    const studio = kept(await listen(app, [`person:${model.id}`, "public"], model));
    let cameras = 0;
    const isOff = () =>
      until(
        () => studio.events("ShowCameraChanged").filter(({ on }) => !on).length === cameras,
        `the end of camera ${cameras}`,
      );
    const watchCamera = async (on: { show: { newestTimestamp(): number } }) => {
      cameras += 1;
      const seen = await until(() => cameraToSee(model), `camera ${cameras}`);
      const viewer = kept(await watch(app, seen));
      await until(() => pictures(viewer) > 10, "the fan's picture");
      return { viewer, on };
    };

    const first = await watchCamera(await sendAs(fan));
    await call(model, "/api/studio/rates", { two_way_allowed: false });
    const lastAllowed = first.on.show.newestTimestamp();
    expect(codeOf(await camera(fan))).toEqual([409, "two_way_not_allowed"]);
    await expect(send(place), "a token from before").rejects.toThrow("403");
    await isOff();
    expect(after(first.viewer, lastAllowed)).toEqual([]);

    await call(model, "/api/studio/rates", { two_way_allowed: true });
    const second = await watchCamera(await sendAs(fan, 7_100));
    const leaving = call(fan, "/api/fan/leave-show");
    await studio.event("ChatRoomModeChanged", ({ mode }) => mode === "one_to_many");
    const lastOfShow = second.on.show.newestTimestamp();
    await leaving;
    await isOff();
    expect(after(second.viewer, lastOfShow)).toEqual([]);
    await expect(send(place), "its show is over").rejects.toThrow("403");

    await begin();
    await expect(send(place), "this is another show").rejects.toThrow("403");
    const third = await watchCamera(await sendAs(fan, 7_200));
    const newest = (await camera(fan)).body as PlaybackOffer;
    await call(fan, "/auth/logout");
    await isOff();
    const lastSignedIn = third.on.show.newestTimestamp();
    await expect(send(newest)).rejects.toThrow("401");
    expect(after(third.viewer, lastSignedIn)).toEqual([]);
  },
);

test("a model who takes no camera gets none, and a show that is asked for with one is refused", async () => {
  const { fan, model, begin } = await scene({ allowed: false });
  const asked = { model_id: model.id, mode: "private", rate: 60, two_way: true };
  expect(codeOf(await call(fan, "/api/fan/show-requests", asked))).toEqual([409, "two_way_not_allowed"]);
  await begin();
  expect(codeOf(await camera(fan))).toEqual([409, "two_way_not_allowed"]);
});
