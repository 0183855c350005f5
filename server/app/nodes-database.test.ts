import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type Database, openDatabase } from "#server/kit/database/database.ts";
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from "#server/kit/database/embedded/embedded-postgres.ts";
import { silentLog } from "#server/kit/database/log.ts";
import { prepareSchema } from "#server/kit/prepare-schema.ts";
import { goLive, type PlaybackOffer, watch } from "#testing/app/media-clients.ts";
import { registerListedModel, registerMember } from "#testing/app/members.ts";
import { appProcesses } from "#testing/processes/app-processes.ts";
import { mediaNodes } from "#testing/processes/media-nodes.ts";
import { createPeople, expectPaidOnce, tipAway, undelivered } from "#testing/processes/tipping.ts";
import { type RedisServer, redisServer, startRedisServer } from "#testing/redis/redis-server.ts";
import { until } from "#testing/until.ts";

describe.skipIf(redisServer === null)("nodes whose PostgreSQL is killed and starts again", () => {
  /** A server of its own, which can be killed under its nodes and starts again by itself. */
  let server: EmbeddedPostgres;
  let db: Database;
  let owner: Database;
  const database = {
    get db() {
      return db;
    },
    get owner() {
      return owner;
    },
    get url() {
      return server.url;
    },
  };
  let dataDir = "";
  let redis: RedisServer;
  beforeAll(async () => {
    dataDir = mkdtempSync(path.join(tmpdir(), "fanlight-nodes-database-"));
    chmodSync(dataDir, 0o755);
    redis = await startRedisServer();
    // Durable: what was answered as paid must have been written down before the kill.
    server = await startEmbeddedPostgres({ dataDir, log: silentLog });
    db = openDatabase(server.url, { log: silentLog, poolMax: 4 });
    owner = openDatabase(server.ownerUrl, { log: silentLog, poolMax: 2 });
    await prepareSchema(db, { ownerUrl: server.ownerUrl, log: silentLog });
  });
  afterAll(async () => {
    await Promise.all([db?.destroy(), owner?.destroy(), redis?.close()]);
    await server?.stop();
    if (dataDir) rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  });
  // Below: what is registered last ends first.
  const apps = appProcesses(database);
  const { split, give, beginShow, showOf } = mediaNodes(database);

  test(
    "every tip is paid once, events are delivered, and a show goes on for the seconds that were served",
    {
      timeout: 180_000,
    },
    async () => {
      const [first, second] = [
        await apps.start({ redisUrl: redis.url }),
        await apps.start({ redisUrl: redis.url }),
      ];
      await split([first, second]);
      const people = await createPeople(first, db);
      const [fan, model] = [await registerMember(second), await registerListedModel(second, db)];
      await give(fan);
      const air = await goLive(first, model);
      onTestFinished(() => air.close());
      await beginShow([first, second], fan, model);
      const asked = await second.call("GET", `/api/stream/${model.login}`, { as: fan });
      const viewer = await watch(second, asked.body.playback as PlaybackOffer);
      onTestFinished(() => viewer.close());
      const watchedFrom = performance.now();
      await until(async () => (await showOf(fan)).served_ms > 2_000, "two seconds of the show");

      let turn = 0;
      const tips = tipAway(() => [first, second][turn++ % 2] as typeof first, people);
      await until(() => tips.paid.size > 20, "tips before the kill");
      const { pid } = server;
      process.kill(pid, "SIGKILL");
      await until(() => tips.refused() > 0, "tips to be refused");
      await until(() => server.pid !== pid, "the server to start again");
      const before = tips.paid.size;
      await until(() => tips.paid.size > before + 20, "tips to be paid again");
      await tips.end();
      expect([...tips.statuses].filter((status) => status !== 0 && status !== 503)).toEqual([200]);

      const { served_ms } = await showOf(fan);
      await until(async () => (await showOf(fan)).served_ms > served_ms + 2_000, "the meter to go on");
      await second.call("POST", "/api/fan/leave-show", { as: fan, body: {} });
      const ended = await until(async () => {
        const show = await showOf(fan);
        return show.open ? null : show;
      }, "the show to end");
      expect(ended).toMatchObject({ held: 0, reason: "fan_left" });
      expect(ended.spent).toBe(Math.floor(ended.served_ms / 1_000) * 10);
      expect(ended.served_ms).toBeLessThanOrEqual(performance.now() - watchedFrom + 1_000);
      await until(async () => (await undelivered(db)) === 0, "the outbox to be delivered");
      await expectPaidOnce(db, tips.paid, people);
    },
  );
});
