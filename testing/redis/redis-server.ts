import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Redis } from "ioredis";
import { type ServerProcess, startServer } from "#testing/processes/server-process.ts";
import { findRedisServer } from "../../scripts/find-executable.ts";

/** A real Redis on this machine that keeps nothing on disk: what is killed starts again empty. */
export type RedisServer = Omit<ServerProcess, "ports"> & {
  url: string;
  /** Deletes everything that it keeps, as a restart without its data would. */
  empty(): Promise<void>;
  close(): Promise<void>;
};

/** Path of the server's program; null: the tests that need it are skipped. */
export const redisServer = findRedisServer();

/** Starts a server that listens on this machine alone. */
export async function startRedisServer(): Promise<RedisServer> {
  const folder = mkdtempSync(path.join(tmpdir(), "fanlight-redis-"));
  const server = await startServer({
    name: "Redis",
    file: redisServer ?? "",
    argsOf: ([port]) => [
      ...["--port", String(port), "--bind", "127.0.0.1", "--dir", folder],
      ...["--save", "", "--appendonly", "no"],
    ],
    answers: ([port]) => answers(urlOf(port)),
  });
  const url = urlOf(server.ports[0]);
  return Object.assign(server, {
    url,
    empty: () => asked(url, async (redis) => void (await redis.flushall())),
    async close() {
      await server.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  });
}

const urlOf = (port: number) => `redis://127.0.0.1:${port}`;

async function asked<T>(url: string, ask: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null });
  redis.on("error", () => {});
  try {
    await redis.connect();
    return await ask(redis);
  } finally {
    redis.disconnect();
  }
}

const answers = (url: string) =>
  asked(url, (redis) => redis.ping()).then(
    () => true,
    () => false,
  );
