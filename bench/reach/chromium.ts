import type { Browser, ElementHandle, Page } from "@playwright/test";
import { desktop, type Driver, type OtherPage, otherPage } from "../../e2e/other-browsers/other-page.ts";

/** Opens a page of somebody's own in Chromium, driven as the other browsers are; `before` runs in each document first. */
export async function openChromium(browser: Browser, before = ""): Promise<OtherPage> {
  const context = await browser.newContext({ viewport: desktop, permissions: ["camera", "microphone"] });
  if (before) await context.addInitScript(before);
  const page = await context.newPage();
  return otherPage(driverOf(page, () => context.close()));
}

function driverOf(page: Page, close: () => Promise<void>): Driver<ElementHandle> {
  const call = (run: unknown, args: readonly unknown[]) => `(${String(run)})(...${JSON.stringify(args)})`;
  return {
    open: async (url) => void (await page.goto(url, { waitUntil: "domcontentloaded" })),
    read: (run, ...args) => page.evaluate(call(run, args)),
    load: async (script) => void (await page.evaluate(script)),
    find: async (run, ...args) => (await page.evaluateHandle(call(run, args))).asElement(),
    press: (element) => element.click(),
    type: (element, text) => element.fill(text),
    choose: async (element, value) => void (await element.selectOption(value)),
    keepCookie: (cookie) =>
      page.context().addCookies([{ ...cookie, domain: new URL(page.url()).hostname, path: "/" }]),
    resize: (width, height) => page.setViewportSize({ width, height }),
    screenshot: () => page.screenshot(),
    close,
  };
}
