import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { createLogger } from "#server/kit/log.ts";
import { listModel } from "#testing/app/list-model.ts";
import { openAccount } from "#testing/app/open-account.ts";
import { testApp } from "#testing/app/test-app.ts";
import { manualClock } from "#testing/manual-clock.ts";
import { until } from "#testing/until.ts";
import { demoModel } from "../models.ts";
import { keepTipping, tippingFans } from "./tips.ts";

const app = testApp();

const open = (login: string, role: "fan" | "model") => openAccount(app.db, app.modules.identity, login, role);

test("the demo's fans tip in public rooms that the demo has on air, in no show and to no person, and a goal that is reached begins again", async () => {
  const { modules } = app;
  const luna = demoModel("luna");
  if (!luna) throw new Error("nobody is called luna");
  const member = { ...luna, goalTokens: 60 };
  const ids = new Map([["luna", (await open("luna", "model")).id]]);
  const modelId = ids.get("luna") as number;
  for (const { login } of tippingFans) ids.set(login, (await open(login, "fan")).id);
  await listModel(app.db, modelId);
  await modules.rooms.publisherTurned("luna", "started");
  const goal = { title: member.goal, target: member.goalTokens };
  await app.withTransaction((tx) => modules.rooms.changeRoom(tx, modelId, { goal }));
  const clock = manualClock();
  let isOurs = true;
  let asked = 0;
  const stop = keepTipping({
    ...modules,
    db: app.db,
    clock,
    log: createLogger("silent"),
    origin: app.origin,
    members: [member],
    ids,
    isOnAir: () => {
      asked++;
      return isOurs;
    },
  });
  const studio = () => modules.rooms.studio(modelId, app.origin);
  const tips = async () => (await studio()).earnings.tips;
  /** Lets the pauses of so many fans pass: each checks the room once the one before is done with it. */
  const checks = (count: number, why: string) => {
    const before = asked;
    return until(() => {
      clock.advance(60_000);
      return asked >= before + count;
    }, why);
  };
  /** Lets one fan check the room, and no other before their tip is in. */
  const nextTip = async () => {
    const before = await tips();
    await checks(1, "a fan who checks the room");
    await until(async () => (await tips()) > before, "another tip");
  };
  await nextTip();
  const { chat, goal: first } = await studio();
  expect(chat.history.at(-1)).toMatchObject({ kind: "tip", author: { role: "fan" } });
  expect(first?.reached).toBe(chat.history.at(-1)?.tokens);
  const reached = async () => ((await studio()).goal?.reached ?? 0) >= member.goalTokens;
  while (!(await reached())) await nextTip();
  await nextTip();
  expect((await studio()).goal).toMatchObject({ title: member.goal, target: member.goalTokens + 50 });

  /** Two more fans find that this is no room to tip in, after the one who may have begun before. */
  const expectNoTip = async (why: string) => {
    await checks(1, why);
    const paid = await tips();
    await checks(3, why);
    expect(await tips(), why).toBe(paid);
  };
  const payer = await app.fan(1_000);
  const stopAccepting = modules.shows.paid.onRequest(
    ({ id }) => void modules.shows.paid.answer(modelId, id, { accept: true }),
  );
  await modules.shows.paid.request({
    fanId: payer.id,
    modelId,
    mode: "private",
    rate: (await modules.shows.paid.rates(modelId)).private,
    minimum: null,
    capTokens: null,
    capSeconds: 600,
    twoWay: false,
    key: randomUUID(),
  });
  await until(() => modules.shows.paid.showOfFan(payer.id), "the show");
  await expectNoTip("a private show");
  await modules.shows.leaveShow(payer.id);
  stopAccepting();
  await nextTip();

  isOurs = false;
  await expectNoTip("a person on air");
  stop();
});
