import { expect, test } from "../fixtures.ts";
import { shownBalance, signInQuietly } from "../people.ts";
import { openRoom } from "../room.ts";

test("R-LIVE-25, R-OPEN-77: gifts are chosen, sent and closed by keyboard alone, one after the other", async ({
  visit,
}) => {
  const fan = await visit({ locale: "es-CO" });
  const { page, words } = fan;
  await signInQuietly(fan, "sofia");
  await openRoom(fan, "luna");
  const open = page.getByRole("button", { name: words("room_gifts") }).and(page.locator(":visible"));
  const tray = page.getByRole("region", { name: words("gift_title") });
  const before = Number((await shownBalance(fan).textContent())?.replace(/\D/g, ""));
  await open.press("Enter");
  await expect(tray).toBeFocused();
  for (const spent of [5, 10]) {
    await tray.getByRole("button", { name: /^Rosa/ }).press("Enter");
    await tray.getByRole("button", { name: words("gift_send", { name: "Rosa", amount: 5 }) }).press("Enter");
    await expect(tray.getByRole("status").filter({ hasText: words("tip_sent") })).toBeFocused();
    await expect(shownBalance(fan)).toContainText(String(before - spent));
    await expect(
      tray.getByRole("button", { name: words("gift_send", { name: "Rosa", amount: 5 }) }),
    ).toBeFocused();
  }
  await page.keyboard.press("Escape");
  await expect(tray).toHaveCount(0);
  await expect(open).toBeFocused();

  await open.press("Enter");
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press("Escape");
  await expect(tray).toHaveCount(0);
});

test("R-LIVE-25: on a phone the tray says what to do, and choosing a gift moves nothing and hides none of it", async ({
  visit,
}) => {
  const fan = await visit({ locale: "es-CO", viewport: { width: 360, height: 740 } });
  const { page, words } = fan;
  await signInQuietly(fan, "sofia");
  await openRoom(fan, "luna");
  await page
    .getByRole("button", { name: words("room_gifts") })
    .and(page.locator(":visible"))
    .click();
  const tray = page.getByRole("region", { name: words("gift_title") });
  const gifts = tray.getByRole("group", { name: words("gift_list") }).getByRole("button");
  await expect(gifts).toHaveCount(12);
  await expect(tray.getByRole("button", { name: words("gift_choose") })).toBeDisabled();
  const before = await tray.boundingBox();
  for (const gift of [gifts.first(), gifts.last()]) {
    await gift.click();
    await expect(gift).toBeInViewport({ ratio: 1 });
    expect(await tray.boundingBox()).toEqual(before);
  }
});
