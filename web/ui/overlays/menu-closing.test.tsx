// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { closePage, openPage } from "#testing/component/page.tsx";
import { MenuButton } from "../buttons/MenuButton.tsx";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => {
  closePage();
  vi.useRealTimers();
});

const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
const trigger = () => screen.getByRole("button", { name: /More/ });
const outside = () => screen.getByRole("button", { name: "Beside it" });
const entry = () => screen.getByRole("button", { name: "Report", hidden: true });
const isOpen = () => {
  const shown = !screen.getByRole("list", { hidden: true }).hidden;
  expect(trigger().getAttribute("aria-expanded")).toBe(String(shown));
  return shown;
};

/** A menu that is open, its first entry in focus. */
function openMenu(): void {
  openPage(
    <>
      <MenuButton label="More" trigger="…">
        <li>
          <button type="button">Report</button>
        </li>
      </MenuButton>
      <button type="button">Beside it</button>
    </>,
    {},
  );
  fireEvent.click(trigger());
  act(() => entry().focus());
  expect(isOpen()).toBe(true);
}

test.each<[string, () => void, () => HTMLElement]>([
  ["its button", () => fireEvent.click(trigger()), entry],
  ["Escape", () => fireEvent.keyDown(entry(), { key: "Escape" }), trigger],
  ["a press beside it", () => fireEvent.pointerDown(outside()), entry],
  ["leaving by Tab", () => act(() => outside().focus()), outside],
  ["a choice", () => fireEvent.click(entry()), trigger],
  ["a choice by Enter", () => fireEvent.keyDown(entry(), { key: "Enter" }), entry],
])(
  "R-NAV-26, R-UI-15: a menu that is closed by %s is open for 199 ms, and closed 1 ms later",
  (_, close, focused) => {
    openMenu();
    close();
    expect(document.activeElement).toBe(focused());
    pass(199);
    expect(isOpen()).toBe(true);
    pass(1);
    expect(isOpen()).toBe(false);
  },
);

test("R-NAV-26: a menu that is opened again stays open, however often it was closed before", () => {
  openMenu();
  fireEvent.pointerDown(outside());
  pass(150);
  fireEvent.click(trigger());
  pass(50);
  expect(isOpen()).toBe(false);
  fireEvent.click(trigger());
  pass(1_000);
  expect(isOpen()).toBe(true);
});
