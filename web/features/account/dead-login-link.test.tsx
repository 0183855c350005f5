// @vitest-environment happy-dom
import { act } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { closePage, openPage } from "#testing/component/page.tsx";
import { m } from "#web/paraglide/messages.js";
import { AccountNotices } from "./AccountNotices.tsx";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  closePage();
});

test("R-ERR-38: that the link which led here signs nobody in stands three seconds, once", async () => {
  document.cookie = "login_link=dead; Path=/";
  const page = openPage(<AccountNotices />, {}, { signedIn: false });
  expect(page.toasts()).toEqual([m.login_link_dead()]);
  await act(async () => vi.advanceTimersByTime(2_999));
  expect(page.toasts()).toHaveLength(1);
  await act(async () => vi.advanceTimersByTime(1));
  expect(page.toasts()).toEqual([]);
  expect(document.cookie).not.toContain("login_link");
});
