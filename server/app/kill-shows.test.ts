import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { ShowState } from "#contract/show-state.ts";
import type { PromoLink, PromoStream } from "#contract/shows.ts";
import type { Studio } from "#contract/studio.ts";
import { type Database, readRows } from "#server/kit/database/database.ts";
import { goLive, type PlaybackOffer, publish, watch } from "#testing/app/media-clients.ts";
import { confirmEmailOf, type Member, registerListedModel, registerMember } from "#testing/app/members.ts";
import { listen } from "#testing/app/realtime-client.ts";
import { auditLedger } from "#testing/database/audit-ledger.ts";
import { lockBarrier } from "#testing/database/lock-barrier.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import type { AppProcess } from "#testing/processes/app-process.ts";
import { appProcesses, type NamedApp } from "#testing/processes/app-processes.ts";
import { startAppWithDatabase } from "#testing/processes/app-with-database.ts";
import { childrenOf } from "#testing/processes/children-of.ts";
import { until } from "#testing/until.ts";

const database = fileDatabase();
const apps = appProcesses(database);

async function rowOf(id: number) {
  const row = sql<{ used_s: number; open: number; type: string; reason: string | null }>`
    select used_s, (select count(*)::int from live.participant where promo_link_id = link.id and ended_at is null) as open,
      (select end_reason from live.participant where promo_link_id = link.id) as reason,
      (select type from catalog.stream where stream.model_id = link.model_id) as type
    from shows.promo_link as link where id = ${id}`;
  const [found] = await readRows(database.db, row);
  if (!found) throw new Error("the promo link is gone");
  return found;
}

test(
  "R-OPEN-81: kill -9 in a promo: what was used stays to the second, the room stays its fan's, and nobody comes back: it ends on its own",
  {
    timeout: 120_000,
  },
  async () => {
    const app = await apps.start();
    const [fan, model] = [await registerMember(app), await registerListedModel(app, database.db)];
    await confirmEmailOf(database.db, fan);
    const air = await goLive(app, model);
    const body = { client_id: randomUUID(), email: fan.email, duration: 600 };
    const promo = (await app.call("POST", "/api/studio/promos", { as: model, body }))
      .body as unknown as PromoLink;
    const token = String(promo.url.split("/").pop());
    const visit = (at: NamedApp) => at.call("POST", `/api/promo-stream/${token}`, { as: fan, body: {} });
    const page = (await visit(app)).body as unknown as PromoStream;
    const waiting = await listen(app, [page.topic], fan);
    const begin = { as: model, body: {} };
    expect((await app.call("POST", `/api/studio/promos/${promo.id}/start`, begin)).status).toBe(200);
    const { playback } = (await app.call("GET", `/api/stream/${model.login}`, { as: fan })).body;
    const before = performance.now();
    const viewer = await watch(app, playback as PlaybackOffer);
    await until(async () => (await rowOf(promo.id)).used_s >= 4, "four seconds");
    const { used_s } = await rowOf(promo.id);
    await app.kill();
    for (const each of [waiting, viewer, air]) each.close();
    const kept = await rowOf(promo.id);
    expect(kept).toMatchObject({ open: 1, type: "promo" });
    expect(kept.used_s).toBeGreaterThanOrEqual(used_s);
    expect(kept.used_s).toBeLessThanOrEqual(Math.ceil((performance.now() - before) / 1000));

    const next = await apps.start();
    const outsider = await registerMember(next);
    const others = await next.call("GET", `/api/stream/${model.login}`, { as: outsider });
    expect(others.body.code, "the room is not opened to everybody by a crash").toBe("stream_not_started");
    await until(async () => (await rowOf(promo.id)).open === 0, "the show to be settled", 60_000);
    expect(await rowOf(promo.id)).toMatchObject({ used_s: kept.used_s, type: "public" });
    expect((await visit(next)).body).toMatchObject({ state: "away", promo: { time_used: kept.used_s } });
  },
);

