import { expect, type Page } from "@playwright/test";
import axe, { type RunOptions } from "axe-core";

/**
 * Runs every rule of axe on the page as it is, then those of contrast once more in the other theme: only colours
 * differ between the two. Each violation fails the test with a line of its own. The page must not animate.
 */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  expect.soft(await violations(page), what).toEqual([]);
  const theme = await page.locator("html").getAttribute("data-theme");
  const other = theme === "light" ? "dark" : "light";
  await showTheme(page, other);
  const contrast = { runOnly: { type: "rule" as const, values: ["color-contrast"] } };
  expect.soft(await violations(page, contrast), `${what}, in the ${other} theme`).toEqual([]);
  await showTheme(page, theme);
}

/** The same of a page in its present theme alone: what the other shows of it is checked at another width. */
export async function expectAccessibleInOneTheme(page: Page, what: string): Promise<void> {
  expect.soft(await violations(page), what).toEqual([]);
}

/** The same of a page in its present theme, but for its frames: axe cannot see what shines through a transparent one. */
export async function expectAccessibleAroundFrames(page: Page, what: string): Promise<void> {
  expect.soft(await violations(page, {}, "iframe"), what).toEqual([]);
}

/** Of a list's cards, which are all alike, axe looks at the first ones: each costs it as much as a small page. */
const furtherCards = ["li.room-card:nth-child(n + 7)", "li.content-tile:nth-child(n + 7)"];

/**
 * The violations that all rules of axe find in a page and its frames, or those that the options name: one line for each
 * element.
 */
async function violations(page: Page, options: RunOptions = {}, without?: string): Promise<string[]> {
  // Half a megabyte of source, which a document keeps.
  for (const frame of page.frames())
    if (!(await frame.evaluate("'axe' in window"))) await frame.evaluate(axe.source);
  // Style sheets are read again for a rule that is off unless asked for.
  const chosen: RunOptions = { resultTypes: ["violations"], preload: false, ...options };
  const exclude = [...furtherCards, ...(without ? [without] : [])];
  return page.evaluate(
    async (asked) => {
      const { axe: inPage } = window as unknown as { axe: typeof axe };
      const found = await inPage.run({ include: document, exclude: asked.exclude }, asked.chosen);
      return found.violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, any }) => `${id}: ${target.join(" ")} (${any[0]?.message ?? ""})`),
      );
    },
    { chosen, exclude },
  );
}

async function showTheme(page: Page, theme: string | null): Promise<void> {
  await page.evaluate((name) => {
    if (name === null) delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = name;
  }, theme);
}
