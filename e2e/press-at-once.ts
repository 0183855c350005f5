import type { Page } from "@playwright/test";

/** Opens a page and presses a button of it in the first frame that shows it. */
export async function pressAtOnce(page: Page, path: string, selector: string): Promise<void> {
  const mark = `press ${path} ${selector}`;
  const { promise: pressed, resolve } = Promise.withResolvers<void>();
  await page.exposeFunction(mark, resolve);
  await page.addInitScript(pressWhenThere, { selector, path, mark });
  await page.goto(path, { waitUntil: "commit" });
  await pressed;
}

/** Runs in the page, before its own scripts: one press, in the first document of this address only. */
function pressWhenThere({ selector, path, mark }: { selector: string; path: string; mark: string }): void {
  if (location.pathname !== path || sessionStorage.getItem(mark) !== null) return;
  const watch = new MutationObserver(() => {
    const target = document.querySelector<HTMLElement>(selector);
    if (!target) return;
    watch.disconnect();
    sessionStorage.setItem(mark, "yes");
    requestAnimationFrame(() => {
      (window as unknown as Record<string, () => void>)[mark]?.();
      target.click();
    });
  });
  watch.observe(document, { childList: true, subtree: true });
}
