import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Topic } from "#contract/realtime.ts";
import { systemClock } from "#server/kit/clock.ts";
import { createLogger } from "#server/kit/log.ts";
import { listen } from "#testing/app/realtime-client.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { until } from "#testing/until.ts";
import { keepPresence } from "./keep-presence.ts";

const app = testApp();
const isOnline = async ({ login }: Person) =>
  (await app.call("GET", `/api/model-profile/${login}`)).body.isOnline;

test("R-LIVE-01, R-LIVE-42: a model with a page open is online though not on air, and so are lists and feed", async () => {
  const model = await app.model();
  const guest = await listen(app, ["presence"]);
  expect(await isOnline(model)).toBe(false);
  const page = await listen(app, [`person:${model.id}`], model);
  const published = await guest.event("update", ({ model_id }) => model_id === model.id);
  expect(Date.now() - Date.parse(published.last_connection)).toBeLessThan(60_000);
  const profile = (await app.call("GET", `/api/model-profile/${model.login}`)).body;
  expect(profile).toMatchObject({
    isOnline: true,
    isStream: false,
    lastConnection: published.last_connection,
  });

  await app.modules.rooms.publisherTurned(model.login, "started");
  await app.modules.rooms.publisherTurned(model.login, "stopped");
  expect(await isOnline(model), "off air, and in the studio still").toBe(true);
  expect(guest.events("remove").filter(({ model_id }) => model_id === model.id)).toEqual([]);
  for (const each of [page, guest]) each.close();
});

/** Two nodes on one database, their time moved by hand, and what they publish. */
function nodes() {
  let leaptMs = 0;
  const published: [name: string, id: number | undefined][] = [];
  const realtime = {
    ...app.modules.realtime,
    publish: (_topic: Topic, name: string, data: object) =>
      void published.push([name, "model_id" in data ? Number(data.model_id) : undefined]),
  };
  const node = () => {
    const ticks: (() => void)[] = [];
    const clock = {
      ...systemClock,
      now: () => new Date(Date.now() + leaptMs),
      every: (_ms: number, task: () => void) => {
        ticks.push(task);
        return () => undefined;
      },
    };
    const log = createLogger("silent");
    const presence = keepPresence({ db: app.db, clock, log, catalog: app.modules.catalog, realtime });
    const turn = ({ id }: Person, joined: boolean) =>
      presence.follow({
        topic: `person:${id}`,
        subject: { userId: id, role: "model", tokenId: "t" },
        joined,
        members: joined ? 1 : 0,
        key: `person ${id}`,
      });
    const tick = () => {
      for (const each of ticks) each();
    };
    return { turn, tick };
  };
  const leap = (seconds: number) => {
    leaptMs += seconds * 1_000;
  };
  const began = Date.now();
  /** Until a node has written down that the model is here, at the time that the nodes' clock shows. */
  const renewed = ({ id }: Person) =>
    until(async () => {
      const { rows } = await sql<{
        until: Date;
      }>`select until from catalog.presence where model_id = ${id}`.execute(app.db);
      return (rows[0]?.until.getTime() ?? 0) >= began + leaptMs + 35_000;
    }, "the presence to be renewed");
  return { published, leap, renewed, a: node(), b: node() };
}

test("R-LIVE-01, R-LIVE-02: who reloads or moves to another node has not left; who stays away is published as gone once", async () => {
  const model = await app.model();
  const { published, leap, renewed, a, b } = nodes();
  const mine = () => published.filter(([, id]) => id === model.id).map(([name]) => name);
  a.turn(model, true);
  await until(() => mine().length > 0, "the first page");
  a.turn(model, false);
  leap(30);
  b.turn(model, true);
  await renewed(model);
  a.tick();
  b.tick();
  leap(20);
  b.tick();
  a.tick();
  await renewed(model);
  expect(await isOnline(model)).toBe(true);
  expect(mine()).toEqual(["update"]);

  b.turn(model, false);
  leap(40);
  a.tick();
  b.tick();
  await until(() => mine().length > 1, "the end to be published");
  expect(await isOnline(model)).toBe(false);
  expect(mine()).toEqual(["update", "remove"]);
});

test("R-LIVE-03: where most are gone at once the feed starts over with who has stayed", async () => {
  const { published, leap, a, b } = nodes();
  const many = await Promise.all(Array.from({ length: 55 }, () => app.model()));
  const [stays, ...leave] = many as [Person, ...Person[]];
  for (const model of leave) b.turn(model, true);
  await until(() => published.length >= leave.length, "them to be here", 20_000);
  leap(50);
  a.turn(stays, true);
  await until(() => published.some(([, id]) => id === stays.id), "the one who stays");
  const before = published.length;
  a.tick();
  await until(() => published.length > before + 1, "the feed to start over");
  const [first, ...rest] = published.slice(before);
  expect(first).toEqual(["dump", undefined]);
  expect(rest).toContainEqual(["update", stays.id]);
  expect(rest.every(([name]) => name === "update")).toBe(true);
  expect(rest.some(([, id]) => leave.some((model) => model.id === id))).toBe(false);
});

test("R-LIVE-01: after a crash that lost who is here, who has gone is offline in time, and who is here never was", async () => {
  const [gone, stays] = [await app.model(), await app.model()];
  const { published, leap, renewed, a, b } = nodes();
  const of = (model: Person) => published.filter(([, id]) => id === model.id).map(([name]) => name);
  for (const model of [gone, stays]) a.turn(model, true);
  await until(() => of(gone).length > 0 && of(stays).length > 0, "their first pages");
  a.turn(gone, false);
  await sql`truncate catalog.presence`.execute(app.owner);
  // The node without any of their pages may be the first that sweeps.
  b.tick();
  await renewed(gone);
  a.tick();
  leap(30);
  a.tick();
  await renewed(stays);
  leap(10);
  b.tick();
  await until(() => of(gone).length > 1, "the end to be published");
  expect([await isOnline(gone), await isOnline(stays)]).toEqual([false, true]);
  expect([of(gone), of(stays)]).toEqual([["update", "remove"], ["update"]]);
});

test("R-LIVE-01: a sweep does not shorten what a model who comes at that moment has noted", async () => {
  const model = await app.model();
  const { catalog } = app.modules;
  const at = new Date();
  const later = (seconds: number) => new Date(at.getTime() + seconds * 1_000);
  await app.withTransaction((tx) => catalog.renewPresence(tx, [model.id], { at, until: later(35) }));
  await sql`truncate catalog.presence`.execute(app.owner);
  const noted = Promise.withResolvers<void>();
  const swept = Promise.withResolvers<void>();
  const renewal = app.withTransaction(async (tx) => {
    await catalog.renewPresence(tx, [model.id], { at, until: later(90) });
    noted.resolve();
    await swept.promise;
  });
  await noted.promise;
  const sweep = app.withTransaction((tx) => catalog.restorePresence(tx, later(35)));
  await until(async () => {
    const { rows } = await sql`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%catalog.presence%'`.execute(
      app.owner,
    );
    return rows.length > 0;
  }, "the sweep to wait for the renewal");
  swept.resolve();
  await Promise.all([renewal, sweep]);
  const { rows } = await sql`select until from catalog.presence where model_id = ${model.id}`.execute(app.db);
  expect(rows).toEqual([{ until: later(90) }]);
});
