import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { restingFooter } from "./footer.ts";
import { visitPage } from "./visitor.ts";

const budgetBytes = 130_000;

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

const markDocument = (page: Page) => page.evaluate("window.sameDocument = true");
const isSameDocument = (page: Page) => page.evaluate("window.sameDocument === true");
