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

/** Where a token has cost $0.1099, 1,240 had cost $136.28. */
const cost = { cost: { amount: 0.1099, currency: "USD" } };

test.each([
  ["en", 1_240, "You’ve been here for 1 hour and spent 1,240 tokens ($136.28) in the last 24 hours."],
  ["es", 1_240, "Llevas 1 hora aquí y gastaste 1.240 tokens ($136.28) en las últimas 24 horas."],
  ["en", 1, "You’ve been here for 1 hour and spent 1 token ($0.11) in the last 24 hours."],
] as const)(
  "once an hour a fan is shown how long they have been here and what they spent, also after a reload (%s, %i)",
  async (language, day, text) => {
    const clock = manualClock("2026-05-04T12:00:00Z");
    const none = { day: null, week: null, month: null, pending: null, paused_until: null };
    const answers = {
      "GET /api/fan/limits": { ...none, spent: { day, week: 1_240, month: 1_240 } },
      "GET /api/wallet/token-cost": cost,
    };
    const page = openPage(<SessionReminder clock={clock} />, answers, { language });
    clock.advance(59 * 60_000);
    expect(page.toasts()).toEqual([]);
    clock.advance(60_000);
    await waitFor(() => expect(page.toasts()).toEqual([text]));
    clock.advance(59 * 60_000);
    expect(page.callsOf("GET /api/fan/limits")).toHaveLength(1);
  },
);
