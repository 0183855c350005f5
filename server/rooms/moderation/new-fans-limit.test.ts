import { beforeEach, expect, test } from "vitest";
import { type Person, testApp } from "#testing/app/test-app.ts";

const app = testApp();
let model: Person;
let met: Person;
let stranger: Person;
beforeEach(async () => {
  [model, met, stranger] = [await app.model(), await app.fan(), await app.fan()];
  await app.modules.rooms.publisherTurned(model.login, "started");
});

type Call = (fanId: number, as?: Person) => ReturnType<typeof app.call>;
const ban: Call = (fan_id) => app.call("POST", "/api/studio/ban", { as: model, body: { fan_id } });
const appoint: Call = (fan_id) =>
  app.call("POST", "/api/studio/moderators", { as: model, body: { fan_id, moderates: true } });
const mute: Call = (fan_id, as = model) =>
  app.call("POST", `/api/stream/${model.login}/mute`, { as, body: { fan_id, minutes: 60 } });
const namesShown = async () =>
  JSON.stringify([
    (await app.call("GET", "/api/studio/bans", { as: model })).body,
    (await app.call("GET", "/api/studio/moderators", { as: model })).body,
  ]);

/** Tries so many numbers that are nobody's. */
async function tryNumbers(call: Call, many: number, as: Person = model): Promise<void> {
  const numbers = Array.from({ length: many }, (_, nth) => 900_000_000 + nth);
  const answers = await Promise.all(numbers.map((number) => call(number, as)));
  expect(answers.map(({ status }) => status)).toEqual(numbers.map(() => 404));
}

test.each([
  ["bans", 120, ban],
  ["appointments", 60, appoint],
  ["mutes", 120, mute],
] as const)(
  "R-OPEN-73, R-OPEN-92: by %s a model learns the names of at most %i fans an hour, whose numbers they try",
  async (_what, many, call) => {
    expect((await call(met.id)).status).toBe(200);
    await tryNumbers(call, many - 1);
    const refused = await call(stranger.id);
    expect([refused.status, refused.body.code]).toEqual([429, "too_many"]);
    expect(refused.body.message).toBe(
      "That’s a lot of fans for one hour. Try again later, or write to support.",
    );
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(3_000);
    expect(await namesShown()).not.toContain(stranger.login);
    // A fan whom it concerns already can be kept out again at any time.
    expect((await call(met.id)).status).toBe(200);
    expect(await namesShown()).toContain(met.login);
  },
);

test("R-OPEN-92: who may mute nobody uses up nothing, and moderators together only what is theirs", async () => {
  const refused = await Promise.all(Array.from({ length: 121 }, () => mute(met.id, stranger)));
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([403]));
  const helpers = [await app.fan(), await app.fan()];
  for (const helper of helpers) {
    await appoint(helper.id);
    await tryNumbers(mute, 60, helper);
  }
  const refusals = await Promise.all(helpers.map((helper) => mute(met.id, helper)));
  expect(refusals.map(({ status }) => status)).toEqual([429, 429]);
  expect((await mute(met.id)).status).toBe(200);
});
