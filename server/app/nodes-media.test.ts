import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { goLive, type PlaybackOffer, watch } from "#testing/app/media-clients.ts";
import { freshAddress, type Member, registerListedModel, registerMember } from "#testing/app/members.ts";
import { auditLedger } from "#testing/database/audit-ledger.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import { createVp8Source } from "#testing/media-engine/vp8-source.ts";
import { openFramesPage, pictures } from "#testing/media/frames-page.ts";
import { appProcesses, type NamedApp } from "#testing/processes/app-processes.ts";
import { childrenOf } from "#testing/processes/children-of.ts";
import { mediaNodes, silenceOf } from "#testing/processes/media-nodes.ts";
import { freeze } from "#testing/processes/server-process.ts";
import { type RedisServer, redisServer, startRedisServer } from "#testing/redis/redis-server.ts";
import { until } from "#testing/until.ts";

const database = fileDatabase();
/** Named in keyframes, as those need it who get whole frames. */
const picture = { width: 320, height: 180, firstId: 1 };

describe.skipIf(redisServer === null)("the media of three nodes", () => {
  const apps = appProcesses(database);
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedisServer();
  });
  afterAll(() => redis.close());

  const start = () => apps.start({ redisUrl: redis.url });
  const startThree = async () => {
    const first = await start();
    return [first, ...(await Promise.all([start(), start()]))] as NamedApp[];
  };
  const { ownership, split, give, beginShow, showOf } = mediaNodes(database);
  const playback = async (app: NamedApp, { login }: Member, as: Member) =>
    (await app.call("GET", `/api/stream/${login}`, { as })).body.playback as PlaybackOffer;
  const watchAt = async (app: NamedApp, model: Member, as: Member) => {
    const viewer = await watch(app, await playback(app, model, as));
    onTestFinished(() => viewer.close());
    await until(() => viewer.rtp.length > 0, "packets");
    return viewer;
  };
  const watchOverHttps = async (app: NamedApp, model: Member, as: Member) => {
    const { token } = await playback(app, model, as);
    const page = openFramesPage(`${app.origin.replace(/^http/, "ws")}/frames/${model.login}`, { token });
    onTestFinished(() => page.socket.terminate());
    await pictures(page, 1);
    return page;
  };
  const liveAt = async (app: NamedApp, model: Member, ssrc?: number) => {
    const air = await goLive(app, model, ssrc, createVp8Source({ ssrc: ssrc ?? 1111, picture }));
    onTestFinished(() => air.close());
    return air;
  };
  /** Three nodes, and a private show whose fan pays and watches at the third. */
  const startShow = async () => {
    const nodes = await split(await startThree());
    const { b, c } = nodes;
    const [fan, model] = [await registerMember(b), await registerListedModel(b, database.db)];
    await give(fan);
    await liveAt(b, model);
    await beginShow([c, b], fan, model);
    return { ...nodes, fan, model, viewer: await watchAt(c, model, fan) };
  };

  test(
    "a room published at one node is watched at another; a show that is asked for at a third cuts its viewers, a sign-out anywhere does within a second",
    {
      timeout: 120_000,
    },
    async () => {
      const { owner, b, c } = await split(await startThree());
      const [fan, guest, other] = await Promise.all([
        registerMember(b),
        registerMember(c),
        registerMember(c),
      ]);
      const model = await registerListedModel(b, database.db);
      await give(fan);
      await liveAt(b, model);
      const [first, second] = [await watchAt(c, model, guest), await watchAt(owner, model, other)];
      const overHttps = await watchOverHttps(c, model, await registerMember(c));
      const engines = [owner, b, c].map(({ pid }) =>
        childrenOf(pid).some(({ command }) => command.includes("media-engine/main.ts")),
      );
      expect(engines, "one node runs the engine").toEqual([true, false, false]);

      expect((await b.call("POST", "/api/web_logout", { as: other })).status).toBe(204);
      expect(await silenceOf(second)).toBeLessThan(1_000);

      const stale = await playback(c, model, guest);
      await beginShow([c, b], fan, model);
      await until(() => overHttps.closed() === "ended", "the page over HTTPS to be cut");
      const before = first.rtp.length;
      const shut = await c.call("GET", `/api/stream/${model.login}`, { as: guest });
      expect([shut.status, shut.body.code]).toEqual([409, "in_show"]);
      expect(await silenceOf(first)).toBeLessThan(1_000);
      expect(first.rtp.length - before, "what was under way on the wire").toBeLessThan(20);
      await expect(watch(b, stale), "a token of the audience before").rejects.toThrow("403");
      // Each of them by another node than the engine's: a page over HTTPS is metered by what it reports.
      const inside = await watchOverHttps(c, model, fan);
      inside.showEverything();
      await until(async () => (await showOf(fan)).served_ms > 1_500, "the meter to run");
      expect((await b.call("POST", "/api/fan/leave-show", { as: fan, body: {} })).status).toBe(200);
      await until(() => inside.closed() === "ended", "the fan to be cut");
      const ended = await showOf(fan);
      expect(ended).toMatchObject({ open: false, held: 0, reason: "fan_left" });
      expect(ended.spent).toBe(Math.floor(ended.served_ms / 1_000) * 10);

      // A caller who sends the headers that nodes use among themselves gains nothing by it.
      const forged = await b.call("POST", "/api/studio/stop", {
        as: fan,
        body: {},
        headers: { "x-node-call": "endStream", "x-node-secret": "guessed" },
      });
      expect(forged.status).toBe(403);
      expect((await owner.call("GET", "/api/studio", { as: model })).body.stream).toMatchObject({
        status: "began",
      });
      await auditLedger(database.db);
    },
  );

  test(
    "kill -9 of the owner in a private show: within 15 s another goes on with it, and nobody pays for the gap",
    {
      timeout: 180_000,
    },
    async () => {
      const { owner, b, c, term, fan, model } = await startShow();
      await until(async () => (await showOf(fan)).served_ms > 3_000, "three seconds");
      const killedAt = performance.now();
      await owner.kill();
      const kept = await showOf(fan);
      // So that nobody takes the lease over before a node has reported that nobody holds it.
      const nobody = await database.owner.startTransaction().execute();
      try {
        await sql`select from kit.media_owner for update`.execute(nobody);
        const problems = async () => (await b.call("GET", "/readyz")).body.problems as string[];
        const reported = await until(
          async () => ((await problems()).length > 0 ? problems() : null),
          "a problem",
        );
        expect(reported).toEqual(["owner: no node owns the media yet"]);
      } finally {
        await nobody.rollback().execute();
      }
      // The fan's and the model's pages come back by whatever node they reach.
      const waiting = liveAt(c, model, 2222);
      const next = await until(async () => {
        const now = await ownership();
        return now && now.term > term ? now : null;
      }, "another owner");
      expect(next.term).toBe(term + 1);
      expect(
        performance.now() - killedAt,
        "by the lease; how fast a busy machine goes on is no matter",
      ).toBeLessThan(15_000);
      const state = async () =>
        (await c.call("GET", "/api/fan/show", { as: fan })).body.show as {
          state: string;
          pause: string | null;
        };
      await until(async () => (await state()).state === "paused", "the meter to be another's", 20_000, 100);
      await waiting;
      expect((await b.call("GET", "/readyz")).body).toMatchObject({ status: "ready", problems: [] });
      expect((await showOf(fan)).served_ms, "nothing is served in the gap").toBe(kept.served_ms);
      const back = await watchAt(c, model, fan);
      const backAt = performance.now();
      await until(async () => (await showOf(fan)).served_ms >= kept.served_ms + 2_000, "the meter to go on");
      const { body } = await b.call("POST", "/api/fan/leave-show", { as: fan, body: {} });
      expect(body.show).toMatchObject({ state: "ended" });
      const ended = await showOf(fan);
      expect(ended).toMatchObject({ open: false, held: 0 });
      expect(ended.spent).toBe(Math.floor(ended.served_ms / 1_000) * 10);
      expect(ended.served_ms - kept.served_ms).toBeLessThanOrEqual(performance.now() - backAt + 1_000);
      back.close();
      await auditLedger(database.db);
    },
  );

  test(
    "an owner that is stopped amid a show has charged what flowed until then, at most 2.5 s less and never more",
    {
      timeout: 180_000,
    },
    async () => {
      const { owner, c, fan, viewer } = await startShow();
      const firstAt = performance.now();
      await until(async () => (await showOf(fan)).served_ms > 3_000, "three seconds");
      const stopping = owner.stop();
      const stoppedAt = performance.now();
      const lastAt = stoppedAt + (await silenceOf(viewer));
      await stopping;
      await until(
        async () =>
          ((await c.call("GET", "/api/fan/show", { as: fan })).body.show as { state: string }).state ===
          "paused",
        "the meter to be another's",
      );
      const { served_ms, spent, open } = await showOf(fan);
      expect(open).toBe(true);
      // Media that came before the test saw the first packet is charged, too.
      expect(served_ms).toBeLessThanOrEqual(lastAt - firstAt + 1_000);
      expect(served_ms).toBeGreaterThanOrEqual(lastAt - firstAt - 2_500);
      expect(spent).toBeLessThanOrEqual(Math.floor(served_ms / 1_000) * 10);
    },
  );

  test(
    "an owner that hangs sends nothing any more when another takes over, and charges nothing when it wakes",
    {
      timeout: 180_000,
    },
    async () => {
      const { owner, term, fan, model, viewer } = await startShow();
      await until(async () => (await showOf(fan)).served_ms > 2_000, "two seconds");
      await freeze(owner.pid);
      let lastPacketAt = 0;
      let count = 0;
      const takenAt = await until(async () => {
        if (viewer.rtp.length !== count) [count, lastPacketAt] = [viewer.rtp.length, performance.now()];
        return ((await ownership())?.term ?? term) > term ? performance.now() : null;
      }, "another owner");
      expect(takenAt - lastPacketAt, "the engine ended on its own before").toBeGreaterThan(200);
      const { served_ms, spent } = await showOf(fan);
      process.kill(owner.pid, "SIGCONT");
      // Nobody comes back: the show ends, at what was served.
      await until(async () => !(await showOf(fan)).open, "the show to end", 60_000);
      expect(await showOf(fan)).toMatchObject({
        served_ms,
        spent: Math.floor(served_ms / 1_000) * 10,
        held: 0,
      });
      expect(spent).toBeLessThanOrEqual(Math.floor(served_ms / 1_000) * 10);
      // Calls to the node that woke are passed on.
      const asked = await owner.call("GET", "/api/studio", { as: model });
      expect([asked.status, (await ownership())?.term]).toEqual([200, term + 1]);
      await auditLedger(database.db);
    },
  );

  test(
    "all nodes restarted one after the other under load: no request fails, and the media move on",
    {
      timeout: 240_000,
    },
    async () => {
      const nodes = await startThree();
      await split(nodes);
      const [fan, model] = [
        await registerMember(nodes[0] as NamedApp),
        await registerListedModel(nodes[0] as NamedApp, database.db),
      ];
      await give(fan);
      const serving = new Set(nodes);
      const statuses = new Map<string, number>();
      let over = false;
      const ask = async (path: string, as: Member) => {
        for (let turn = 0; !over; turn += 1) {
          // As a balancer does that asks /readyz.
          const ready = [...serving];
          const node = ready[turn % ready.length] as NamedApp;
          const { status } = await node
            .call("GET", path, { as, headers: freshAddress() })
            .catch(() => ({ status: 0 }));
          const what = `${path} ${status}`;
          statuses.set(what, (statuses.get(what) ?? 0) + 1);
          await new Promise((resolve) => setTimeout(resolve, 30));
        }
      };
      const load = [ask("/api/studio", model), ask("/api/fan/show", fan), ask("/api/fan/profile", fan)];
      const terms = new Set<number>();
      for (const old of nodes) {
        terms.add((await split([...serving])).term);
        serving.delete(old);
        await old.stop();
        serving.add(await start());
      }
      terms.add((await split([...serving])).term);
      over = true;
      await Promise.all(load);
      expect([...statuses.keys()].sort()).toEqual([
        "/api/fan/profile 200",
        "/api/fan/show 200",
        "/api/studio 200",
      ]);
      expect(terms.size, "each owner that stopped was followed").toBeGreaterThan(1);
      await liveAt([...serving][0] as NamedApp, model);
    },
  );
});
