import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/**
 * Runs every rule of axe on the page as it is, then those of contrast once more in the other theme: only colours
 * differ between the two. What they find fails the test, one line each. The page must not animate.
 */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  expect.soft(await violations(page), what).toEqual([]);
  const theme = await page.locator("html").getAttribute("data-theme");
  const other = theme === "light" ? "dark" : "light";
  await showTheme(page, other);
  expect.soft(await contrastViolations(page), `${what}, in the ${other} theme`).toEqual([]);
  await showTheme(page, theme);
}

/** The same of a page in its present theme, but for its frames: axe cannot see what shines through a transparent one. */
export async function expectAccessibleAroundFrames(page: Page, what: string): Promise<void> {
  expect.soft(await violations(page, "iframe"), what).toEqual([]);
}

/** What all rules of axe find. */
function violations(page: Page, without?: string): Promise<string[]> {
  const axe = axeOn(page);
  return foundBy(without ? axe.exclude(without) : axe);
}

/** What the rule of contrast finds, by the axe that the run before has brought to the page: half a megabyte of source. */
function contrastViolations(page: Page): Promise<string[]> {
  return foundBy(axeOn(page, "void 0").withRules(["color-contrast"]));
}

function axeOn(page: Page, axeSource?: string): AxeBuilder {
  const axe = new AxeBuilder(axeSource ? { page, axeSource } : { page });
  // Pages have no frames of other origins, for which the other mode opens a page with each run.
  return axe.setLegacyMode(true).options({ resultTypes: ["violations"] });
}

async function foundBy(axe: AxeBuilder): Promise<string[]> {
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
