import { cards, choosePackage, fillCard, openCheckout, orderQuietly, placeOrder } from "../checkout.ts";
import { secondsOf } from "../countdown.ts";
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

test("R-OPEN-92, R-PAY-35: the third decline names the time of the next try and counts it down, after a reload too", async ({
  visit,
}) => {
  const fan = await visit({ locale: "es-MX", viewport: { width: 360, height: 740 } });
  const { page, words } = fan;
  await signUpQuietly(fan);
  for (let tries = 0; tries < 2; tries++)
    expect(await orderQuietly(fan, tokens, cards.declines)).toMatchObject({ success: false });
  await goToTheTill(fan, cards.declines);
  const dialog = page.getByRole("dialog");
  await placeOrder(fan).click();
  const timer = dialog.getByRole("timer", { name: words("pay_wait_left") });
  await expect(timer).toHaveText(/^(1:00:00|59:\d\d)$/);
  await expect(dialog.getByText("Demasiados intentos de pago.")).toHaveCount(1);
  await expect(dialog.getByText("rechazado")).toHaveCount(0);
  await expect(page.getByRole("region", { name: words("common_notices") })).toContainText("rechazado");
  await expect(placeOrder(fan)).toBeDisabled();
  await expect(dialog.getByLabel(words("pay_card_holder"))).toHaveValue("Jo Example");
  const left = await secondsOf(timer);
  await expect.poll(() => secondsOf(timer)).toBeLessThan(left);

  await page.reload();
  await openCheckout(fan);
  await expect(timer).toBeVisible();
  expect(await secondsOf(timer)).toBeLessThan(left);
  expect(await statementOf(fan)).toEqual([]);
});

test("R-PAY-34, R-ROUTE-07: a card that needs its bank's page comes back with the tokens, credited once", async ({
  visit,
}) => {
  const fan = await visit({ locale: "es-MX" });
  const { page, words } = fan;
  await signUpQuietly(fan);
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

test("R-PAY-32, R-PAY-56: a connection that breaks while paying is shown as broken, and the purchase is there once it is back", async ({
  visit,
}) => {
  const fan = await visit();
  const { page, words, problems } = fan;
  problems.expect(/ERR_INTERNET_DISCONNECTED|WebSocket/);
  await signUpQuietly(fan);
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
  await expect(shownBalance(fan)).toHaveText(String(tokens));
  expect((await statementOf(fan)).map((row) => row.tokens)).toEqual([tokens]);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});
