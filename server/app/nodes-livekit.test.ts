import { createHash } from "node:crypto";
import { AccessToken } from "livekit-server-sdk";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { ShowState } from "#contract/show-state.ts";
import { goLive, type PlaybackOffer } from "#testing/app/media-clients.ts";
import { type Member, registerListedModel, registerMember } from "#testing/app/members.ts";
import { auditLedger } from "#testing/database/audit-ledger.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import {
  type LivekitServer,
  livekitKeys,
  livekitServer,
  startLivekitServer,
} from "#testing/livekit/livekit-server.ts";
import { watchByLivekit } from "#testing/livekit/livekit-viewer.ts";
import { appProcesses, type NamedApp } from "#testing/processes/app-processes.ts";
import { mediaNodes, silenceOf } from "#testing/processes/media-nodes.ts";
import { freeze } from "#testing/processes/server-process.ts";
import { type RedisServer, redisServer, startRedisServer } from "#testing/redis/redis-server.ts";
import { until } from "#testing/until.ts";

const database = fileDatabase();

describe.skipIf(redisServer === null || livekitServer === null)(
  "three nodes whose media LiveKit carries",
  () => {
    const apps = appProcesses(database);
    const { ownership, split, give, beginShow, showOf } = mediaNodes(database);
    let redis: RedisServer;
    let livekit: LivekitServer;
    beforeAll(async () => {
      [redis, livekit] = await Promise.all([startRedisServer(), startLivekitServer()]);
    });
    afterAll(() => Promise.all([redis.close(), livekit.kill()]));

    /** How long after its death an owner is replaced is shown with the engine; it is the same lease. */
    const start = () => apps.start({ redisUrl: redis.url, livekit: livekit.settings, leaseMs: 4_000 });
    const liveAt = async (app: NamedApp, model: Member, ssrc: number) => {
      const air = await goLive(app, model, ssrc);
      onTestFinished(() => air.close());
      return air;
    };
    const playback = async (app: NamedApp, { login }: Member, as: Member) =>
      (await app.call("GET", `/api/stream/${login}`, { as })).body.playback as PlaybackOffer;
    const watchBy = async (app: NamedApp, { url, token }: PlaybackOffer) => {
      const viewer = await watchByLivekit(app.origin + new URL(url).pathname, token);
      const reports = setInterval(() => viewer.report(), 1_000);
      onTestFinished(() => {
        clearInterval(reports);
        viewer.close();
      });
      await until(() => viewer.rtp.length > 0, "packets");
      return viewer;
    };
    const watchAt = async (app: NamedApp, model: Member, as: Member) =>
      watchBy(app, await playback(app, model, as));
    /** A webhook as LiveKit signs it. */
    const hint = async (app: NamedApp, room: string, key: string) => {
      const body = JSON.stringify({ event: "track_published", room: { name: room } });
      const token = new AccessToken(livekitKeys.apiKey, key);
      token.sha256 = createHash("sha256").update(body).digest("base64");
      const headers = { authorization: await token.toJwt(), "content-type": "application/webhook+json" };
      return (await fetch(`${app.origin}/livekit/webhook`, { method: "POST", headers, body })).status;
    };
    const nextOwner = (term: number) =>
      until(async () => ((await ownership())?.term ?? term) > term, "another owner", 15_000);

    test(
      "watch and meter by any node; cuts hold everywhere, and an owner that is killed or hangs, and a LiveKit that is killed, cost nobody anything",
      {
        timeout: 180_000,
      },
      async () => {
        const first = await start();
        const nodes = [first, ...(await Promise.all([start(), start()]))] as NamedApp[];
        const { owner, b, c, term } = await split(nodes);
        const [fan, guest, other] = await Promise.all([
          registerMember(b),
          registerMember(c),
          registerMember(c),
        ]);
        const model = await registerListedModel(b, database.db);
        await give(fan);
        await liveAt(b, model, 1111);
        const [byOther, byOwner] = [await watchAt(c, model, guest), await watchAt(owner, model, other)];
        expect(await hint(b, model.login, livekitKeys.apiSecret)).toBe(200);
        expect(await hint(b, model.login, "another secret")).toBe(401);

        expect((await b.call("POST", "/api/web_logout", { as: other })).status).toBe(204);
        expect(await silenceOf(byOwner)).toBeLessThan(1_000);
        const stale = await playback(c, model, guest);
        await beginShow([c, b], fan, model);
        const before = byOther.rtp.length;
        expect(await silenceOf(byOther)).toBeLessThan(1_000);
        expect(byOther.rtp.length - before, "what was under way on the wire").toBeLessThan(20);
        await expect(watchBy(b, stale), "a token of the audience before").rejects.toThrow("403");
        await expect(watchBy(owner, stale), "at the owner itself").rejects.toThrow("403");
        const inside = await watchAt(c, model, fan);
        await until(async () => (await showOf(fan)).served_ms > 2_000, "the meter to run");

        // The owner is killed: the model's media goes on at LiveKit, the fan's ends until they are let in again.
        const killedAt = performance.now();
        await owner.kill();
        const kept = await showOf(fan);
        await until(() => !inside.isOpen(), "the fan's signalling to end");
        await nextOwner(term);
        await silenceOf(inside);
        expect((await showOf(fan)).served_ms, "nothing is served in the gap").toBe(kept.served_ms);
        const comesAt = performance.now();
        const back = await watchAt(b, model, fan);
        await until(
          async () => (await showOf(fan)).served_ms >= kept.served_ms + 2_000,
          "the meter to go on",
        );
        expect(performance.now() - killedAt).toBeLessThan(20_000);
        expect((await showOf(fan)).served_ms - kept.served_ms).toBeLessThanOrEqual(
          performance.now() - comesAt + 200,
        );

        // A node that starts takes time, and a fan who is away for too long has left the show.
        const third = await start();

        // LiveKit is killed: the meter stands still until both are back.
        await livekit.kill();
        const cutAt = performance.now();
        await until(() => !back.isOpen(), "the fan to be cut");
        const state = async () => (await c.call("GET", "/api/fan/show", { as: fan })).body.show as ShowState;
        await until(async () => (await state()).state === "paused", "the meter to stand still");
        const isHealthy = async () => {
          const { body } = await (await split([b, c])).owner.call("GET", "/readyz");
          return (body.parts as { media: boolean }).media;
        };
        await until(async () => !(await isHealthy()), "the owner to notice", 10_000, 100);
        // The meter knows a moment before it is written down.
        const stood = await state();
        const paused = await until(async () => {
          const now = await showOf(fan);
          return now.served_ms >= stood.served_seconds * 1_000 ? now : null;
        }, "what was served to be kept");
        expect(paused.served_ms - kept.served_ms).toBeLessThanOrEqual(cutAt - comesAt + 200);
        await livekit.start();
        await until(isHealthy, "the owner to reach LiveKit", 10_000, 100);
        await liveAt(c, model, 2222);
        expect((await showOf(fan)).served_ms).toBe(paused.served_ms);
        const hangs = await split([b, c, third]);
        const again = await watchAt(hangs.b, model, fan);
        await until(async () => (await showOf(fan)).served_ms >= paused.served_ms + 1_000, "the meter again");

        // The owner hangs: who takes over ends those whom it had let in, by whatever node they came.
        const lastTerm = hangs.term;
        await freeze(hangs.owner.pid);
        await nextOwner(lastTerm);
        await until(() => !again.isOpen(), "the fan's signalling to end");
        await silenceOf(again);
        const { served_ms } = await showOf(fan);
        process.kill(hangs.owner.pid, "SIGCONT");
        const ended = await hangs.b.call("POST", "/api/fan/leave-show", { as: fan, body: {} });
        expect(ended.body.show).toMatchObject({ state: "ended" });
        const settled = await showOf(fan);
        expect(settled).toMatchObject({
          open: false,
          held: 0,
          served_ms,
          spent: Math.floor(served_ms / 1_000) * 10,
        });
        await auditLedger(database.db);
      },
    );
  },
);
