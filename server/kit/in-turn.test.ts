import { expect, test } from "vitest";
import { createKeyedMutex } from "./keyed-mutex.ts";

test("work of one key is done in the order it came, also after work that throws", async () => {
  const [inTurn, done] = [createKeyedMutex(), [] as string[]];
  const first = Promise.withResolvers<void>();
  const slow = inTurn("room", () => first.promise.then(() => done.push("slow")));
  const broken = inTurn("room", () => Promise.reject(new Error("no")));
  const quick = inTurn("room", async () => done.push("quick"));
  await inTurn("another", async () => done.push("elsewhere"));
  expect(done).toEqual(["elsewhere"]);
  first.resolve();
  await expect(broken).rejects.toThrow("no");
  await Promise.all([slow, quick]);
  expect(done).toEqual(["elsewhere", "slow", "quick"]);
});
