import { afterEach, expect, test, vi } from "vitest";
import { closeSoon } from "./MenuButton.tsx";

afterEach(() => vi.useRealTimers());

test("R-NAV-26, R-UI-15: a menu is open 199 ms after a choice and closed 1 ms later", () => {
  vi.useFakeTimers();
  const menu = { open: true };
  closeSoon(() => {
    menu.open = false;
  });
  vi.advanceTimersByTime(199);
  expect(menu.open).toBe(true);
  vi.advanceTimersByTime(1);
  expect(menu.open).toBe(false);
});
