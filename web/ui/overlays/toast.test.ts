import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { paymentToastMs } from "#web/lib/constants.ts";
import { toast, toastStore } from "./toast.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});
const shown = () => toastStore.read().map(({ text }) => text);

test("R-ERR-38: a toast lasts 3 seconds, one about a payment 5", () => {
  toast({ kind: "success", text: "saved" });
  toast({ kind: "error", text: "declined", durationMs: paymentToastMs });
  vi.advanceTimersByTime(2_999);
  expect(shown()).toEqual(["saved", "declined"]);
  vi.advanceTimersByTime(1);
  expect(shown()).toEqual(["declined"]);
  vi.advanceTimersByTime(1_999);
  expect(shown()).toEqual(["declined"]);
  vi.advanceTimersByTime(1);
  expect(shown()).toEqual([]);
});

test("a toast can be taken back before its time, alone", () => {
  const takeBack = toast({ kind: "error", text: "declined" });
  toast({ kind: "info", text: "other" });
  takeBack();
  takeBack();
  expect(shown()).toEqual(["other"]);
});

test("R-CHAT-23: of six notices the newest four are kept", () => {
  for (const text of ["1", "2", "3", "4", "5", "6"]) toast({ kind: "info", text });
  expect(shown()).toEqual(["3", "4", "5", "6"]);
});
