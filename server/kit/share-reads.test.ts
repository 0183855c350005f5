import { expect, test } from "vitest";
import { shareReads } from "./share-reads.ts";

/** Reads that are answered by hand, in their order, each by what stands there when it begins. */
function reads() {
  const begun: { value: number; finish: PromiseWithResolvers<number> }[] = [];
  const state = { value: 0 };
  const read = async () => {
    const one = { value: state.value, finish: Promise.withResolvers<number>() };
    begun.push(one);
    return one.finish.promise;
  };
  const finish = (index: number) => begun[index]?.finish.resolve(begun[index].value);
  const clock = { now: 0 };
  return { begun, state, read, finish, clock, share: shareReads<number>(() => clock.now) };
}

/** Every consequence of a promise has happened by then. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

test("a caller who asks during a reading gets the next one, which sees what has changed since", async () => {
  const { begun, state, read, finish, share } = reads();
  const first = share("a", read);
  state.value = 1;
  const [second, third] = [share("a", read), share("a", read)];
  expect(begun).toHaveLength(1);
  state.value = 2;
  finish(0);
  expect(await first).toBe(0);
  await turn();
  expect(begun).toHaveLength(2);
  state.value = 3;
  const fourth = share("a", read);
  finish(1);
  expect(await Promise.all([second, third])).toEqual([2, 2]);
  await turn();
  finish(2);
  expect(await fourth).toBe(3);
  expect(begun).toHaveLength(3);
});

test("different keys share nothing, and what is over is asked again", async () => {
  const { begun, read, finish, share } = reads();
  const [a, b] = [share("a", read), share("b", read)];
  expect(begun).toHaveLength(2);
  finish(0);
  finish(1);
  await Promise.all([a, b]);
  await turn();
  const again = share("a", read);
  expect(begun).toHaveLength(3);
  finish(2);
  await again;
});

test("a failure is everybody's who waited for it, and nobody's who comes later", async () => {
  const { begun, read, finish, share } = reads();
  const first = share("a", read);
  const [second, third] = [share("a", read), share("a", read)];
  begun[0]?.finish.reject(new Error("away"));
  await expect(first).rejects.toThrow("away");
  await turn();
  begun[1]?.finish.reject(new Error("still away"));
  await expect(Promise.allSettled([second, third])).resolves.toMatchObject([
    { status: "rejected" },
    { status: "rejected" },
  ]);
  await turn();
  const later = share("a", read);
  finish(2);
  expect(await later).toBe(0);
});

test("what a crowd waited for is everybody's for a second, and not a moment longer", async () => {
  const { begun, state, read, finish, clock, share } = reads();
  const first = share("a", read);
  const waiting = Array.from({ length: 4 }, () => share("a", read));
  finish(0);
  await first;
  await turn();
  state.value = 1;
  finish(1);
  expect(await Promise.all(waiting)).toEqual([0, 0, 0, 0]);
  await turn();
  clock.now = 999;
  expect(await share("a", read)).toBe(0);
  expect(begun).toHaveLength(2);
  const other = share("b", read);
  finish(2);
  expect(await other).toBe(1);
  clock.now = 1_000;
  const later = share("a", read);
  finish(3);
  expect(await later).toBe(1);
});

test("a few who ask side by side get a new answer the next time, and so is a crowd after a failure", async () => {
  const few = reads();
  const first = few.share("a", few.read);
  const three = Array.from({ length: 3 }, () => few.share("a", few.read));
  few.finish(0);
  await first;
  await turn();
  few.finish(1);
  await Promise.all(three);
  await turn();
  few.state.value = 1;
  const next = few.share("a", few.read);
  few.finish(2);
  expect(await next).toBe(1);

  const failing = reads();
  const begins = failing.share("a", failing.read);
  const crowd = Array.from({ length: 9 }, () => failing.share("a", failing.read));
  failing.finish(0);
  await begins;
  await turn();
  failing.begun[1]?.finish.reject(new Error("away"));
  expect((await Promise.allSettled(crowd)).every(({ status }) => status === "rejected")).toBe(true);
  await turn();
  failing.state.value = 1;
  const again = failing.share("a", failing.read);
  failing.finish(2);
  expect(await again).toBe(1);
});
