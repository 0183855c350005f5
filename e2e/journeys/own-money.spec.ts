import { expect, test } from "../fixtures.ts";
import { runIntoLimit, subscribeElsewhere, takeBreak } from "../own-money.ts";
import { signUpQuietly, statementOf } from "../people.ts";
import { visitPage } from "../visitor.ts";

const luna = { slug: "luna", name: "Luna" };

test("R-SUB-16, R-PAY-49: a fan who has subscribed reads the receipt, runs into their own limit and takes a break", async ({
  visit,
}) => {
  const fan = await visit();
  const { page, words } = fan;
  fan.problems.expect(/status of 403/);
  await signUpQuietly(fan);
  await subscribeElsewhere(fan, luna.slug);
  const entries = async () => (await statementOf(fan)).map(({ type }) => type);
  await expect.poll(entries, "the tokens that come with it, enough for the tip").toEqual(["bonus"]);

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
  await test.step("a tip over their own limit is refused", () => runIntoLimit(fan, luna));
  await test.step("in a break nothing can be bought", () => takeBreak(fan));
  expect(await entries()).toEqual(["bonus"]);
});
