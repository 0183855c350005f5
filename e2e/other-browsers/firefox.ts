import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type ElementHandle, launch, type Page } from "puppeteer-core";
import { desktop, type Driver, type OtherPage, otherPage, type Size, waitMs } from "./other-page.ts";

/** A Firefox: each page is somebody's own, with their own cookies, in a window of its own. */
export type Firefox = {
  /** `before`: a script that runs in each document before its own. */
  newPage(size?: Size, before?: string): Promise<OtherPage>;
  close(): Promise<void>;
};

/** `trusted`: what makes it trust an authority, its certificate's file and the program that adds it. */
export type FirefoxOptions = {
  preferences?: Record<string, unknown>;
  trusted?: { authority: string; certutil: string };
};

/** Starts a Firefox without windows that lets every page use a camera, which it plays itself. By WebDriver BiDi. */
export async function startFirefox(
  executablePath: string,
  { preferences = {}, trusted }: FirefoxOptions = {},
): Promise<Firefox> {
  const profile = mkdtempSync(path.join(tmpdir(), "fanlight-firefox-"));
  if (trusted) trust(profile, trusted);
  const browser = await launch({
    browser: "firefox",
    executablePath,
    headless: true,
    userDataDir: profile,
    extraPrefsFirefox: {
      "media.navigator.streams.fake": true,
      "media.navigator.permission.disabled": true,
      // Pages rest, and nothing is asked of Mozilla.
      "ui.prefersReducedMotion": 1,
      "app.normandy.enabled": false,
      "media.gmp-manager.updateEnabled": false,
      ...preferences,
    },
  });
  return {
    async newPage(size = desktop, before) {
      const context = await browser.createBrowserContext();
      // In a tab behind another a page is hidden: it is drawn ever more rarely, and a press waits for that.
      const page = await context.newPage({ type: "window" });
      page.setDefaultTimeout(waitMs);
      await page.setViewport(size);
      if (before) await page.evaluateOnNewDocument(before);
      return otherPage(driverOf(page, () => context.close()));
    },
    async close() {
      await browser.close();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Adds an authority for servers to the certificates of a profile. TURN over TLS knows no exceptions as pages do. */
function trust(profile: string, { authority, certutil }: { authority: string; certutil: string }): void {
  const store = ["-d", `sql:${profile}`];
  execFileSync(certutil, ["-N", ...store, "--empty-password"]);
  execFileSync(certutil, ["-A", ...store, "-n", "tests", "-t", "C,,", "-i", authority]);
}

function driverOf(page: Page, close: () => Promise<void>): Driver<ElementHandle<Element>> {
  return {
    open: async (url) => void (await page.goto(url, { waitUntil: "domcontentloaded" })),
    read: (run, ...args) => page.evaluate(run as never, ...args),
    load: async (script) => void (await page.evaluate(script)),
    async find(run, ...args) {
      const handle = await page.evaluateHandle(run, ...args);
      return handle.asElement() as ElementHandle<Element> | null;
    },
    press: (element) => element.click(),
    async type(element, text) {
      await element.evaluate((field) => (field as HTMLInputElement).select());
      await element.type(text);
    },
    choose: async (element, value) => void (await element.select(value)),
    keepCookie: (cookie) =>
      page.browserContext().setCookie({ ...cookie, domain: new URL(page.url()).hostname, path: "/" }),
    resize: (width, height) => page.setViewport({ width, height }),
    screenshot: () => page.screenshot(),
    close,
  };
}
