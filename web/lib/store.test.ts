import { expect, test } from "vitest";
import { createStore } from "./store.ts";

test("A store notifies its listeners of changes, and of nothing else", () => {
  const store = createStore({ step: "idle", count: 0 });
  let reported = 0;
  const stop = store.subscribe(() => {
    reported += 1;
  });
  store.set({ count: 1 });
  store.set({ count: 1, step: "idle" });
  expect(reported).toBe(1);
  expect(store.get()).toEqual({ step: "idle", count: 1 });
  stop();
  store.set({ count: 2 });
  expect(reported).toBe(1);
});
