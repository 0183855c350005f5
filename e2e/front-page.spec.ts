import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { restingFooter } from "./footer.ts";
import { signInQuietly } from "./people.ts";
import { type Visitor, visitPage } from "./visitor.ts";

/** The frame of a signed-in page is part of the first load, so that nothing of it comes and goes. */
const budgetBytes = 150_000;

for (const width of [390, 1440]) {
  test(`the front page loads no more script by itself than its budget, at ${width} px`, async ({
    visit,
    request,
  }) => {
    const { page } = await visit({ viewport: { width, height: 900 } });
    const addresses = new Set<string>();
    page.on("request", (asked) => asked.resourceType() === "script" && addresses.add(asked.url()));
    await visitPage(page, "/");
    await page.waitForLoadState("networkidle");
    const scripts = await Promise.all([...addresses].map(async (url) => (await request.get(url)).body()));
    expect(scripts.reduce((sum, script) => sum + gzipSync(script).length, 0)).toBeLessThanOrEqual(
      budgetBytes,
    );
  });
}

test("R-NAV-06: the language menu and the look answer the first press on them, by keyboard and by pointer", async ({
  visit,
}) => {
  const { page, words } = await visit();
  await visitPage(page, "/");
  const look = page.getByRole("button", { name: words("nav_theme_light") });
  await look.focus();
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  await expect(page.getByRole("button", { name: words("nav_theme_dark") })).toBeFocused();
  await visitPage(page, "/");
  await page.getByRole("button", { name: words("nav_language_is", { name: "English" }) }).click();
  await page.locator("button[lang=es]").click();
  await expect(page.getByRole("contentinfo")).toContainText("Solo para adultos");
});

test("R-ROUTE-41, R-ROUTE-42: the footer's links lead on without loading the page anew", async ({
  visit,
}) => {
  const guest = await visit();
  const { page, words } = guest;
  await visitPage(page, "/");
  await markDocument(page);
  const footer = await restingFooter(guest);
  await footer.getByRole("link", { name: words("footer_become_model") }).click();
  await expect(page).toHaveURL(/\/register\?model=true$/);
  await footer.getByRole("link", { name: words("legal_privacy_policy") }).click();
  await expect(page).toHaveURL(/\/privacy-policy$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/register\?model=true$/);
  expect(await isSameDocument(page)).toBe(true);
});

for (const path of ["/", "/settings"]) {
  test(`R-NAV-04: on ${path} the balance stands still from the first paint on, and a press on it before the page is alive opens the checkout once`, async ({
    visit,
  }) => {
    const fan = await visit();
    const { page, words } = fan;
    await signInQuietly(fan, "nico");
    const slow = await page.context().newCDPSession(page);
    await slow.send("Emulation.setCPUThrottlingRate", { rate: 6 });
    const letScriptsCome = await holdScripts(fan);
    await page.addInitScript(watchHeader);
    await page.goto(path, { waitUntil: "domcontentloaded" });
    await expect(page.getByTestId("balance")).toBeVisible();
    const alive = page.waitForEvent("websocket");
    await page.getByRole("button", { name: words("nav_buy_tokens") }).click();
    letScriptsCome();
    await alive;
    const checkout = page.getByRole("dialog");
    await expect(checkout).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(checkout).toHaveCount(0);
    await page.waitForLoadState("networkidle");
    const seen = await page.evaluate<HeaderWatch>("headerWatch");
    expect({ gaps: seen.gaps, dialogs: seen.dialogs }).toEqual({ gaps: [], dialogs: 1 });
    // The font's arrival may move it by a hair.
    expect(Math.max(...seen.places) - Math.min(...seen.places)).toBeLessThanOrEqual(2);
  });
}

type HeaderWatch = { gaps: string[]; places: number[]; dialogs: number };

/** Notes in the page when balance or menu of the person are missing once they were there, where the balance stands, and each dialog. */
function watchHeader(): void {
  const watch: HeaderWatch = { gaps: [], places: [], dialogs: 0 };
  Object.assign(window, { headerWatch: watch });
  let shown = false;
  const look = (changes: MutationRecord[]) => {
    const balance = document.querySelector("header [data-testid=balance]");
    const menu = document.querySelector("header li[role=presentation]");
    shown ||= balance !== null && menu !== null;
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
      if (node instanceof Element && node.matches("[role=dialog], :has([role=dialog])")) watch.dialogs++;
    if (!shown) return;
    if (!balance || !menu) watch.gaps.push(`${balance ? "menu" : "balance"} at ${performance.now()} ms`);
    if (document.readyState !== "loading") watch.places.push(balance?.getBoundingClientRect().left ?? -1);
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true });
}

/** Holds the page's scripts back until the returned function is called. */
async function holdScripts({ page }: Visitor): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}

const markDocument = (page: Page) => page.evaluate("window.sameDocument = true");
const isSameDocument = (page: Page) => page.evaluate("window.sameDocument === true");
