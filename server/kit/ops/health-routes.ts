import type { FastifyInstance } from "fastify";
import type { Metrics } from "./metrics.ts";

/** The parts that must answer before a fan is sent here. */
export type Checks = Readonly<Record<string, () => boolean | Promise<boolean>>>;

/** `/healthz` (process up), `/readyz` (every part answers, else 503 with the parts) and `/metrics` (Prometheus). */
export function healthRoutes(app: FastifyInstance, checks: Checks, metrics: Metrics): void {
  app.get("/healthz", () => ({ status: "up" }));
  app.get("/readyz", async (_request, reply) => {
    const names = Object.keys(checks);
    const answers = await Promise.all(names.map(async (name) => checks[name]?.()));
    const parts = Object.fromEntries(names.map((name, index) => [name, answers[index] === true]));
    const ready = Object.values(parts).every(Boolean);
    return reply.status(ready ? 200 : 503).send({ status: ready ? "ready" : "not ready", parts });
  });
  app.get("/metrics", async (_request, reply) => {
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}
