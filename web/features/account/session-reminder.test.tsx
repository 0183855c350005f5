// @vitest-environment happy-dom
import { waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { closePage, openPage } from "#testing/component/page.tsx";
import { manualClock } from "#testing/manual-clock.ts";
import { SessionReminder } from "./SessionReminder.tsx";

afterEach(() => {
  closePage();
  sessionStorage.clear();
});

test("once an hour a fan is told how long they have been here and what they spent, also after a reload", async () => {
  const clock = manualClock("2026-05-04T12:00:00Z");
  const none = { day: null, week: null, month: null, pending: null, paused_until: null };
  const page = openPage(<SessionReminder clock={clock} />, {
    "GET /api/fan/limits": { ...none, spent: { day: 1_240, week: 1_240, month: 1_240 } },
  });
  clock.advance(59 * 60_000);
  expect(page.toasts()).toEqual([]);
  clock.advance(60_000);
  const told = "You have been here for 1 hour and spent 1,240 tokens in the last 24 hours.";
  await waitFor(() => expect(page.toasts()).toEqual([expect.stringContaining(told)]));
  clock.advance(59 * 60_000);
  expect(page.callsOf("GET /api/fan/limits")).toHaveLength(1);
});
