import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect, type IncomingHttpHeaders } from "node:http2";
import { request } from "node:https";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type ApiClient, apiClient } from "#testing/app/api-client.ts";
import { goLive, type PlaybackOffer, watch } from "#testing/app/media-clients.ts";
import { type Member, registerListedModel, registerMember } from "#testing/app/members.ts";
import { listen } from "#testing/app/realtime-client.ts";
import { breakableLink } from "#testing/database/breakable-link.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import { createVp8Source } from "#testing/media-engine/vp8-source.ts";
import { openFramesPage, pictures } from "#testing/media/frames-page.ts";
import { appProcesses } from "#testing/processes/app-processes.ts";
import { createPeople, expectPaidOnce, type People } from "#testing/processes/tipping.ts";
import { proxyKinds, startProxy } from "#testing/proxies/proxy.ts";
import { type RedisServer, redisServer, startRedisServer } from "#testing/redis/redis-server.ts";
import { until } from "#testing/until.ts";
import { tusCalls } from "#testing/uploads/tus-calls.ts";

const database = fileDatabase();
const apps = appProcesses(database);
const publicOrigin = "https://cams.test";
const megabyte = 1024 * 1024;

/** A guess of a password, with an address that the caller claims, from one of this machine's own. */
function guess(origin: string, login: string, localAddress: string): Promise<number> {
  const body = JSON.stringify({ login, password: "guessed" });
  const claimed = `10.8.${Math.floor(Math.random() * 256)}.${Math.floor(Math.random() * 256)}`;
  const headers = { "content-type": "application/json", "x-forwarded-for": claimed };
  return new Promise((resolve, reject) => {
    request(`${origin}/api/web_login`, { method: "POST", agent: false, localAddress, headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    })
      .once("error", reject)
      .end(body);
  });
}

