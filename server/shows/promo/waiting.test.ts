import { expect, test } from "vitest";
import type { ShowsNeeds } from "../needs.ts";
import { createWaiting } from "./waiting.ts";

/** Needs that nobody may touch. */
const untouched = new Proxy(
  {},
  {
    get(_target, name) {
      throw new Error(`${String(name)} was asked`);
    },
  },
);
const needs = { db: untouched, catalog: untouched, owner: untouched, realtime: untouched } as ShowsNeeds;

test("R-AMB-29: a guest is refused the topics of promos before anything is asked of the database", async () => {
  const refused = { ok: false, refusal: "forbidden" };
  expect(await createWaiting(needs).mayWait({ userId: null }, "promo:1")).toEqual(refused);
});
