import { expect, it } from "vitest";
import { isSane, spanOf, usualSpans } from "./earnings-span.ts";

const now = new Date("2026-03-01T00:30:00Z");

it("offers thirty and seven days, this month and the last, in UTC and with both ends", () => {
  expect(usualSpans(now).map(({ from, to }) => [from, to])).toEqual([
    ["2026-01-31", "2026-03-01"],
    ["2026-02-23", "2026-03-01"],
    ["2026-03-01", "2026-03-01"],
    ["2026-02-01", "2026-02-28"],
  ]);
});

it("takes the days of an address, and the last thirty where they cannot be asked for", () => {
  const asked = (query: string) => spanOf(new URLSearchParams(query), now);
  expect(asked("from=2025-05-01&to=2026-04-30")).toEqual({ from: "2025-05-01", to: "2026-04-30" });
  const last = { from: "2026-01-31", to: "2026-03-01" };
  const other = [
    "2026",
    "2026-1-2",
    "Jan 2 2026",
    "2026-02-30",
    "1969-12-31",
    "+002026-01-02",
    "2026-01-02T00:00",
  ];
  const others = other.flatMap((day) => [
    `from=${encodeURIComponent(day)}&to=2026-02-02`,
    `from=2026-01-02&to=${encodeURIComponent(day)}`,
  ]);
  for (const wrong of [...others, "", "from=2026-01-02", "from=x&to=y", "from=2026-01-02&to=2026-01-01"])
    expect(asked(wrong), wrong).toEqual(last);
  expect(isSane({ from: "2024-01-01", to: "2025-01-01" })).toBe(false);
});
