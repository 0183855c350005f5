import { expect, test } from "vitest";
import { createMetrics } from "./metrics.ts";

test("a number that cannot be read, or not soon, is no number, and the others are exported", async () => {
  const metrics = createMetrics();
  metrics.gauge("test_read", "Can be read", () => 7);
  metrics.gauge("test_failed", "Its database is away", () => Promise.reject(new Error("away")));
  metrics.gauge("test_thrown", "Fails at once", () => {
    throw new Error("away");
  });
  metrics.gauge("test_late", "Waits for a connection", () => new Promise(() => {}));
  const begun = performance.now();
  const output = await metrics.registry.metrics();
  expect(performance.now() - begun).toBeLessThan(4_000);
  const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, "m").exec(output)?.[1]);
  expect(value("test_read")).toBe(7);
  for (const name of ["test_failed", "test_thrown", "test_late"])
    expect(output).toMatch(new RegExp(`^${name} nan$`, "im"));
  expect(output).toMatch(/^process_cpu_seconds_total /m);
});
