import { createHash, timingSafeEqual } from "node:crypto";
import { BlockList } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Metrics } from "./metrics.ts";

/** The parts that must answer before a fan is sent here. */
export type Checks = Readonly<Record<string, () => boolean | Promise<boolean>>>;

/** Parts without which the rest goes on: what hinders them, in one line, or null. */
export type Hindrances = Readonly<Record<string, () => Promise<string | null>>>;

export type HealthNeeds = {
  checks: Checks;
  hindrances?: Hindrances;
  metrics: Metrics;
  /** May this caller see more than whether the product is up? */
  isOperator(request: FastifyRequest): boolean;
};

/**
 * `/healthz` (process up) and `/readyz` for everybody: 200 when every part answers, else 503; still 200, and "degraded",
 * when only parts are hindered without which the rest goes on. Which parts those are and what hinders them, and
 * `/metrics` (Prometheus), are for operators; others get 401 there.
 */
export function healthRoutes(
  app: FastifyInstance,
  { checks, hindrances = {}, metrics, isOperator }: HealthNeeds,
): void {
  app.get("/healthz", () => ({ status: "up" }));
  app.get("/readyz", async (request, reply) => {
    const [answers, hindered] = await Promise.all([ask(checks), ask(hindrances)]);
    const needed = answers.map(([name, answer]) => [name, answer === true] as const);
    const ready = needed.every(([, isUp]) => isUp);
    const problems = hindered.flatMap(([name, problem]) => (problem === null ? [] : [`${name}: ${problem}`]));
    const status = !ready ? "not ready" : problems.length > 0 ? "degraded" : "ready";
    const others = hindered.map(([name, problem]) => [name, problem === null] as const);
    const details = { parts: Object.fromEntries([...needed, ...others]), problems };
    return reply.status(ready ? 200 : 503).send(isOperator(request) ? { status, ...details } : { status });
  });
  app.get("/metrics", async (request, reply) => {
    if (!isOperator(request))
      return reply.status(401).header("www-authenticate", "Bearer").send(forOperators);
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}

/** Asks all at once; answers by name. */
const ask = <Answer>(questions: Readonly<Record<string, () => Answer | Promise<Answer>>>) =>
  Promise.all(Object.entries(questions).map(async ([name, answer]) => [name, await answer()] as const));

const forOperators = {
  code: "unauthorized",
  message: "For operators: the bearer token of METRICS_TOKEN is needed.",
};

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/** Headers by which a proxy shows that it passes on somebody else's request (RFC 7239, and what was used before it). */
const proxyHeaders = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"];

/**
 * Recognises operators: by the bearer token, where there is one, or because they ask from the machine
 * itself. The connection's own address counts, never what a header claims; a request that a proxy on this machine has
 * passed on comes from somewhere else.
 */
export function operatorGate(token: string | null) {
  return ({ raw }: FastifyRequest): boolean => {
    const given = /^Bearer +(\S+) *$/i.exec(raw.headers.authorization ?? "")?.[1];
    if (given !== undefined && token !== null && sameText(given, token)) return true;
    const isPassedOn = proxyHeaders.some((name) => raw.headers[name] !== undefined);
    return !isPassedOn && isLoopback(raw.socket.remoteAddress ?? "");
  };
}

function isLoopback(address: string): boolean {
  return loopback.check(address, address.includes(":") ? "ipv6" : "ipv4");
}

/** Constant-time comparison. */
function sameText(a: string, b: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
