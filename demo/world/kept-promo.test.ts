import { expect, test } from "vitest";
import type { PromoStream } from "#contract/shows.ts";
import { createLogger } from "#server/kit/log.ts";
import { listModel } from "#testing/app/list-model.ts";
import { confirmEmailOf } from "#testing/app/members.ts";
import { listen } from "#testing/app/realtime-client.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { manualClock } from "#testing/manual-clock.ts";
import { until } from "#testing/until.ts";
import { keepPromo, keptPromo } from "./kept-promo.ts";

const app = testApp();

/** The card of a model in the list, as somebody reads it. */
async function cardOf({ login }: Person, as?: Person) {
  const { body } = await app.call("GET", `/api/video-chat-rooms?search=${login}`, as ? { as } : {});
  return (body.data as unknown[])[0];
}

test("R-OPEN-66, R-LIVE-39: the demo's fan always has a promo, whose show begins when they wait for it, and a person who takes over gives none", async () => {
  const { modules } = app;
  const [fan, other, model] = [await app.fan(), await app.fan(), await app.model()];
  await confirmEmailOf(app.db, fan);
  await listModel(app.db, model.id);
  await modules.rooms.publisherTurned(model.login, "started");
  const clock = manualClock();
  let isOurs = false;
  const stop = keepPromo({
    ...modules,
    identity: { byName: (db) => modules.identity.byName(db, fan.login) },
    db: app.db,
    clock,
    log: createLogger("silent"),
    ids: new Map([
      [keptPromo.model, model.id],
      [keptPromo.fan, fan.id],
    ]),
    isOnAir: () => isOurs,
  });
  /** Lets the model check again until something holds. */
  const checkingUntil = <T>(read: () => Promise<T>, what: string) =>
    until(async () => {
      clock.advance(3_000);
      return read();
    }, what);
  const offered = async () => (await modules.shows.promos.promosOf(fan.id)).get(model.id);

  clock.advance(60_000);
  expect(await offered(), "a person is on air").toBeUndefined();
  isOurs = true;
  const promo = await checkingUntil(offered, "the offer");
  expect(promo).toMatchObject({ duration: keptPromo.seconds, time_used: 0 });
  expect(await cardOf(model, fan)).toMatchObject({ promoEnabled: true, promoStreamData: { id: promo.id } });
  expect(await cardOf(model, other)).toMatchObject({ promoEnabled: false, promoStreamData: null });

  const page = (await app.call("GET", `/api/promo-stream/${promo.token}`, { as: fan }))
    .body as unknown as PromoStream;
  const waiting = await listen(app, [page.topic], fan);
  const show = await checkingUntil(() => modules.shows.paid.showOfFan(fan.id), "the show");
  expect(show).toMatchObject({ mode: "promo", role: "promo" });
  waiting.close();

  await modules.shows.promos.withdraw(model.id, promo.id);
  clock.advance(10 * 60_000);
  const next = await checkingUntil(offered, "the next offer");
  expect(next.id).not.toBe(promo.id);
  stop();
});
