// @vitest-environment happy-dom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { useWindowSize } from "./window-size.ts";

afterEach(cleanup);

test("R-UI-03, R-AMB-57: a size is stored from 768 px of width on, and below only when more than 100 px higher than wide", () => {
  const { result } = renderHook(() => useWindowSize());
  const turn = (innerWidth: number, innerHeight: number) =>
    act(() => {
      Object.assign(window, { innerWidth, innerHeight });
      window.dispatchEvent(new Event("resize"));
    });
  for (const [width, height, isStored] of [
    [800, 300, true],
    [400, 800, true],
    [400, 500, false],
    [400, 501, true],
    [700, 400, false],
    [767, 867, false],
    [768, 200, true],
  ] as const) {
    const before = result.current;
    turn(width, height);
    expect(result.current, `${width} × ${height}`).toEqual(isStored ? { width, height } : before);
  }
});
