import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { get } from "node:http";
import os from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { legalDetailNames } from "#server/config/legal.ts";
import { newVapidKey } from "#server/config/vapid-key.ts";
import { createLogger } from "#server/kit/log.ts";
import { apiClient } from "#testing/app/api-client.ts";
import { registerMember } from "#testing/app/members.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import { testSmtpServer } from "#testing/email/smtp-server.ts";
import { freePort } from "#testing/free-port.ts";
import { childrenOf } from "#testing/processes/children-of.ts";
import { type RedisServer, redisServer, startRedisServer } from "#testing/redis/redis-server.ts";
import { until } from "#testing/until.ts";
import { explain } from "./explain.ts";
import { reachRedis, versionProblem } from "./reach-redis.ts";

const root = path.resolve(import.meta.dirname, "../..");
const database = fileDatabase();
const log = createLogger("silent");

test("a Redis that is too old is reported in one line", () => {
  expect(versionProblem("# Server\r\nredis_version:7.2.4\r\nredis_mode:standalone")).toBeNull();
  expect(versionProblem("# Server\r\nredis_version:6.2.14\r\n")).toBe(
    "the Redis of REDIS_URL is version 6.2.14; 7 or newer is needed.",
  );
});

test("a Redis that does not answer stops the start in one line, which holds no password", async () => {
  const url = `redis://user:hidden@127.0.0.1:${await freePort()}`;
  const failure = await reachRedis(url, log).catch((error: unknown) => error);
  expect(explain(failure)).toBe("Fanlight cannot start: the Redis of REDIS_URL does not answer.");
});

describe.skipIf(redisServer === null)("with Redis", () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedisServer();
  });
  afterAll(() => redis.close());

  test("a password that Redis refuses stops the start in one line", async () => {
    const url = redis.url.replace("redis://", "redis://nobody:hidden@");
    const failure = await reachRedis(url, log).catch((error: unknown) => error);
    expect(explain(failure)).toMatch(/^Fanlight cannot start: the Redis of REDIS_URL refuses our user name/);
    (await reachRedis(redis.url, log)).disconnect();
  });

  test(
    "NODES=2 runs two nodes behind one port: one that is killed is started again, and all end with their parent",
    {
      timeout: 240_000,
    },
    async () => {
      const mail = await testSmtpServer();
      onTestFinished(() => mail[Symbol.asyncDispose]());
      const dataDir = mkdtempSync(path.join(os.tmpdir(), "fanlight-nodes-"));
      const port = await freePort();
      const origin = `http://127.0.0.1:${port}`;
      const parent = spawn(process.execPath, ["scripts/start.mjs"], {
        cwd: root,
        env: {
          PATH: process.env.PATH,
          ...{ NODES: "2", NODE_NAME: "one", REDIS_URL: redis.url, DEMO: "0", DATA_DIR: dataDir },
          ...{ DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl, SMTP_URL: mail.url },
          ...{
            PORT: String(port),
            HOST: "127.0.0.1",
            PUBLIC_ORIGIN: origin,
            MEDIA_PORT: String(await freePort()),
          },
          ...{ JWT_SECRET: "a secret of an operator, long enough", VAPID_PRIVATE_KEY: newVapidKey() },
          ...{ SITE_NAME: "Cams", STATEMENT_DESCRIPTOR: "CAMS" },
          ...Object.fromEntries(legalDetailNames.map((name) => [name, "said"])),
          REFUSE_AFTER_MS: "5000",
        },
        stdio: ["ignore", "pipe", "pipe"],
      });
      const ended = new Promise<void>((resolve) => parent.once("exit", () => resolve()));
      let output = "";
      for (const stream of [parent.stdout, parent.stderr])
        stream.on("data", (part: Buffer) => {
          output += part.toString();
        });
      onTestFinished(async () => {
        parent.kill("SIGTERM");
        await ended;
        rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
      });
      await until(() => output.includes("Fanlight is ready at"), "the nodes to be ready", 120_000).catch(
        () => {
          throw new Error(output);
        },
      );
      const nodes = () => childrenOf(parent.pid ?? 0).filter(({ command }) => command.includes("start.mjs"));
      expect(nodes()).toHaveLength(2);
      const builds = output.match(/Building the web app/g) ?? [];
      expect(builds.length, "where there was no build, it was made once for both").toBeLessThanOrEqual(1);

      // On a connection of its own each time: the kernel chooses the node by the connection.
      const metrics = () =>
        new Promise<string>((resolve, reject) => {
          get(`${origin}/metrics`, { agent: false }, (answer) => text(answer).then(resolve, reject)).once(
            "error",
            reject,
          );
        });
      const nameOf = async () =>
        /^process_cpu_user_seconds_total\{node="([^"]+)"/m.exec(await metrics())?.[1];
      const namesSeen = async () => {
        const answers = await Promise.all(Array.from({ length: 12 }, () => nameOf().catch(() => undefined)));
        return new Set(answers.filter((name) => name !== undefined));
      };
      const both = () =>
        until(async () => (await namesSeen()).size === 2, "both nodes to answer", 60_000, 200).catch(() => {
          throw new Error(output);
        });
      await both();
      expect([...(await namesSeen())].every((name) => /^one-[12]$/.test(name))).toBe(true);
      const fan = await registerMember({ call: apiClient(() => origin) });
      expect((await apiClient(() => origin)("GET", "/api/fan/show", { as: fan })).body).toEqual({
        show: null,
      });

      process.kill(nodes()[0]?.pid ?? 0, "SIGKILL");
      await until(() => output.includes("it is started again"), "the parent to notice");
      await both();
      expect(nodes()).toHaveLength(2);

      parent.kill("SIGTERM");
      await ended;
      await expect(fetch(`${origin}/healthz`)).rejects.toThrow();
      expect(output).not.toMatch(/bug|TypeError/);
    },
  );
});
