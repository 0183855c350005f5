import { expect, test } from "vitest";
import { capCost } from "./consent.ts";

const spying = { kind: "spy", rate: 20, minimum: 0, spyRate: null, freeSeconds: 10 } as const;

test("R-OPEN-66, R-OPEN-69: what a limit by time costs at most leaves free seconds out, as the charge does", () => {
  expect(capCost(spying, { kind: "minutes", count: 5 })).toBe(97);
  expect(capCost({ ...spying, freeSeconds: 0 }, { kind: "minutes", count: 5 })).toBe(100);
  expect(capCost(spying, { kind: "tokens", count: 30 })).toBe(30);
  expect(capCost({ ...spying, freeSeconds: 600 }, { kind: "minutes", count: 5 })).toBe(0);
});
