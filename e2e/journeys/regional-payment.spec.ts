import { readFile } from "node:fs/promises";
import { readPdf } from "#testing/pdf-text.ts";
import { openCheckout, placeOrder, seeDone } from "../checkout.ts";
import { expect, test } from "../fixtures.ts";
import { shownBalance, signInQuietly, statementOf } from "../people.ts";
import { visitPage } from "../visitor.ts";

test("R-PAY-36, R-PAY-49, R-PAY-53, R-ROUTE-09, R-ROUTE-10: a Colombian fan cancels and then pays by PSE in the frame of the dialog, in Spanish and in pesos, and has the tokens", async ({
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
  const atProvider = dialog.frameLocator(`iframe[title="${words("pay_page")}"]`);
  await atProvider.locator("button[value=cancel]").click();
  await expect(dialog.getByRole("alert")).toBeVisible();
  await expect(frame).toHaveCount(0);
  await placeOrder(fan).click();
  await seeDone(fan, 100, () => atProvider.getByRole("button", { name: "Pagar", exact: true }).click());
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
      /Número de pedido.*Pagaste con\s+PSE.*Total, IVA incluido\s+\$[\d.]+ COP/s,
    );
  });
});
