import { expect, test } from "vitest";
import { goLive, type PlaybackOffer, publish, watch } from "#testing/app/media-clients.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { closeAfterEach } from "#testing/close-after-each.ts";
import { until } from "#testing/until.ts";

const app = testApp();
const kept = closeAfterEach();

const pause = async (as: Person, paused: boolean) =>
  expect((await app.call("POST", "/api/studio/pause", { as, body: { paused } })).status).toBe(200);
const playbackOf = async (model: Person, as?: Person) => {
  const path = `/api/stream/${model.login}`;
  if (as) return (await app.call("GET", path, { as })).body.playback as PlaybackOffer;
  return (await app.call("POST", `${path}/preview`)).body as PlaybackOffer;
};
/** Waits until an encoder of a room in a break has sent so many packets, which were kept back by then. */
const sentUnseen = ({ login }: Person, publisher: { show: { newestTimestamp(): number } }) => {
  const from = publisher.show.newestTimestamp();
  return until(() => {
    const report = app.media.rooms().get(login);
    return report?.held && report.mediaReceiving && publisher.show.newestTimestamp() > from + 90_000;
  }, "a second that nobody sees");
};

test(
  "R-OPEN-71, R-LIVE-27: while a model takes a break no packet goes out, whatever encoder sends or comes",
  {
    timeout: 60_000,
  },
  async () => {
    const [fan, model] = [await app.fan(), await app.model()];
    const first = kept(await goLive(app, model));
    const viewers = [
      kept(await watch(app, await playbackOf(model, fan))),
      kept(await watch(app, await playbackOf(model))),
    ];
    await until(() => viewers.every(({ rtp }) => rtp.length > 20), "pictures");

    await pause(model, true);
    const counted = () => viewers.map(({ rtp }) => rtp.length);
    // Packets that had left by then may be on their way.
    await sentUnseen(model, first);
    const before = counted();
    await sentUnseen(model, first);
    expect(counted()).toEqual(before);

    first.close();
    const second = kept(await publish(app, model, 2222));
    await sentUnseen(model, second);
    expect(counted()).toEqual(before);

    await pause(model, false);
    await until(() => counted().every((packets, nth) => packets > (before[nth] ?? 0) + 20), "pictures again");
  },
);

test("R-OPEN-71: a break ends with its stream, and the next one is seen at once", async () => {
  const [fan, model] = [await app.fan(), await app.model()];
  const before = kept(await goLive(app, model));
  await pause(model, true);
  await until(() => app.media.rooms().get(model.login)?.held, "the room to be held");
  before.close();
  await app.modules.rooms.endStream(model.id);
  kept(await goLive(app, model, 2222));
  const viewer = kept(await watch(app, await playbackOf(model, fan)));
  await until(() => viewer.rtp.length > 20, "pictures");
});
