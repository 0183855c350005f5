import { expect, test } from "vitest";
import { coalesce, coalesceReads } from "./coalesce.ts";
import { waitingAtMost, waitLeftMs } from "./database/wait-budget.ts";

/** Batches that end when the test decides. */
function gate() {
  const batches: { calls: readonly number[]; end(): void; fail(error: Error): void }[] = [];
  const together = (calls: readonly number[]) =>
    new Promise<number[]>((resolve, reject) => {
      batches.push({ calls, end: () => resolve(calls.map((call) => call * 10)), fail: reject });
    });
  return { together, batches, calls: () => batches.map((batch) => [...batch.calls]) };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("a call runs alone at once, and those that come meanwhile run together, in their order", async () => {
  const { together, batches, calls } = gate();
  const ask = coalesce(together, { atOnce: 1, batchMax: 3, waitingMax: 100 });
  const answers = [1, 2, 3, 4, 5].map((call) => ask(call));
  expect(calls()).toEqual([[1]]);
  batches[0]?.end();
  await settled();
  expect(calls()).toEqual([[1], [2, 3, 4]]);
  batches[1]?.end();
  await settled();
  batches[2]?.end();
  expect(await Promise.all(answers)).toEqual([10, 20, 30, 40, 50]);
  expect(calls()).toEqual([[1], [2, 3, 4], [5]]);
});

test("several batches are under way at the same time, and no more than that", async () => {
  const { together, batches, calls } = gate();
  const ask = coalesce(together, { atOnce: 2, batchMax: 10, waitingMax: 100 });
  const answers = [1, 2, 3, 4].map((call) => ask(call));
  expect(calls()).toEqual([[1], [2]]);
  batches[1]?.end();
  await settled();
  expect(calls()).toEqual([[1], [2], [3, 4]]);
  for (const batch of batches) batch.end();
  expect(await Promise.all(answers)).toEqual([10, 20, 30, 40]);
});

test("when a batch throws, only the call that is bad fails", async () => {
  const ask = coalesce(
    async (calls: readonly number[]) => {
      await settled();
      if (calls.includes(3)) throw new Error("3 is bad");
      return calls.map((call) => call * 10);
    },
    { atOnce: 1, batchMax: 10, waitingMax: 100 },
  );
  const answers = await Promise.allSettled([1, 2, 3, 4].map((call) => ask(call)));
  expect(answers.map((answer) => (answer.status === "fulfilled" ? answer.value : "failed"))).toEqual([
    10,
    20,
    "failed",
    40,
  ]);
  expect(await ask(5)).toBe(50);
});

test("when nothing answers, all calls of a batch learn of it after one more try, side by side", async () => {
  const { together, batches, calls } = gate();
  const ask = coalesce(together, { atOnce: 1, batchMax: 10, waitingMax: 100 });
  const answers = Promise.allSettled([1, 2, 3, 4].map((call) => ask(call)));
  batches[0]?.fail(new Error("away"));
  await settled();
  batches[1]?.fail(new Error("away"));
  await settled();
  expect(calls()).toEqual([[1], [2, 3, 4], [2], [3], [4]]);
  for (const batch of batches) batch.fail(new Error("away"));
  expect((await answers).map(({ status }) => status)).toEqual(Array(4).fill("rejected"));
});

test("a batch that answers too little is a bug, reported to every caller and not repeated", async () => {
  const asked: number[][] = [];
  const ask = coalesce(
    async (calls: readonly number[]) => {
      asked.push([...calls]);
      return [10];
    },
    { atOnce: 1, batchMax: 10, waitingMax: 100 },
  );
  const answers = await Promise.allSettled([1, 2, 3].map((call) => ask(call)));
  expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"]);
  expect(asked).toEqual([[1], [2, 3]]);
});

test("reads gather as well, and unlike what commits they leave their caller bound to the time that it may wait", async () => {
  const { together, batches, calls } = gate();
  const [read, write] = [
    coalesceReads(together),
    coalesce(together, { atOnce: 2, batchMax: 10, waitingMax: 9 }),
  ];
  const reading = waitingAtMost(1_000, async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(read));
    return { answers, left: waitLeftMs() };
  });
  batches[0]?.end();
  batches[1]?.end();
  await settled();
  batches[2]?.end();
  expect(await reading).toEqual({ answers: [10, 20, 30, 40], left: 1_000 });
  expect(calls()).toEqual([[1], [2], [3, 4]]);
  const writing = waitingAtMost(1_000, async () => ({ answer: await write(5), left: waitLeftMs() }));
  batches[3]?.end();
  expect(await writing).toEqual({ answer: 50, left: Number.POSITIVE_INFINITY });
});
