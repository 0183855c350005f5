import type { Logger } from "#server/kit/log.ts";
import { openRedis, type Redis } from "#server/kit/redis/redis.ts";
import { StartError } from "./explain.ts";

const oldestMajor = 7;
const reachMs = 5_000;

/**
 * Opens the Redis that several nodes share. One that does not answer, refuses us or is too old stops the start: a node
 * that never had it could let in no socket.
 */
export async function reachRedis(url: string, log: Pick<Logger, "warn" | "info">): Promise<Redis> {
  const redis = await openRedis(url, log);
  try {
    const problem = versionProblem(await serverInfo(redis));
    if (problem) throw new StartError(problem);
    return redis;
  } catch (error) {
    redis.disconnect();
    if (error instanceof StartError) throw error;
    throw new StartError(`the Redis of REDIS_URL ${reasonOf(error)}.`, { cause: error });
  }
}

/** The fault of the version that Redis reports in its section `server`, in one line; null: there is none. */
export function versionProblem(info: string): string | null {
  const [, major = "0", rest = ""] = /^redis_version:(\d+)(\S*)/m.exec(info) ?? [];
  if (Number(major) >= oldestMajor) return null;
  return `the Redis of REDIS_URL is version ${major}${rest}; ${oldestMajor} or newer is needed.`;
}

async function serverInfo(redis: Redis): Promise<string> {
  let refused: Error | null = null;
  redis.on("error", (error: Error) => {
    if (isRefusal(error)) refused = error;
  });
  const deadline = performance.now() + reachMs;
  for (;;) {
    try {
      return await redis.info("server");
    } catch (error) {
      if (refused) throw refused;
      if (isRefusal(error as Error) || performance.now() > deadline) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const isRefusal = ({ message }: Error) => /WRONGPASS|NOAUTH|NOPERM|invalid username-password/i.test(message);

/** Without the address, which may hold a password. */
const reasonOf = (error: unknown) =>
  error instanceof Error && isRefusal(error)
    ? "refuses our user name or password, or the commands that we need"
    : "does not answer";
