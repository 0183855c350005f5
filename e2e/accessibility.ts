import { expect, type Page } from "@playwright/test";
import axe, { type RunOptions } from "axe-core";

/**
 * Runs every rule of axe on the page as it is, then those of contrast once more in the other theme: only colours
 * differ between the two. What they find fails the test, one line each. The page must not animate.
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

/** The same of a page in its present theme, but for its frames: axe cannot see what shines through a transparent one. */
export async function expectAccessibleAroundFrames(page: Page, what: string): Promise<void> {
  expect.soft(await violations(page, {}, "iframe"), what).toEqual([]);
}

/** What all rules of axe find in a page and its frames, or those that the options name: one line for each element. */
async function violations(page: Page, options: RunOptions = {}, without?: string): Promise<string[]> {
  // Half a megabyte of source, which a document keeps.
  for (const frame of page.frames())
    if (!(await frame.evaluate("'axe' in window"))) await frame.evaluate(axe.source);
  return page.evaluate(
    async ([chosen, excluded]) => {
      const { axe: inPage } = window as unknown as { axe: typeof axe };
      const found = await inPage.run(excluded ? { exclude: [excluded] } : document, chosen);
      return found.violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, any }) => `${id}: ${target.join(" ")} (${any[0]?.message ?? ""})`),
      );
    },
    // Style sheets are read again for a rule that is off unless asked for.
    [{ resultTypes: ["violations"], preload: false, ...options } as RunOptions, without] as const,
  );
}

async function showTheme(page: Page, theme: string | null): Promise<void> {
  await page.evaluate((name) => {
    if (name === null) delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = name;
  }, theme);
}
