import { cards, choosePackage, fillCard, openCheckout, placeOrder } from "../checkout.ts";
import { expect, test } from "../fixtures.ts";
import { shownBalance, signUpQuietly, statementOf } from "../people.ts";
import { type Visitor, visitPage } from "../visitor.ts";

const tokens = 100;

/** On the home page, with a filled card form in front of them. */
async function goToTheTill(fan: Visitor, card: string): Promise<void> {
  await visitPage(fan.page, "/");
  await openCheckout(fan);
  await choosePackage(fan, tokens);
  await fillCard(fan, card);
}

test("R-PAY-32, R-PAY-34, R-PAY-56, R-ROUTE-07: a card that needs its bank's page comes back with the tokens, credited once; a connection that breaks while paying is shown as broken, and the purchase is there once it is back", async ({
  visit,
}) => {
  const fan = await visit({ locale: "es-MX" });
  const { page, words, problems } = fan;
  await signUpQuietly(fan);
  await test.step("by the bank's page", async () => {
    await goToTheTill(fan, cards.redirects);
    await placeOrder(fan).click();
    await page.locator("button[value=approve]").click();
    await expect(page).toHaveURL(/\/payment-request/);
    await expect(page.getByRole("heading", { name: words("pay_return_completed") })).toBeVisible();
    await page.getByText(words("pay_return_back"), { exact: true }).click();
    await expect(shownBalance(fan)).toHaveText(String(tokens));
    await page.reload();
    await expect(shownBalance(fan)).toHaveText(String(tokens));
    expect((await statementOf(fan)).map((row) => row.tokens)).toEqual([tokens]);
  });

  await test.step("over a connection that breaks", async () => {
    problems.expect(/ERR_INTERNET_DISCONNECTED|WebSocket/);
    await goToTheTill(fan, cards.approves);
    const context = page.context();
    await page.route("**/api/payments/process", async (route) => {
      // Before the sale: its event must not come first.
      await context.setOffline(true);
      await route.fetch();
      await route.abort("internetdisconnected");
    });
    await placeOrder(fan).click();
    await expect(page.getByRole("heading", { name: words("pay_unheard_title") })).toBeVisible();
    await context.setOffline(false);
    await expect(shownBalance(fan)).toHaveText(String(2 * tokens));
    expect((await statementOf(fan)).map((row) => row.tokens)).toEqual([tokens, tokens]);
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });
});
