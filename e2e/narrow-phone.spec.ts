import type { Locator } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { signInQuietly } from "./people.ts";
import { visitPage } from "./visitor.ts";

/** Nothing in the box lies beyond the edges of the window, which no scrolling of the page would show. */
async function expectWithinWindow(box: Locator): Promise<void> {
  const outside = () =>
    box.evaluate((element) =>
      [element, ...element.querySelectorAll("*")]
        .map((each) => ({ each: each.tagName, box: each.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 1 && (box.left < 0 || box.right > window.innerWidth))
        .map(({ each, box }) => `${each} ${box.left}–${box.right}`),
    );
  await expect.poll(outside).toEqual([]);
}

test("the menu and the message over the stage fit the narrowest phone in Spanish, whose words are longer", async ({
  visit,
}) => {
  const fan = await visit({ locale: "es-CO", viewport: { width: 360, height: 740 } });
  const { page, words } = fan;
  await signInQuietly(fan, "sofia");
  await visitPage(page, "/");
  await page.getByRole("button", { name: words("nav_menu") }).click();
  await expectWithinWindow(page.getByRole("dialog", { name: words("nav_menu") }));

  await visitPage(page, "/stream/bianca");
  const notify = page.getByRole("button", { name: words("profile_notify", { name: "Bianca" }) });
  await expect(notify).toBeVisible();
  await expectWithinWindow(page.getByRole("alertdialog"));
});
