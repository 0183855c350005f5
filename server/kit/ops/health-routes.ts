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
