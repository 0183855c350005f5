import { openCheckout, placeOrder } from "../checkout.ts";
import { expect, test } from "../fixtures.ts";
import { shownBalance, signInQuietly, statementOf } from "../people.ts";
import { visitPage } from "../visitor.ts";

test("R-PAY-36, R-PAY-49, R-PAY-53, R-ROUTE-10: a Colombian fan pays by PSE in the frame of the dialog, in Spanish and in pesos, and has the tokens", async ({
  visit,
}) => {
  const fan = await visit({ locale: "es-CO" });
  const { page, words } = fan;
  await signInQuietly(fan, "sofia");
  await visitPage(page, "/");
  const before = Number(await shownBalance(fan).textContent());
  const dialog = await openCheckout(fan);
  await dialog.getByRole("radio", { name: /^100 Tokens/i }).check();
  await dialog.getByRole("radio", { name: words("pay_type_regional") }).check();
  await dialog.getByRole("radio", { name: "PSE" }).check();
  await dialog.getByRole("button", { name: words("pay_get_tokens") }).click();
  await dialog.getByRole("checkbox").check();
  await expect(placeOrder(fan)).toContainText("COP");
  await placeOrder(fan).click();
  await dialog
    .frameLocator(`iframe[title="${words("pay_page")}"]`)
    .getByRole("button", { name: "Pagar", exact: true })
    .click();
  await expect(page.getByRole("heading", { name: words("pay_done_title", { tokens: 100 }) })).toBeVisible();
  await expect(shownBalance(fan)).toHaveText(String(before + 100));
  expect((await statementOf(fan))[0]).toMatchObject({ tokens: 100 });
});
