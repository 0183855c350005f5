import { placeOrder } from "../checkout.ts";
import { expect, test } from "../fixtures.ts";
import { shownBalance, signUpQuietly } from "../people.ts";
import { visitPage } from "../visitor.ts";

const tokens = 100;

test("R-PAY-02, R-PAY-33, R-UI-07, R-UI-08, R-UI-09: tokens are bought by keyboard alone in a dialog as narrow as it should be; the focus stays in it and goes back", async ({
  visit,
}) => {
  const fan = await visit();
  const { page, words } = fan;
  await signUpQuietly(fan);
  await visitPage(page, "/");
  const opener = page.getByRole("button", { name: words("nav_buy_tokens") });
  await opener.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  const first = dialog.getByRole("radio", { name: /^100 Tokens/ });

  await test.step("the packages stand in even rows of at most 4, 3 or 2", async () => {
    const cards = dialog.getByRole("radio", { name: /^[\d,]+ Tokens/ });
    const rows = () =>
      cards.evaluateAll((radios) => {
        const tops = radios.map((radio) =>
          Math.round(radio.closest("label")?.getBoundingClientRect().top ?? 0),
        );
        return [...new Set(tops)].map((top) => tops.filter((other) => other === top).length);
      });
    await expect(first).toBeVisible();
    const count = await cards.count();
    for (const [width, most] of [
      [1600, 4],
      [801, 4],
      [800, 3],
      [641, 3],
      [640, 2],
      [360, 2],
      [1440, 4],
    ] as const) {
      await page.setViewportSize({ width, height: 1000 });
      const [even, longer] = [Math.floor(count / Math.ceil(count / most)), count % Math.ceil(count / most)];
      const expected = Array.from(
        { length: Math.ceil(count / most) },
        (_, row) => even + (row < longer ? 1 : 0),
      );
      await expect.poll(rows, `at ${width}`).toEqual(expected);
      const box = await dialog.boundingBox();
      expect(box?.width, `at ${width}`).toBeLessThanOrEqual(Math.min(775, width));
    }
  });

  await first.press("Space");
  await dialog.getByRole("button", { name: words("pay_get_tokens") }).press("Enter");
  await expect(dialog.getByRole("heading", { name: words("pay_checkout") })).toBeVisible();
  await expect(dialog).toBeFocused();
  expect((await dialog.boundingBox())?.width).toBeLessThanOrEqual(600);
  await dialog.getByLabel(words("pay_card_number")).focus();
  const typed = ["4242424242424242", "1239", "123", "Jo Example", "", "", "1 Sunset Road", "Los Angeles"];
  for (const text of [...typed, "Cal", "90001", ""]) {
    await page.keyboard.type(text);
    await page.keyboard.press("Tab");
  }
  await expect(dialog.getByRole("checkbox")).toBeFocused();
  await page.keyboard.press("Space");
  await placeOrder(fan).press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(shownBalance(fan)).toHaveText(String(tokens));
  await expect(opener).toBeFocused();
});