test(
  "R-OPEN-81: kill -9 in a promo whose two participants come back: it continues where it was",
  {
    timeout: 120_000,
  },
  async () => {
    const app = await apps.start();
    const [fan, model] = [await registerMember(app), await registerListedModel(app, database.db)];
    await confirmEmailOf(database.db, fan);
    const air = await goLive(app, model);
    const body = { client_id: randomUUID(), email: fan.email, duration: 600 };
    const promo = (await app.call("POST", "/api/studio/promos", { as: model, body }))
      .body as unknown as PromoLink;
    const path = `/api/promo-stream/${promo.url.split("/").pop()}`;
    const page = (await app.call("POST", path, { as: fan, body: {} })).body as unknown as PromoStream;
    const waiting = await listen(app, [page.topic], fan);
    await app.call("POST", `/api/studio/promos/${promo.id}/start`, { as: model, body: {} });
    const playback = async (at: NamedApp) =>
      (await at.call("GET", `/api/stream/${model.login}`, { as: fan })).body.playback as PlaybackOffer;
    const viewer = await watch(app, await playback(app));
    await until(async () => (await rowOf(promo.id)).used_s >= 2, "two seconds");
    await app.kill();
    for (const each of [waiting, viewer, air]) each.close();
    const { used_s } = await rowOf(promo.id);

    const next = await apps.start();
    const again = await goLive(next, model, 2222);
    const back = await watch(next, await playback(next));
    await until(async () => (await rowOf(promo.id)).used_s >= used_s + 3, "the meter to go on", 20_000);
    expect(await rowOf(promo.id)).toMatchObject({ open: 1, type: "promo" });
    for (const each of [again, back]) each.close();
  },
);

const issueTokens = (owner: Database, { id }: Member) =>
  sql`select wallet.issue(${`kill:${id}`}, 'opening', 'fan', ${id}, 2000, 'opening', null)`.execute(owner);

/** A private show that is watched, at ten tokens a second; `row` reads its participant. */
async function privateShow(app: AppProcess, { db, owner }: { db: Database; owner: Database } = database) {
  const [fan, model] = [await registerMember(app), await registerListedModel(app, db)];
  await issueTokens(owner, fan);
  const air = await goLive(app, model);
  await app.call("POST", "/api/studio/rates", { as: model, body: { private: 600 } });
  const asked = await app.call("POST", "/api/fan/show-requests", {
    as: fan,
    body: { model_id: model.id, mode: "private", rate: 600 },
    key: randomUUID(),
  });
  const path = `/api/studio/show-requests/${String(asked.body.id)}`;
  expect((await app.call("POST", path, { as: model, body: { accept: true } })).status).toBe(200);
  const { playback } = (await app.call("GET", `/api/stream/${model.login}`, { as: fan })).body;
  const viewer = await watch(app, playback as PlaybackOffer);
  const row = async () => {
    const participant = sql<{
      id: number;
      served: number;
      open: boolean;
      spent: number;
      held: number;
      reason: string;
    }>`
      select id::int, (served_ms / 1000)::int as served, ended_at is null as open, spent::int, held::int,
        end_reason as reason
      from live.participant where fan_id = ${fan.id}`;
    const [found] = await readRows(db, participant);
    if (!found) throw new Error("there is no participant");
    return found;
  };
  return { fan, model, viewer, air, row };
}

test(
  "R-OPEN-63, R-OPEN-64: kill -9 in a private show: nobody comes back within 40 s, it is settled, what was served is paid and the rest comes back",
  {
    timeout: 120_000,
  },
  async () => {
    const app = await apps.start();
    const { fan, viewer, air, row } = await privateShow(app);
    await until(async () => (await row()).served >= 4, "four seconds");
    await app.kill();
    for (const each of [viewer, air]) each.close();
    const kept = await row();
    expect(kept).toMatchObject({ open: true, spent: 0, held: 600 });

    const next = await apps.start();
    await until(async () => !(await row()).open, "the show to be settled", 50_000);
    const settled = await row();
    expect(settled).toMatchObject({ served: kept.served, spent: kept.served * 10, held: 0 });
    await expectSettled(next, fan, settled.spent);
  },
);

