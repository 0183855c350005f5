import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Redis } from "ioredis";
import { freeze } from "#testing/processes/freeze.ts";
import { findRedisServer } from "../../scripts/find-executable.ts";
import { freePort } from "../free-port.ts";
import { until } from "../until.ts";

/** A real Redis on this machine that keeps nothing on disk. */
export type RedisServer = {
  url: string;
  /** The process; another one after {@link start}. */
  readonly pid: number;
  /** Deletes everything that it keeps, as a restart without its data would. */
  empty(): Promise<void>;
  /** Stops answering; connections stay open. */
  freeze(): Promise<void>;
  thaw(): void;
  /** Ends it at once, with all that it keeps. */
  kill(): Promise<void>;
  /** Starts it again at the same address, empty. */
  start(): Promise<void>;
  close(): Promise<void>;
};

/** Path of the server's program; null: the tests that need it are skipped. */
export const redisServer = findRedisServer();

/** Starts a server that listens on this machine alone; it takes no port of its own choice, so one that was free is tried. */
export async function startRedisServer(): Promise<RedisServer> {
  for (;;) {
    const server = await tryPort(await freePort());
    if (server) return server;
  }
}

/** Null: something else has taken the port meanwhile. */
async function tryPort(port: number): Promise<RedisServer | null> {
  const folder = mkdtempSync(path.join(tmpdir(), "fanlight-redis-"));
  const url = `redis://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  const start = async () => {
    const started = spawn(
      redisServer ?? "",
      ["--port", String(port), "--bind", "127.0.0.1", "--dir", folder, "--save", "", "--appendonly", "no"],
      { stdio: "ignore" },
    );
    child = started;
    await until(async () => started.exitCode !== null || (await answers(url)), "Redis to answer");
    return started.exitCode === null;
  };
  const kill = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child?.once("exit", resolve));
    child.kill("SIGKILL");
    await ended;
  };
  if (!(await start())) {
    rmSync(folder, { recursive: true, force: true });
    return null;
  }
  return {
    url,
    get pid() {
      return child?.pid ?? 0;
    },
    empty: () => asked(url, async (redis) => void (await redis.flushall())),
    freeze: () => freeze(child?.pid ?? 0),
    thaw: () => void child?.kill("SIGCONT"),
    kill,
    start: async () => {
      if (!(await start())) throw new Error("Redis did not start again");
    },
    async close() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

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
