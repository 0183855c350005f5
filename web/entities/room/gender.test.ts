import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { chooseGender, genderFlash, readGender } from "#web/entities/room/gender.ts";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", { cookie: "" });
  vi.stubGlobal("location", { protocol: "https:" });
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("R-NAV-27, R-UI-15: choosing a gender raises a flag for 500 ms, and a second choice restarts it", () => {
  chooseGender(2);
  expect(readGender(document.cookie.split(";")[0] ?? "")).toBe(2);
  vi.advanceTimersByTime(499);
  expect(genderFlash.get().active).toBe(true);
  chooseGender(3);
  vi.advanceTimersByTime(499);
  expect(genderFlash.get().active).toBe(true);
  vi.advanceTimersByTime(1);
  expect(genderFlash.get().active).toBe(false);
});

test("R-LIST-15: women (1) are shown until somebody chooses", () => {
  expect(["", "gender=", "gender=x", "gender=0"].map(readGender)).toEqual([1, 1, 1, 1]);
  expect(readGender("theme=dark; gender=3")).toBe(3);
  expect(readGender("gender=all"), "everybody").toBe(0);
});
