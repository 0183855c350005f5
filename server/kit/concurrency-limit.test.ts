import { expect, test } from "vitest";
import { createConcurrencyLimit } from "./concurrency-limit.ts";

test("no more work runs at once than the limit, the rest in its order, also after work that throws", async () => {
  const [limited, log] = [createConcurrencyLimit(2), [] as string[]];
  const gates = ["a", "b", "c", "d"].map((name) => ({ name, gate: Promise.withResolvers<void>() }));
  const [a, b, c, d] = gates.map(({ name, gate }) =>
    limited(async () => {
      log.push(name);
      await gate.promise;
    }),
  );
  await Promise.resolve();
  expect(log).toEqual(["a", "b"]);
  gates[1]?.gate.reject(new Error("no"));
  await expect(b).rejects.toThrow("no");
  expect(log).toEqual(["a", "b", "c"]);
  for (const { gate } of gates) gate.resolve();
  await Promise.all([a, c, d]);
  expect(log).toEqual(["a", "b", "c", "d"]);
  expect(await limited(async () => "free again")).toBe("free again");
});
