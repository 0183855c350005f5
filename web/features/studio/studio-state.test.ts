import { expect, test } from "vitest";
import { goalPercent, liveSeconds, onairOf } from "./studio-state.ts";

const standing = (connected: boolean, receiving: boolean, status: "began" | "paused" | "stopped") => ({
  publishing: { connected, receiving },
  stream: { mode: "one_to_many", promo: "", status, type: "public", promoId: null } as const,
});
const connected = standing(true, true, "began");
const nobody = standing(false, false, "stopped");

test("The room is live from here, from elsewhere, or not at all", () => {
  expect(onairOf(connected, "live")).toBe("here");
  expect(onairOf(connected, "idle")).toBe("elsewhere");
  expect(onairOf(connected, "taken")).toBe("elsewhere");
  expect(onairOf(connected, "connecting")).toBe("connecting");
  expect(onairOf(standing(true, false, "paused"), "idle")).toBe("silent");
  expect(onairOf(standing(true, false, "stopped"), "idle")).toBe("silent");
  expect(onairOf(standing(true, false, "began"), "idle"), "who has just taken another's place").toBe(
    "elsewhere",
  );
  expect(onairOf(nobody, "reconnecting")).toBe("reconnecting");
  expect(onairOf(nobody, "idle")).toBe("off");
  expect(onairOf(nobody, "refused")).toBe("off");
});

test("The time on air counts whole seconds and never below zero", () => {
  const studio = { live_since: "2026-11-21T12:00:00Z" };
  expect(liveSeconds(studio, new Date("2026-11-21T14:14:08.900Z"))).toBe(8_048);
  expect(liveSeconds(studio, new Date("2026-11-21T11:59:58Z"))).toBe(0);
  expect(liveSeconds({ live_since: null }, new Date())).toBeNull();
});

test("A goal's bar stays between nothing and full", () => {
  expect(goalPercent({ reached: 320, target: 500 })).toBe(64);
  expect(goalPercent({ reached: 900, target: 500 })).toBe(100);
  expect(goalPercent({ reached: 0, target: 500 })).toBe(0);
});