test(
  "R-OPEN-63, R-OPEN-66: kill -9 as a free look ends and the first minute is being set aside: nothing is taken, and nothing stays on hold",
  {
    timeout: 120_000,
  },
  async () => {
    const app = await apps.start();
    const { fan, model, viewer, air, row } = await privateShow(app);
    const spy = await registerMember(app);
    await issueTokens(database.owner, spy);
    const body = { model_id: model.id, rate: 20 };
    expect((await app.call("POST", "/api/fan/spy", { as: spy, body, key: randomUUID() })).status).toBe(201);
    const { playback } = (await app.call("GET", `/api/stream/${model.login}`, { as: spy })).body;
    const look = await watch(app, playback as PlaybackOffer);
    const looked = async () => {
      const participant = sql<{ served: number; open: boolean; spent: number; hold: number | null }>`
      select served_ms::int as served, ended_at is null as open, spent::int, hold_id as hold
      from live.participant where fan_id = ${spy.id}`;
      return (await readRows(database.db, participant))[0];
    };
    const stop = await lockBarrier(database.owner, (tx) =>
      sql`select from wallet.account where kind = 'fan' and owner_id = ${spy.id} for update`.execute(tx),
    );
    await stop.reached(app.name, 1);
    const killed = app.kill();
    await stop.release();
    await killed;
    for (const each of [look, viewer, air]) each.close();
    const kept = await looked();
    expect(kept).toMatchObject({ open: true, spent: 0, hold: null });
    expect(kept?.served).toBeLessThanOrEqual(10_000);

    const next = await apps.start();
    const isSettled = async () => !(await row()).open && !(await looked())?.open;
    await until(isSettled, "the show and the look to be settled", 50_000);
    expect(await looked()).toMatchObject({ served: kept?.served, spent: 0, hold: null });
    await expectSettled(next, spy, 0);
    await expectSettled(next, fan, (await row()).spent);
  },
);

test(
  "R-OPEN-63, R-OPEN-71: kill -9 of the media engine in a private show: nothing is charged until both are back, and it goes on where it was",
  {
    timeout: 120_000,
  },
  async () => {
    const app = await apps.start();
    const { fan, model, viewer, air, row } = await privateShow(app);
    await until(async () => (await row()).served >= 4, "four seconds");
    const engine = childrenOf(app.pid).find(({ command }) => command.includes("media-engine/main.ts"));
    if (!engine) throw new Error("the application has no media engine");
    process.kill(engine.pid, "SIGKILL");
    for (const each of [viewer, air]) each.close();
    const state = async () => (await app.call("GET", "/api/fan/show", { as: fan })).body.show as ShowState;
    const stood = await until(async () => {
      const show = await state();
      return show?.pause === "model_media_lost" ? show : null;
    }, "the meter to stand still");
    // The meter knows a moment before it is written down.
    const kept = await until(async () => {
      const now = await row();
      return now.served === stood.served_seconds ? now : null;
    }, "what was served to be kept");
    expect(kept).toMatchObject({ open: true });
    await until(
      async () => (await app.call("GET", "/readyz")).status === 200,
      "the engine to be back",
      30_000,
    );
    expect((await row()).served, "meanwhile nothing is served").toBe(kept.served);

    const again = await goLive(app, model, 2222);
    const { playback } = (await app.call("GET", `/api/stream/${model.login}`, { as: fan })).body;
    const back = await watch(app, playback as PlaybackOffer);
    await until(async () => (await row()).served >= kept.served + 3, "the meter to go on", 20_000);
    await app.call("POST", "/api/fan/leave-show", { as: fan, body: {} });
    const ended = await row();
    expect(ended).toMatchObject({ open: false, spent: ended.served * 10, held: 0, reason: "fan_left" });
    for (const each of [again, back]) each.close();
  },
);

