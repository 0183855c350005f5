import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { shownBalance, signInQuietly } from "../people.ts";
import { expectMovingPicture, roomCard } from "../room.ts";
import { type Visitor, visitPage } from "../visitor.ts";

test("R-UI-01, R-LIVE-25, R-OPEN-77: by keyboard alone a fan goes from the home page into a room, sends a tip, and gifts one after the other; on a phone choosing a gift moves nothing", async ({
  visit,
}) => {
  const fan = await visit({ locale: "es-CO" });
  const { page, words } = fan;
  await signInQuietly(fan, "sofia");
  await test.step("from the home page into the room, and a tip", () => tipByKeyboard(fan, "luna"));
  const open = page.getByRole("button", { name: words("room_gifts") }).and(page.locator(":visible"));
  const tray = page.getByRole("region", { name: words("gift_title") });
  await test.step("on a phone the tray shows what to do, and choosing a gift moves nothing, hides none of it and cuts no word of the button", async () => {
    const wide = page.viewportSize();
    await page.setViewportSize({ width: 360, height: 740 });
    await open.click();
    const gifts = tray.getByRole("group", { name: words("gift_list") }).getByRole("button");
    await expect(gifts).toHaveCount(12);
    await expect(tray.getByRole("button", { name: words("gift_choose") })).toBeDisabled();
    const still = await tray.boundingBox();
    for (const gift of [gifts.first(), gifts.last()]) {
      await gift.click();
      await expect(gift).toBeInViewport({ ratio: 1 });
      expect(await tray.boundingBox()).toEqual(still);
      const action = tray.getByRole("button").last();
      expect(await action.evaluate((button) => button.scrollWidth - button.clientWidth)).toBe(0);
    }
    await page.keyboard.press("Escape");
    await expect(tray).toHaveCount(0);
    if (wide) await page.setViewportSize(wide);
  });

  const before = Number((await shownBalance(fan).textContent())?.replace(/\D/g, ""));
  await open.press("Enter");
  await expect(tray).toBeFocused();
  for (const spent of [5, 10]) {
    await tray.getByRole("button", { name: /^Rosa/ }).press("Enter");
    await tray.getByRole("button", { name: words("gift_send", { name: "Rosa", amount: 5 }) }).press("Enter");
    await expect(tray.getByRole("button").filter({ hasText: words("tip_sent") })).toBeFocused();
    await expect(shownBalance(fan)).toContainText(String(before - spent));
    await expect(
      tray.getByRole("button", { name: words("gift_send", { name: "Rosa", amount: 5 }) }),
    ).toBeFocused();
  }
  await page.keyboard.press("Escape");
  await expect(tray).toHaveCount(0);
  await expect(open).toBeFocused();

  await test.step("R-OPEN-38: a network that is cut leaves a gift unknown; asked again with its key it was paid once", async () => {
    fan.problems.expect(/ERR_INTERNET_DISCONNECTED|WebSocket/);
    const keys: (string | undefined)[] = [];
    await page.route("**/api/fan/pay-tips-to-model/*", async (route) => {
      keys.push(route.request().headers()["idempotency-key"]);
      if (keys.length > 1) return route.continue();
      await route.fetch();
      await page.context().setOffline(true);
      await route.abort("internetdisconnected");
    });
    await open.press("Enter");
    await tray.getByRole("button", { name: words("gift_send", { name: "Rosa", amount: 5 }) }).press("Enter");
    await expect(tray.getByRole("alert")).toHaveText(words("tip_unknown"));
    await expect(tray.getByRole("button", { name: /^Rosa/ })).toBeDisabled();
    await page.context().setOffline(false);
    await tray.getByRole("button", { name: words("tip_unknown_action") }).press("Enter");
    await expect(tray.getByRole("status").filter({ hasText: words("tip_sent") })).toBeVisible();
    await expect(shownBalance(fan)).toContainText(String(before - 15));
    expect(keys).toEqual([keys[0], keys[0]]);
    await page.keyboard.press("Escape");
    await expect(tray).toHaveCount(0);
  });

  await open.press("Enter");
  await expect(tray).toBeFocused();
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press("Escape");
  await expect(tray).toHaveCount(0);
});

/** From the home page into a model's room, and a tip of 7 there: focus goes back to what opened the sheet. */
async function tipByKeyboard(fan: Visitor, slug: string): Promise<void> {
  const { page, words } = fan;
  await visitPage(page, "/");
  await tabTo(page, roomCard(fan, slug).getByRole("link"));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/stream/${slug}$`));
  await expectMovingPicture(page);
  const balance = Number((await shownBalance(fan).textContent())?.replace(/\D/g, ""));
  const opener = page.getByRole("button", { name: words("room_tip"), exact: true });
  await tabTo(page, opener);
  await page.keyboard.press("Enter");
  const sheet = page.getByRole("dialog");
  await expect(sheet).toBeVisible();
  await tabTo(page, sheet.getByRole("textbox", { name: words("tip_amount_label") }));
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("7");
  await tabTo(page, sheet.getByRole("button", { name: words("tip_send", { count: 7, amount: 7 }) }));
  await page.keyboard.press("Enter");
  await expect(sheet).toHaveCount(0);
  await expect(shownBalance(fan)).toContainText(String(balance - 7));
  await expect(opener).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(sheet).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(sheet).toHaveCount(0);
  await expect(opener).toBeFocused();
}

const tabsMax = 80;

/** Presses Tab until the target has the focus, which must be visible. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let tabs = 0; tabs < tabsMax; tabs++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`not reached by ${tabsMax} presses of Tab`);
}
