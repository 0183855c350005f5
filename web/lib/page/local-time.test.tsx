// @vitest-environment happy-dom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { useToday } from "./local-time.ts";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test("another day begins at midnight, and where the machine slept through it once the page is looked at", () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 21, 23, 59, 59) });
  const { result } = renderHook(() => useToday());
  expect(result.current).toEqual(new Date(2026, 10, 21));
  act(() => void vi.advanceTimersByTime(1_000));
  expect(result.current).toEqual(new Date(2026, 10, 22));
  vi.setSystemTime(new Date(2026, 10, 24, 9));
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
  expect(result.current).toEqual(new Date(2026, 10, 24));
});
