// @vitest-environment happy-dom
import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { closePage } from "#testing/component/page.tsx";
import { SlowReader } from "./SlowReader.tsx";

beforeEach(() => vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
afterEach(() => {
  closePage();
  vi.useRealTimers();
});

const line = (key: number) => ({ key: String(key), text: `Clara: message ${key}` });

test("new messages are spoken together every 15 seconds, the last three of them, and old ones never", () => {
  const { rerender } = render(<SlowReader lines={[line(1)]} />);
  const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
  const status = screen.getByRole("status");
  pass(15_000);
  expect(status.textContent).toBe("");
  rerender(<SlowReader lines={[1, 2, 3, 4, 5].map(line)} />);
  pass(14_999);
  expect(status.textContent).toBe("");
  pass(1);
  expect(status.textContent).toBe("4 new. Clara: message 3. Clara: message 4. Clara: message 5");
  rerender(<SlowReader lines={[1, 2, 3, 4, 5, 6].map(line)} />);
  pass(15_000);
  expect(status.textContent).toBe("1 new. Clara: message 6");
});

test("a line without a text is passed over, and is not spoken later either", () => {
  const { rerender } = render(<SlowReader lines={[line(1)]} />);
  const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
  rerender(<SlowReader lines={[line(1), line(2), { key: "3", text: null }]} />);
  pass(15_000);
  expect(screen.getByRole("status").textContent).toBe("1 new. Clara: message 2");
  rerender(<SlowReader lines={[line(1), line(2), { key: "3", text: null }, line(4)]} />);
  pass(15_000);
  expect(screen.getByRole("status").textContent).toBe("1 new. Clara: message 4");
});
