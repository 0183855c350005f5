// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { closePage, openPage } from "#testing/component/page.tsx";
import { PageConfigProvider, usePageConfig } from "#web/lib/page/page-config.ts";
import { ShareButton } from "./ProfileHero.tsx";

afterEach(() => {
  Reflect.deleteProperty(navigator, "share");
  closePage();
});

/** The button on a device that shares like this, or not at all. */
function openShare(share?: (what: ShareData) => Promise<void>) {
  Object.defineProperty(navigator, "share", { value: share, configurable: true });
  function Rosa() {
    return (
      <PageConfigProvider value={{ ...usePageConfig(), origin: "https://fan.example" }}>
        <ShareButton name="Rosa" login="rosa" />
      </PageConfigProvider>
    );
  }
  return openPage(<Rosa />, {}, { at: "/rosa" });
}

const button = () => screen.queryByRole("button", { name: "Share Rosa's page" });

test("R-NAV-08: the page is shared where the device knows how, and nowhere else", async () => {
  openShare().close();
  expect(button()).toBeNull();
  const share = vi.fn<(what: ShareData) => Promise<void>>(async () => undefined);
  const page = openShare(share);
  await page.user.click(button() as HTMLElement);
  expect(share).toHaveBeenCalledWith({ title: "Rosa · Fanlight", url: "https://fan.example/rosa" });
  expect(page.toasts()).toEqual([]);
});

test.each([
  ["AbortError", []],
  ["NotAllowedError", ["The page could not be shared. Please try again."]],
])(
  "R-NAV-08: what the device makes of it is told when it failed, and not when somebody changed their mind: %s",
  async (name, told) => {
    const share = vi.fn<() => Promise<void>>(() => Promise.reject(new DOMException("no", name)));
    const page = openShare(share);
    await page.user.click(button() as HTMLElement);
    await waitFor(() => expect(page.toasts()).toEqual(told));
    expect(share).toHaveBeenCalledOnce();
  },
);
