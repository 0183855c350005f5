// @vitest-environment happy-dom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { showOf } from "#testing/web/show.ts";
import { useSeconds } from "./use-show-clock.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function pass(seconds: number): void {
  act(() => {
    vi.advanceTimersByTime(seconds * 1000);
  });
}

test("R-OPEN-63, R-OPEN-71: a show's clock counts on between two readings, and stands still where the next one does not come", () => {
  const { result, rerender } = renderHook(({ show }) => useSeconds(show), {
    initialProps: { show: showOf({ served_seconds: 40, seconds_left: 960 }) },
  });
  pass(6);
  expect(result.current).toEqual({ served: 46, left: 954 });
  for (const more of [1, 60, 3_600]) {
    pass(more);
    expect(result.current, "nobody knows what is served").toEqual({ served: 47, left: 953 });
  }
  rerender({ show: showOf({ served_seconds: 49, seconds_left: 951 }) });
  expect(result.current).toEqual({ served: 49, left: 951 });
  pass(5);
  expect(result.current, "it goes on with the next reading").toEqual({ served: 54, left: 946 });
  rerender({
    show: showOf({ served_seconds: 53, seconds_left: 947, state: "paused", pause: "model_paused" }),
  });
  pass(60);
  expect(result.current).toEqual({ served: 53, left: 947 });
});
