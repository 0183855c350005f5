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
  return { begun, state, read, finish, share: shareReads<number>() };
}

/** What follows from a promise has followed. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

test("whoever asks during a reading gets the next one, which sees what has changed since", async () => {
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
