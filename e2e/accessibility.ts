import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/**
 * Runs every rule of axe on the page as it is, then those of contrast once more in the other theme: only colours
 * differ between the two. What they find fails the test, one line each. The page must not animate.
 */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  expect.soft(await violations(page, []), what).toEqual([]);
  const theme = await page.locator("html").getAttribute("data-theme");
  const other = theme === "light" ? "dark" : "light";
  await showTheme(page, other);
  expect.soft(await violations(page, ["color-contrast"]), `${what}, in the ${other} theme`).toEqual([]);
  await showTheme(page, theme);
}

/** The same of a page in its present theme, but for its frames: axe cannot see what shines through a transparent one. */
export async function expectAccessibleAroundFrames(page: Page, what: string): Promise<void> {
  expect.soft(await violations(page, [], "iframe"), what).toEqual([]);
}

/** What these rules of axe find, or all rules when none is named. */
async function violations(page: Page, rules: string[], without?: string): Promise<string[]> {
  // Pages have no frames of other origins, for which the other mode opens a page with each run.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ["violations"] });
  if (rules.length > 0) axe.withRules(rules);
  if (without) axe.exclude(without);
  const found = await axe.analyze();
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(" ")} (${node.any[0]?.message ?? ""})`),
  );
}

async function showTheme(page: Page, theme: string | null): Promise<void> {
  await page.evaluate((name) => {
    if (name === null) delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = name;
  }, theme);
}
