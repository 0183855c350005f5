import { expect, test } from "vitest";
import { createLogger } from "#server/kit/log.ts";
import { listModel } from "#testing/app/list-model.ts";
import { openAccount } from "#testing/app/open-account.ts";
import { testApp } from "#testing/app/test-app.ts";
import { manualClock } from "#testing/manual-clock.ts";
import { until } from "#testing/until.ts";
import { demoModel } from "../models.ts";
import { simulateFans } from "./simulated-fans.ts";
import { tippingFans } from "./tips.ts";

const app = testApp();

test("R-OPEN-59: simulated fans with accounts stand in the model's list of who is there, until they are banned", async () => {
  const { modules, db } = app;
  const member = demoModel("luna");
  if (!member) throw new Error("nobody is called luna");
  const model = await openAccount(db, modules.identity, "luna", "model");
  const ids = new Map<string, number>();
  for (const { login } of tippingFans)
    ids.set(login, (await openAccount(db, modules.identity, login, "fan")).id);
  await listModel(db, model.id);
  await modules.rooms.publisherTurned("luna", "started");
  const log = createLogger("silent");
  const fans = simulateFans({ rooms: modules.rooms, clock: manualClock(), log, members: [member], ids });
  const names = async () => (await modules.rooms.fans(model.id)).map(({ name }) => name).toSorted();
  const logins = tippingFans.map(({ login }) => login).toSorted();
  expect(await until(async () => (await names()).length > 0 && names(), "the fans")).toEqual(logins);
  const [banned = ""] = logins;
  expect(await modules.rooms.bans.add(model.id, ids.get(banned) ?? 0)).toMatchObject({ ok: true });
  expect(await names()).toEqual(logins.slice(1));
  fans.stop();
});
