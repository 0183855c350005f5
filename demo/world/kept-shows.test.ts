import { expect, test } from "vitest";
import { systemClock } from "#server/kit/clock.ts";
import { createLogger } from "#server/kit/log.ts";
import { listModel } from "#testing/app/list-model.ts";
import { openAccount } from "#testing/app/open-account.ts";
import { testApp } from "#testing/app/test-app.ts";
import { until } from "#testing/until.ts";
import { demoModels } from "../models.ts";
import { keepShow, keptShows } from "./kept-shows.ts";
import { answerRequests } from "./shows.ts";

const app = testApp();

test.each(keptShows)(
  "R-OPEN-66: $model of the demo is always in a $mode show, and a person who takes over ends it",
  async (kept) => {
    const { modules } = app;
    const open = (login: string, role: "fan" | "model") => openAccount(app.db, modules.identity, login, role);
    const [model, fan] = [await open(kept.model, "model"), await open(kept.fan, "fan")];
    await listModel(app.db, model.id);
    await modules.rooms.publisherTurned(kept.model, "started");
    const watched: { url: string; token: string }[] = [];
    let isOurs = true;
    const needs = {
      ...modules,
      db: app.db,
      clock: systemClock,
      log: createLogger("silent"),
      origin: app.origin,
      ids: new Map([
        [kept.model, model.id],
        [kept.fan, fan.id],
      ]),
      isOnAir: () => isOurs,
      members: demoModels.filter(({ login }) => login === kept.model),
      broadcaster: {
        watch: (_login: string, target: { url: string; token: string }) => void watched.push(target),
        unwatch: () => undefined,
        onWatchEnded: () => () => undefined,
      },
    };
    const stops = [answerRequests(needs), keepShow(kept, needs)];
    const show = await until(() => modules.shows.paid.showOfFan(fan.id), "the show", 30_000);
    expect(show).toMatchObject({ mode: kept.mode, role: "payer", spies_allowed: kept.mode === "private" });
    const target = await until(() => watched[0], "the fan to watch", 30_000);
    const read = await modules.playbackTokens.verify(target.token);
    expect(read).toMatchObject({ ok: true, fan: fan.id, room: kept.model, mode: kept.mode });

    isOurs = false;
    await until(async () => !(await modules.shows.paid.showOfFan(fan.id)), "the end of the show", 30_000);
    for (const stop of stops) stop();
  },
);
