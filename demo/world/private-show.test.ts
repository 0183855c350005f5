import { expect, test } from "vitest";
import { systemClock } from "#server/kit/clock.ts";
import { createLogger } from "#server/kit/log.ts";
import { listModel } from "#testing/app/list-model.ts";
import { testApp } from "#testing/app/test-app.ts";
import { until } from "#testing/until.ts";
import { demoModels } from "../models.ts";
import { busyFan, busyModel, keepPrivateShow } from "./private-show.ts";
import { answerRequests } from "./shows.ts";

const app = testApp();

test("R-OPEN-66: one model of the demo is always in a private show that can be spied on, and a person who takes over ends it", async () => {
  const { modules } = app;
  const open = (login: string, role: "fan" | "model") =>
    app.withTransaction((tx) =>
      modules.identity.open(tx, {
        login,
        email: `${login}@example.test`,
        passwordHash: "none",
        role,
        language: "en",
        address: "127.0.0.1",
      }),
    );
  const [model, fan] = [await open(busyModel, "model"), await open(busyFan, "fan")];
  await listModel(app.db, model.id);
  await modules.rooms.publisherTurned(busyModel, "started");
  const watched: { url: string; token: string }[] = [];
  let isOurs = true;
  const needs = {
    ...modules,
    db: app.db,
    clock: systemClock,
    log: createLogger("silent"),
    origin: app.origin,
    ids: new Map([
      [busyModel, model.id],
      [busyFan, fan.id],
    ]),
    isOnAir: () => isOurs,
    members: demoModels.filter(({ login }) => login === busyModel),
    broadcaster: {
      watch: (place: { url: string; token: string }) => void watched.push(place),
      unwatch: () => undefined,
      onWatchEnded: () => () => undefined,
    },
  };
  const stops = [answerRequests(needs), keepPrivateShow(needs)];
  const show = await until(() => modules.rooms.paid.showOfFan(fan.id), "the show", 30_000);
  expect(show).toMatchObject({ mode: "private", role: "payer", spies_allowed: true });
  const place = await until(() => watched[0], "the fan to watch", 30_000);
  const read = await modules.playbackTokens.verify(place.token);
  expect(read).toMatchObject({ ok: true, fan: fan.id, room: busyModel, mode: "private" });

  isOurs = false;
  await until(async () => !(await modules.rooms.paid.showOfFan(fan.id)), "the end of the show", 30_000);
  for (const stop of stops) stop();
});
