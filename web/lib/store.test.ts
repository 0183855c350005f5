import { expect, test } from "vitest";
import { createStore } from "./store.ts";

test("A store tells its listeners of changes, and of nothing else", () => {
  const store = createStore({ step: "idle", count: 0 });
  let told = 0;
  const stop = store.subscribe(() => {
    told += 1;
  });
  store.set({ count: 1 });
  store.set({ count: 1, step: "idle" });
  expect(told).toBe(1);
  expect(store.get()).toEqual({ step: "idle", count: 1 });
  stop();
  store.set({ count: 2 });
  expect(told).toBe(1);
});
