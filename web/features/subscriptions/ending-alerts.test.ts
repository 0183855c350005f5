import { expect, test } from "vitest";
import { dismiss, dismissedText, isDismissed, readDismissed } from "./dismissed.ts";
import { hoursLeft } from "./EndingAlert.tsx";

test.each([
  [3, "72"],
  [1, "24"],
  [2, ""],
  [0, ""],
  [4, ""],
])("R-SUB-13, R-AMB-48: with %i days left the reminder names %j hours", (days, hours) => {
  expect(hoursLeft(days)).toBe(hours);
});

function storage(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  } as Storage;
}

test("R-SUB-14, R-OPEN-98: a dismissed reminder stays away, under its own name, for this end only", () => {
  const [mine, ending] = [storage(), { id: 7, expireAt: "2026-11-25T12:00:00.000Z" }];
  dismiss(mine, ending);
  dismiss(mine, ending);
  expect(JSON.parse(mine.getItem("dismissed_subscriptions") ?? "")).toEqual([ending]);
  const other = { id: 9, expireAt: "2026-11-26T12:00:00.000Z" };
  dismiss(mine, other);
  const text = dismissedText(readDismissed(mine));
  expect(text, "plain enough for a cookie").toMatch(/^[\d@.]+$/);
  expect([isDismissed(text, ending), isDismissed(text, other)]).toEqual([true, true]);
  expect(isDismissed(text, { ...ending, expireAt: "2026-12-25T12:00:00.000Z" })).toBe(false);
  expect(isDismissed(text, { ...ending, id: 8 })).toBe(false);
  expect(isDismissed("", ending)).toBe(false);
});

test.each(["[1]", "[null]", '[{"id":"7","expireAt":"x"}]', '[{"id":7}]', "no json", "{}", '"x"'])(
  "R-SUB-14: %s in the storage is nothing that was dismissed",
  (text) => {
    const mine = storage();
    mine.setItem("dismissed_subscriptions", text);
    expect(readDismissed(mine)).toEqual([]);
  },
);
