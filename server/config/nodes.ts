import { hostname } from "node:os";
import { z } from "zod";
import { port, setting } from "./setting.ts";

/** The settings of several nodes: how they share what happens, and how one reaches another. */
export const nodeSettings = {
  REDIS_URL: setting(
    {
      about:
        "A Redis, 7 or newer, that makes [several nodes](operations.md) one installation. Needs `DEMO=0`, `DATABASE_URL`, and the same `JWT_SECRET` and `VAPID_PRIVATE_KEY` everywhere",
      example: "redis://redis.internal:6379",
    },
    z
      .string()
      .regex(
        /^rediss?:\/\/[^/]/,
        "must be redis://host or rediss://host, with user:password@ and :port as needed",
      )
      .optional(),
  ),
  NODES: setting(
    {
      about:
        "How many nodes, each a process, this start runs behind its port; more than one need `REDIS_URL`",
      example: "4",
    },
    z.coerce.number().int().min(1).max(64).default(1),
  ),
  NODE_NAME: setting(
    {
      about: "Name of this node in logs and figures; those of `NODES` get `-1`, `-2` … behind it",
      example: "node-a",
      unset: "the host's name",
    },
    z
      .string()
      .regex(/^[\w.-]{1,60}$/, "must be letters, digits, dots, dashes and underscores")
      .optional(),
  ),
  NODE_ADDRESS: setting(
    {
      about: "Address of a private network at which this node listens for the others, in plain HTTP",
      example: "10.0.0.7",
    },
    z.string().min(1).default("127.0.0.1"),
  ),
  NODE_PORT: setting(
    { about: "Port at which it listens for them; `0`: any free one", example: "4001" },
    port.default(0),
  ),
};

type Settings = z.output<z.ZodObject<typeof nodeSettings>> & {
  DEMO: boolean;
  DATABASE_URL?: string | undefined;
  JWT_SECRET?: string | undefined;
  NODE_NAME?: string | undefined;
  VAPID_PRIVATE_KEY?: string | undefined;
};

/** The settings of a process that is one of several. */
export type NodesConfig = {
  redisUrl: string;
  /** In logs and figures. */
  name: string;
  /** Where other nodes reach this one; 0: any free port. */
  host: string;
  port: number;
};

/** One line for each setting that several nodes cannot do without, or have no part for: all at once, to be mended at once. */
export function halfNodes(settings: Settings): string[] {
  if (!settings.REDIS_URL && settings.NODES === 1) return [];
  const asked = settings.REDIS_URL ? "REDIS_URL" : "NODES";
  const problems: string[] = [];
  if (!settings.REDIS_URL)
    problems.push("NODES: several need REDIS_URL, to notify each other (docs/operations.md)");
  if (settings.DEMO)
    problems.push(`${asked}: needs DEMO=0; the demo world and its simulated providers live in one process`);
  if (!settings.DATABASE_URL)
    problems.push(`${asked}: needs DATABASE_URL; the embedded database is one process's own`);
  for (const name of ["JWT_SECRET", "VAPID_PRIVATE_KEY"] as const)
    if (!settings[name] && !(name === "JWT_SECRET" && !settings.DEMO))
      problems.push(`${name}: required with ${asked}, the same on every node`);
  if (settings.NODES > 1 && settings.NODE_PORT !== 0)
    problems.push("NODE_PORT: leave it empty with NODES, whose processes each take a free port");
  return problems;
}

/** Null: this process is the only one. */
export function nodesOf(settings: Settings): NodesConfig | null {
  const { REDIS_URL: redisUrl, NODE_NAME, NODE_ADDRESS: host, NODE_PORT } = settings;
  return redisUrl ? { redisUrl, name: NODE_NAME ?? hostname(), host, port: NODE_PORT } : null;
}
