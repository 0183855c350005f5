import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { settleStoredRole, storedRole } from "./stored-role.ts";

const kept = new Map<string, string>();
beforeEach(() =>
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  }),
);
afterEach(() => {
  kept.clear();
  vi.unstubAllGlobals();
});

test("R-AUTH-23, R-AMB-51: a stored role that is not the profile's goes back to fan", () => {
  for (const wrong of ["model", "admin", "nonsense"]) {
    kept.set("role", wrong);
    settleStoredRole({ role: "fan" });
    expect(kept.get("role")).toBe("fan");
  }
  kept.set("role", "admin");
  settleStoredRole({ role: "model" });
  expect(kept.get("role")).toBe("fan");
});

test("R-ROLE-05: a role that is missing or unknown is a fan's, a right one stays", () => {
  expect(storedRole()).toBe("fan");
  kept.set("role", "owner");
  expect(storedRole()).toBe("fan");
  kept.set("role", "model");
  settleStoredRole({ role: "model" });
  expect(storedRole()).toBe("model");
});