test(
  "R-OPEN-63, R-OPEN-64: kill -9 of PostgreSQL in a private show, twice: no second is charged that was not served, and nothing stays on hold",
  {
    timeout: 180_000,
  },
  async () => {
    const { app, db, killDatabase } = await startAppWithDatabase("outage in a show");
    const begun = performance.now();
    const { fan, viewer, air, row } = await privateShow(app, { db, owner: db });
    for (let round = 0; round < 2; round++) {
      const { served } = await row();
      await until(async () => (await row()).served >= served + 3, "three seconds");
      const { served: before, open } = await row();
      expect(open).toBe(true);
      await killDatabase();
      const again = async () => {
        const after = await row();
        return !after.open || after.served > before + 1;
      };
      await until(again, "the show to go on, or to be settled", 30_000);
    }
    await app.call("POST", "/api/fan/leave-show", { as: fan, body: {} });
    await until(async () => !(await row()).open, "the show to be settled", 30_000);
    const ended = await row();
    expect(ended).toMatchObject({ spent: ended.served * 10, held: 0 });
    expect(ended.served).toBeLessThanOrEqual(Math.ceil((performance.now() - begun) / 1_000));
    await expectSettled(app, fan, ended.spent, db);
    await auditLedger(db);
    for (const each of [viewer, air]) each.close();
  },
);

test(
  "R-OPEN-71: kill -9 in a break of a public room: nobody is sent the model's picture until they end the break",
  {
    timeout: 120_000,
  },
  async () => {
    const app = await apps.start();
    const [fan, model] = [await registerMember(app), await registerListedModel(app, database.db)];
    const air = await goLive(app, model);
    const pause = (at: NamedApp, paused: boolean) =>
      at.call("POST", "/api/studio/pause", { as: model, body: { paused } });
    const playback = async (at: NamedApp) =>
      (await at.call("GET", `/api/stream/${model.login}`, { as: fan })).body.playback as PlaybackOffer;
    const viewer = await watch(app, await playback(app));
    await until(() => viewer.rtp.length > 20, "a picture");
    expect((await pause(app, true)).status).toBe(200);
    await app.kill();
    for (const each of [viewer, air]) each.close();

    // The encoder reconnects, as that of OBS does.
    const next = await apps.start();
    const again = await publish(next, model, 2222);
    const back = await watch(next, await playback(next));
    const studio = async () =>
      (await next.call("GET", "/api/studio", { as: model })).body as Pick<Studio, "paused" | "publishing">;
    await until(async () => (await studio()).publishing.receiving, "media that come in");
    const from = again.show.newestTimestamp();
    await until(() => again.show.newestTimestamp() > from + 90_000, "a second that nobody sees");
    expect(await studio()).toMatchObject({ paused: true, publishing: { receiving: true } });
    expect(back.rtp).toEqual([]);
    expect((await pause(next, false)).status).toBe(200);
    await until(() => back.rtp.length > 20, "the picture again");
    for (const each of [again, back]) each.close();
  },
);

/** The fan has what they had but for what was charged, and nothing is on hold. */
async function expectSettled(app: AppProcess, fan: Member, spent: number, db: Database = database.db) {
  const { balance } = (await app.call("GET", "/api/fan/profile", { as: fan })).body;
  expect(balance).toBe(2_000 - spent + (await extraTokens(db, fan.id)));
  const open = sql<{ n: number }>`select count(*)::int as n from wallet.hold where closed_at is null`;
  expect((await readRows(db, open))[0]?.n).toBe(0);
}

/** The fan's tokens beside those that the test gave them. */
async function extraTokens(db: Database, fanId: number): Promise<number> {
  const others = sql<{ tokens: number }>`
    select coalesce(sum(amount), 0)::int as tokens from wallet.transfer
    where kind in ('bonus', 'referral') and credit_id = (
      select id from wallet.account where kind = 'fan' and owner_id = ${fanId})`;
  return (await readRows(db, others))[0]?.tokens ?? 0;
}
