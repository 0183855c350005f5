import { expect, test } from "vitest";
import { mayJoin } from "./admit.ts";
import type { RoomsNeeds } from "./needs.ts";

/** Needs that nobody may touch. */
const untouched = new Proxy(
  {},
  {
    get(_target, name) {
      throw new Error(`${String(name)} was asked`);
    },
  },
);
const needs = { db: untouched, catalog: untouched, owner: untouched, realtime: untouched } as RoomsNeeds;

test("R-AMB-29: a guest is refused the topics of rooms before anything is asked of the database", async () => {
  const join = mayJoin(needs);
  for (const topic of ["room:luna", "post:1"] as const)
    expect(await join({ userId: null }, topic), topic).toEqual({ ok: false, refusal: "forbidden" });
});
