import { createHash, timingSafeEqual } from "node:crypto";
import { BlockList } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Metrics } from "./metrics.ts";

/** The parts that must answer before a fan is sent here. */
export type Checks = Readonly<Record<string, () => boolean | Promise<boolean>>>;

export type HealthNeeds = {
  checks: Checks;
  metrics: Metrics;
  /** May this caller see more than whether the product is up? */
  isOperator(request: FastifyRequest): boolean;
};

/**
 * `/healthz` (process up) and `/readyz` (200 when every part answers, else 503) for everybody, which parts those are and
 * `/metrics` (Prometheus) for operators; others get 401 there.
 */
export function healthRoutes(app: FastifyInstance, { checks, metrics, isOperator }: HealthNeeds): void {
  app.get("/healthz", () => ({ status: "up" }));
  app.get("/readyz", async (request, reply) => {
    const names = Object.keys(checks);
    const answers = await Promise.all(names.map(async (name) => checks[name]?.()));
    const parts = Object.fromEntries(names.map((name, index) => [name, answers[index] === true]));
    const ready = Object.values(parts).every(Boolean);
    const status = ready ? "ready" : "not ready";
    return reply.status(ready ? 200 : 503).send(isOperator(request) ? { status, parts } : { status });
  });
  app.get("/metrics", async (request, reply) => {
    if (!isOperator(request))
      return reply.status(401).header("www-authenticate", "Bearer").send(forOperators);
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}

const forOperators = {
  code: "unauthorized",
  message: "For operators: the bearer token of METRICS_TOKEN is needed.",
};

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/** Headers by which a proxy says that it passes on somebody else's request (RFC 7239, and what was used before it). */
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
