import { afterAll, expect, test } from "vitest";
import { createLogger } from "#server/kit/log.ts";
import { goLive, type PlaybackOffer, publish, watch } from "#testing/app/media-clients.ts";
import { mediaOnDemand } from "#testing/app/media-on-demand.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { closeAfterEach } from "#testing/close-after-each.ts";
import { showCalls } from "#testing/rooms/show-calls.ts";
import { until } from "#testing/until.ts";

const media = mediaOnDemand({ log: createLogger("silent"), workers: 2 });
const app = testApp(undefined, () => ({ media }));
afterAll(() => media.stop());
const kept = closeAfterEach();

/** A private show in the room of a model of its own, which its fan watches. */
async function openShow(ssrc: number) {
  const [model, fan] = [await app.model(), await app.fan(1_000)];
  const calls = showCalls(app, () => ({ model, fan }));
  kept(await goLive(app, model, ssrc));
  await calls.accepted();
  const playback = async (as: Person) => (await calls.enter(as)).body.playback as PlaybackOffer;
  const watchNow = async () => kept(await watch(app, await playback(fan)));
  await watchNow();
  const servedSeconds = async () => (await calls.showNow(fan))?.served_seconds ?? 0;
  await until(async () => (await servedSeconds()) >= 2, "two seconds");
  return { model, fan, calls, watchNow, servedSeconds, viewer: String(fan.id) };
}

test("R-OPEN-63: one killed process stops the meters of its own rooms alone, until both are back at another", async () => {
  const [killed, other] = [await openShow(1111), await openShow(2222)];
  const processId = media.processId(killed.model.login);
  expect(media.processIds()).toContain(processId);
  expect(media.processId(other.model.login)).not.toBe(processId);
  const before = await other.servedSeconds();
  const startedMs = performance.now();
  process.kill(processId ?? 0, "SIGKILL");
  await until(() => !media.viewers().some(({ person }) => person === killed.viewer), "the viewer to be lost");
  const stoppedAt = await killed.servedSeconds();
  await until(async () => (await other.servedSeconds()) >= before + 4, "four more seconds of the other show");
  const lateMs = performance.now() - startedMs - 4_000;
  expect(lateMs, "nothing is missing in it").toBeLessThan(2_500);
  expect((await killed.servedSeconds()) - stoppedAt, "what had flowed before").toBeLessThanOrEqual(2);

  kept(await publish(app, killed.model, 3333));
  await until(() => media.rooms().get(killed.model.login)?.mediaReceiving, "the model to be back");
  const resumedAt = await killed.servedSeconds();
  await killed.watchNow();
  await until(async () => (await killed.servedSeconds()) >= resumedAt + 2, "its meter to go on");
  for (const { calls, fan, servedSeconds } of [killed, other]) {
    const served = await servedSeconds();
    const { spent } = (await calls.leave()).body.show as { spent: number };
    expect(spent).toBeGreaterThanOrEqual(served);
    expect(spent).toBeLessThanOrEqual(served + 3);
    expect(await calls.balanceOf(fan)).toBe(1_000 - spent);
  }
});

test("R-OPEN-60: on each process the public is cut as the show begins, and the payer alone is watching", async () => {
  const shows = await Promise.all(
    [4444, 5555].map(async (ssrc) => {
      const [model, fan, stranger] = [await app.model(), await app.fan(1_000), await app.fan()];
      const calls = showCalls(app, () => ({ model, fan }));
      const publisher = kept(await goLive(app, model, ssrc));
      const enter = async (as: Person) =>
        kept(await watch(app, (await calls.enter(as)).body.playback as PlaybackOffer));
      return { model, fan, publisher, calls, enter, publicViewer: await enter(stranger) };
    }),
  );
  expect(new Set(shows.map(({ model }) => media.processId(model.login))).size).toBe(2);
  for (const { publicViewer, calls, publisher, enter, fan } of shows) {
    await until(() => publicViewer.rtp.length > 30, "the public picture");
    await calls.accepted();
    publisher.show.repaint(0x77);
    const payer = await enter(fan);
    const ofShow = (packets: Buffer[]) => packets.filter((packet) => packet.at(-1) === 0x77);
    await until(() => ofShow(payer.rtp).length > 100, "the show's picture");
    expect(ofShow(publicViewer.rtp)).toEqual([]);
  }
});
