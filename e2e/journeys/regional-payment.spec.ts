import { readFile } from "node:fs/promises";
import { readPdf } from "#testing/pdf-text.ts";
import { openCheckout, placeOrder, seeDone } from "../checkout.ts";
import { expect, test } from "../fixtures.ts";
import { shownBalance, signInQuietly, signUpQuietly, statementOf } from "../people.ts";
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
  const frame = dialog.locator(`iframe[title="${words("pay_page")}"]`);
  await expect(frame).toBeVisible();
  expect((await dialog.boundingBox())?.width, "the large dialog").toBe(650);
  const pay = dialog
    .frameLocator(`iframe[title="${words("pay_page")}"]`)
    .getByRole("button", { name: "Pagar", exact: true });
  await seeDone(fan, 100, () => pay.click());
  await expect(shownBalance(fan)).toHaveText(String(before + 100));
  const [bought] = await statementOf(fan);
  expect(bought).toMatchObject({ tokens: 100 });

  await test.step("its receipt is a PDF file in Spanish", async () => {
    await visitPage(page, `/settings/receipts/${bought?.payment_id}`);
    await expect(page.getByRole("article")).toContainText("PSE");
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: words("purchase_receipt_pdf") }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^fanlight-receipt-.+\.pdf$/);
    const { pages } = await readPdf(await readFile(await file.path()));
    expect(pages.join(" ")).toMatch(
      /Número de pedido.*Pagado con\s+PSE.*Total, IVA incluido\s+\$[\d.]+,00 COP/s,
    );
  });
});

test("R-PAY-14, R-PAY-36, R-PAY-53, R-ERR-14: a new fan says at the checkout that they live in Colombia, in English; a refused method, a failed and a cancelled payment charge nothing, the next one pays", async ({
  visit,
}) => {
  const fan = await visit();
  const { page, words, problems } = fan;
  problems.expect(/status of 409/);
  await signUpQuietly(fan);
  await visitPage(page, "/");
  const dialog = await openCheckout(fan);
  await dialog.getByRole("radio", { name: /^100 Tokens/ }).check();
  await expect(dialog.getByRole("radio", { name: words("pay_type_regional") })).toHaveCount(0);
  await dialog.getByLabel(words("country_label")).selectOption("CO");
  await dialog.getByRole("radio", { name: words("pay_type_regional") }).check();
  await dialog.getByRole("radio", { name: "Nequi" }).check();
  await dialog.getByRole("button", { name: words("pay_get_tokens") }).click();
  await dialog.getByRole("checkbox").check();

  await test.step("a method that the provider does not know: Oops", async () => {
    await page.route("**/api/directa24/buy-tokens", (route) =>
      route.continue({ postData: { ...route.request().postDataJSON(), paymentMethodCode: "ZZ" } }),
    );
    await placeOrder(fan).click();
    const oops = page.getByRole("dialog", { name: "Oops", exact: true });
    await expect(oops).toContainText("Your account is not allowed to use this payment method");
    await oops.getByRole("button", { name: words("common_ok") }).click();
    await page.unroute("**/api/directa24/buy-tokens");
  });

  const decide = (decision: string) =>
    dialog
      .frameLocator(`iframe[title="${words("pay_page")}"]`)
      .locator(`button[value=${decision}]`)
      .click();
  for (const decision of ["decline", "cancel"])
    await test.step(`${decision} in the frame: its page of ours ends in the dialog, which says so`, async () => {
      await placeOrder(fan).click();
      await decide(decision);
      await expect(dialog.getByRole("alert")).toBeVisible();
      await expect(dialog.locator("iframe")).toHaveCount(0);
    });
  await placeOrder(fan).click();
  await seeDone(fan, 100, () => decide("pay"));
  await expect(shownBalance(fan)).toHaveText("100");
  expect((await statementOf(fan)).map((row) => row.tokens)).toEqual([100]);
});
