import type { FastifyInstance } from "fastify";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** Numbers for Prometheus, one registry a process. */
export type Metrics = {
  registry: Registry;
  /** A number that is read when it is asked for; NaN when it cannot be read, or not within two seconds. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void;
  /** Adds a sum since the start, which only grows. */
  total(name: string, help: string, read: () => number): void;
  /** Adds several numbers that one read gives, each with its labels; none when they cannot be read. */
  gauges<Label extends string>(
    name: string,
    help: string,
    labels: readonly Label[],
    read: () => Promise<readonly Labelled<Label>[]>,
  ): void;
  counter(name: string, help: string): Counter;
};

export type Labelled<Label extends string> = { labels: Readonly<Record<Label, string>>; value: number };

/** Makes the registry with the process's own figures; with `node`, all of them carry its name. */
export function createMetrics(node?: string): Metrics {
  const registry = new Registry();
  if (node !== undefined) registry.setDefaultLabels({ node });
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    gauge: (name, help, read) =>
      void new Gauge({
        name,
        help,
        registers: [registry],
        async collect() {
          this.set(await within(readMsMax, read).catch(() => Number.NaN));
        },
      }),
    total: (name, help, read) =>
      void new Counter({
        name,
        help,
        registers: [registry],
        collect() {
          this.reset();
          this.inc(read());
        },
      }),
    gauges: (name, help, labelNames, read) =>
      void new Gauge({
        name,
        help,
        labelNames,
        registers: [registry],
        async collect() {
          this.reset();
          for (const { labels, value } of await within(readMsMax, read).catch(() => []))
            this.set(labels, value);
        },
      }),
    counter: (name, help) => new Counter({ name, help, registers: [registry] }),
  };
}

/** A number that waits for something that is away keeps nobody from the other numbers. */
const readMsMax = 2_000;

async function within<Value>(ms: number, read: () => Value | Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not read within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([read(), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Measures every request by route and status, in seconds. */
export function measureRequests(app: FastifyInstance, { registry }: Metrics): void {
  const duration = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time to answer a request, by route and status class",
    labelNames: ["method", "route", "status"],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  app.addHook("onResponse", async (request, reply) => {
    const route = request.routeOptions.url ?? "none";
    const status = `${Math.floor(reply.statusCode / 100)}xx`;
    duration.observe({ method: request.method, route, status }, reply.elapsedTime / 1000);
  });
}
