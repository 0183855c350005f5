import { expect, test, vi } from "vitest";
import { createLogger } from "#server/kit/log.ts";
import { createHttpServer } from "./server.ts";

test("a start on a slow machine is not given up, however long a part of it takes", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const app = createHttpServer({ log: createLogger("silent"), trustProxy: 0 });
  try {
    const part = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    app.register(async () => {
      asked.resolve();
      await part.promise;
    });
    const ready = app.ready();
    await asked.promise;
    await vi.advanceTimersByTimeAsync(60 * 60_000);
    part.resolve();
    await expect(ready).resolves.toBeDefined();
  } finally {
    vi.useRealTimers();
    await app.close();
  }
});
