import { expect, test } from "../fixtures.ts";
import { runIntoLimit, subscribe, takeBreak } from "../own-money.ts";
import { signUpQuietly, statementOf } from "../people.ts";
import { visitPage } from "../visitor.ts";

const luna = { slug: "luna", name: "Luna" };

// In Spanish: `fan-life.spec.ts` and `subscriptions.spec.ts`.
test("R-SUB-05, R-SUB-09, R-SUB-16, R-PAY-49: in English a fan subscribes, reads the receipt, cancels, renews again, runs into their own limit and takes a break", async ({
  visit,
}) => {
  const fan = await visit();
  const { page, words } = fan;
  fan.problems.expect(/status of 403/);
  await signUpQuietly(fan);
  await visitPage(page, "/luna");
  await subscribe(fan, luna);

  await test.step("the payment stands in the statement with its receipt", async () => {
    await visitPage(page, "/settings/statement");
    await page.getByRole("tab", { name: words("nav_subscriptions") }).click();
    await page.getByRole("link", { name: words("receipt_open") }).click();
    await expect(page.getByRole("article")).toContainText(words("sub_receipt_item", { name: luna.name }));
    await page.emulateMedia({ media: "print" });
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await expect.poll(paper, "it prints on white, though the page is dark").toBe("rgb(255, 255, 255)");
    await page.emulateMedia({ media: "screen" });
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: words("purchase_receipt_pdf") }).click();
    expect((await download).suggestedFilename()).toMatch(/^fanlight-subscription-receipt-\d+\.pdf$/);
  });
  await test.step("it is cancelled and enabled again", async () => {
    await visitPage(page, "/subscription-models");
    const row = page.getByRole("row").filter({ hasText: luna.name });
    await row.getByRole("button", { name: words("sub_unsubscribe") }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: words("sub_unsubscribe") })
      .click();
    await expect(row).toContainText(words("sub_status_canceled"));
    await row.getByRole("button", { name: words("sub_reactivate") }).click();
    await expect(row).toContainText(words("sub_status_active"));
  });
  // The tokens that came with the subscription are enough for the tip.
  await test.step("a tip over their own limit is refused", () => runIntoLimit(fan, luna));
  await test.step("in a break nothing can be bought", () => takeBreak(fan));
  expect((await statementOf(fan)).map(({ type }) => type)).toEqual(["bonus"]);
});