describe.each(proxyKinds.map((kind) => [kind.name, kind] as const))("behind %s", (_name, kind) => {
  describe.skipIf(kind.file === null)("which is here", () => {
    test(
      "one process: the API, its cookies and redirects under TLS, the caller's own address, sockets, media and uploads",
      { timeout: 120_000 },
      async () => {
        const app = await apps.start({ publicOrigin });
        const proxy = await startProxy(kind, [app.origin]);
        const call = apiClient(() => proxy.origin);
        const outside = { origin: proxy.origin, call, publicOrigin };
        const [fan, model] = [await registerMember(app), await registerListedModel(app, database.db)];

        expect((await call("GET", "/api/fan/profile", { as: fan })).status).toBe(200);
        const photos = apiClient(() => proxy.photosOrigin);
        expect((await photos("GET", "/api/fan/profile", { as: fan })).status).toBe(200);
        const { login, password } = fan;
        const signedIn = await call("POST", "/api/web_login", { body: { login, password } });
        expect([signedIn.status, signedIn.headers["set-cookie"]]).toEqual([
          200,
          expect.stringMatching(/; HttpOnly; .*; Secure/),
        ]);
        expect(await statusOverHttp2(`${proxy.origin}/api/nothing`)).toBe(404);
        expect(signedIn.headers["strict-transport-security"]).toContain("max-age=");
        const led = await call("GET", "/auth/twitter", { headers: { accept: "text/html" } });
        expect([led.status, led.headers.location]).toEqual([302, "/?twitter=loginFalse"]);
        const plain = await apiClient(() => proxy.plainOrigin)("GET", "/videos?page=2");
        expect([plain.status, plain.headers.location]).toEqual([308, "https://127.0.0.1/videos?page=2"]);

        const guesses = [];
        for (let tries = 0; tries < 7; tries++)
          guesses.push(await guess(proxy.origin, model.login, "127.0.0.1"));
        expect(guesses, "whatever address is claimed").toEqual([401, 401, 401, 401, 401, 429, 429]);
        expect(await guess(proxy.origin, fan.login, "127.0.0.2"), "another address").toBe(401);

        const page = await listen(outside, ["public", `room:${model.login}`], fan);
        onTestFinished(() => page.close());
        const source = createVp8Source({ ssrc: 1111, picture: { width: 320, height: 180, firstId: 1 } });
        const air = await goLive(outside, model, 1111, source);
        onTestFinished(() => air.close());
        await page.event("StreamBegan");
        const playback = async () =>
          (await call("GET", `/api/stream/${model.login}`, { as: fan })).body.playback as PlaybackOffer;
        const viewer = await watch(outside, await playback());
        onTestFinished(() => viewer.close());
        await until(() => viewer.rtp.length > 0, "the picture");
        expect(await viewer.leave()).toBe(200);
        const frames = openFramesPage(`${proxy.origin.replace("https", "wss")}/frames/${model.login}`, {
          token: (await playback()).token,
        });
        onTestFinished(() => frames.socket.terminate());
        await pictures(frames, 1);

        const tus = tusCalls(() => proxy.origin);
        const film = Buffer.alloc(48 * megabyte, 7);
        const begun = String((await tus.begin(fan, film.length)).headers.get("location"));
        const half = film.subarray(0, 24 * megabyte);
        const arrived = async () => (await tus.offsetOf(fan, begun)) > 20 * megabyte;
        const kept = await tus.cut(fan, begun, { size: film.length, first: half, arrived });
        expect((await tus.append(fan, begun, kept, film.subarray(kept))).status).toBe(204);
        expect(await tus.offsetOf(fan, begun)).toBe(film.length);
      },
    );

    describe.skipIf(redisServer === null)("with nodes", () => {
      let redis: RedisServer;
      beforeAll(async () => {
        redis = await startRedisServer();
      });
      afterAll(() => redis.close());
      const start = (more: object = {}) => apps.start({ publicOrigin, redisUrl: redis.url, ...more });

      test(
        "kill -9 of one of three nodes while callers ask: nobody who repeats once gets a 502, and every tip is paid once",
        { timeout: 120_000 },
        async () => {
          const first = await start();
          const nodes = [first, ...(await Promise.all([start(), start()]))];
          const people = await createPeople(first, database.db);
          const proxy = await startProxy(
            kind,
            nodes.map(({ origin }) => origin),
          );
          const asked = askAndTip(
            apiClient(() => proxy.origin),
            people,
          );
          await until(() => asked.paid.size > 30, "tips before a node is killed");
          const { [1]: victim } = nodes;
          await victim?.kill();
          const after = asked.paid.size;
          await until(() => asked.paid.size > after + 60, "tips after a node was killed");
          await asked.end();
          expect(asked.reads, "what can be repeated is, by the proxy itself").toEqual(new Set([200]));
          expect(asked.tips, "what was asked twice at most").toEqual(new Set([200]));
          await expectPaidOnce(database.db, asked.paid, people);
        },
      );

      test(
        "a node without its database: another answers what can be repeated, and where none can, callers read our own refusal",
        { timeout: 120_000 },
        async () => {
          const link = await breakableLink(database.url);
          onTestFinished(() => link.close());
          const healthy = await start();
          const [cut, other] = await Promise.all([
            start({ databaseUrl: link.url }),
            start({ databaseUrl: link.url }),
          ]);
          const fan = await registerMember(healthy);
          const proxied = async (nodes: { origin: string }[]) => {
            const { origin } = await startProxy(
              kind,
              nodes.map((node) => node.origin),
            );
            return apiClient(() => origin);
          };
          const two = await proxied([healthy, cut]);
          const none = await proxied([cut, other]);
          const read = (call: ApiClient) => call("GET", "/api/fan/profile", { as: fan });
          link.cut("refused");
          const refused = async () =>
            (await read(cut.call)).status === 503 && (await read(other.call)).status === 503;
          await until(refused, "the nodes to notice");
          const reads = await Promise.all(Array.from({ length: 6 }, () => read(two)));
          expect(new Set(reads.map(({ status }) => status))).toEqual(new Set([200]));
          const sent = () => none("POST", "/api/fan/leave-show", { as: fan, body: {} });
          const refusals = await Promise.all([read(none), read(none), read(none), sent(), sent()]);
          for (const { status, headers, body } of refusals)
            expect([status, Number(headers["retry-after"]) > 0, body.code]).toEqual([
              503,
              true,
              "unavailable",
            ]);
        },
      );
    });
  });
});

/** The answer to a GET by HTTP/2, which browsers choose with TLS. */
async function statusOverHttp2(url: string): Promise<number> {
  const session = connect(url);
  onTestFinished(() => session.destroy());
  const [headers] = await once(session.request({ ":path": new URL(url).pathname }).end(), "response");
  return Number((headers as IncomingHttpHeaders)[":status"]);
}

/** Every fan reads and tips in turn, as pages do: what has no answer of ours is sent once more under its key. */
function askAndTip(call: ApiClient, { fans, model }: People) {
  const [reads, tips, paid] = [new Set<number>(), new Set<number>(), new Set<string>()];
  let over = false;
  const tip = (as: Member, key: string) =>
    call("POST", `/api/fan/pay-tips-to-model/${model.id}`, { as, key, body: { amount: 1 } });
  const askOn = async (fan: Member) => {
    while (!over) {
      reads.add((await call("GET", "/api/fan/profile", { as: fan })).status);
      const key = randomUUID();
      const sent = await tip(fan, key);
      const { status } = sent.status === 502 ? await tip(fan, key) : sent;
      tips.add(status);
      if (status === 200) paid.add(key);
    }
  };
  const all = Promise.all(fans.map(askOn));
  all.catch(() => undefined);
  return {
    reads,
    tips,
    paid,
    async end() {
      over = true;
      await all;
    },
  };
}
