import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { systemClock } from "#server/kit/clock.ts";
import { createLogger } from "#server/kit/log.ts";
import { listModel } from "#testing/app/list-model.ts";
import { listen } from "#testing/app/realtime-client.ts";
import { testApp } from "#testing/app/test-app.ts";
import { manualClock } from "#testing/manual-clock.ts";
import { until } from "#testing/until.ts";
import { demoModels } from "../models.ts";
import { answerRequests } from "./shows.ts";

const app = testApp();

/** A live model of the demo under their own name. */
async function resident(login: string) {
  const member = demoModels.find((one) => one.login === login);
  if (!member) throw new Error(`nobody is called ${login}`);
  const { identity } = app.modules;
  const open = {
    login,
    email: `${login}@example.test`,
    passwordHash: "none",
    role: "model",
    language: "en",
    address: "127.0.0.1",
  } as const;
  const account =
    (await identity.byName(app.db, login)) ?? (await app.withTransaction((tx) => identity.open(tx, open)));
  await listModel(app.db, account.id);
  await app.modules.rooms.publisherTurned(login, "started");
  return { member, id: account.id };
}

test("R-OPEN-59, R-OPEN-68: the demo's models accept a show by themselves, one declines politely, a person answers alone", async () => {
  const [luna, vera, mila] = [await resident("luna"), await resident("vera"), await resident("mila")];
  const people = [luna, vera, mila];
  const stop = answerRequests({
    shows: app.modules.shows,
    clock: systemClock,
    log: createLogger("silent"),
    members: people.map(({ member }) => member),
    ids: new Map(people.map(({ member, id }) => [member.login, id])),
    isOnAir: (login) => login !== "mila",
  });
  const ask = async ({ id }: { id: number }) => {
    const fan = await app.fan(500);
    const body = { model_id: id, mode: "private", rate: 60 };
    const asked = await app.call("POST", "/api/fan/show-requests", { as: fan, body, key: randomUUID() });
    const path = `/api/fan/show-requests/${String(asked.body.id)}`;
    return async () => (await app.call("GET", path, { as: fan })).body;
  };
  const [accepted, declined, waiting] = await Promise.all(people.map(ask));
  expect(await until(async () => (await accepted?.())?.state === "accepted", "Luna to accept")).toBe(true);
  await until(async () => (await declined?.())?.state === "declined", "Vera to decline");
  expect(await declined?.()).toMatchObject({ reason: expect.stringContaining("Thank you") });
  expect(await waiting?.(), "a person has taken this stream over").toMatchObject({ state: "asked" });
  stop();
});

test("R-OPEN-59, R-OPEN-68: the model who declines lets a fan wait for six seconds first", async () => {
  const { member, id } = await resident("vera");
  const clock = manualClock();
  const stop = answerRequests({
    shows: app.modules.shows,
    clock,
    log: createLogger("silent"),
    members: [member],
    ids: new Map([["vera", id]]),
    isOnAir: () => true,
  });
  const fan = await app.fan(500);
  const body = { model_id: id, mode: "private", rate: (await app.modules.shows.paid.rates(id)).private };
  const asked = await app.call("POST", "/api/fan/show-requests", { as: fan, body, key: randomUUID() });
  const path = `/api/fan/show-requests/${String(asked.body.id)}`;
  const state = async () => (await app.call("GET", path, { as: fan })).body.state;
  clock.advance(5_900);
  expect(await state()).toBe("asked");
  clock.advance(100);
  expect(await until(async () => (await state()) === "declined", "Vera to decline")).toBe(true);
  stop();
});

test("R-OPEN-59, R-OPEN-69: one model of the demo asks more 20 seconds into a show, and what they asked before after it", async () => {
  const { member, id } = await resident("mika");
  const clock = manualClock();
  const planned: number[] = [];
  const { shows } = app.modules;
  const stop = answerRequests({
    shows,
    clock: {
      ...clock,
      after(delayMs, task) {
        planned.push(delayMs);
        return clock.after(delayMs, task);
      },
    },
    log: createLogger("silent"),
    members: [member],
    ids: new Map([["mika", id]]),
    isOnAir: () => true,
  });
  const fan = await app.fan(500);
  const page = await listen(app, [`person:${fan.id}`], fan);
  await shows.paid.changeRates(id, member.rates);
  const rate = member.rates.private;
  const body = { model_id: id, mode: "private", rate };
  await app.call("POST", "/api/fan/show-requests", { as: fan, body, key: randomUUID() });
  clock.advance(5_000);
  await page.event("ShowStarted");
  // The fan may learn of the show before the model's side has its answer.
  await until(async () => planned.includes(20_000), "the model to plan what they ask then");
  const rateNow = async () => (await shows.paid.rates(id)).private;
  clock.advance(19_000);
  expect(await rateNow()).toBe(rate);
  clock.advance(1_000);
  const offer = await page.event("ShowPriceChanged");
  expect(offer).toMatchObject({ rate: rate + 20, show: { rate } });
  clock.advance(70_000);
  await until(async () => (await rateNow()) === rate, "the first price again");
  stop();
  page.close();
});
