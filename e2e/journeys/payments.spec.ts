import { cards, choosePackage, fillCard, openCheckout, placeOrder, seeDone } from "../checkout.ts";
import { secondsOf } from "../countdown.ts";
import { expect, test } from "../fixtures.ts";
import { shownBalance, signUpQuietly, statementOf } from "../people.ts";
import { type Visitor, visitPage } from "../visitor.ts";

const tokens = 100;
/** The processor never answers this sale; the shop gives up after 15 s and asks by itself a few seconds later. */
const outcomeWithinMs = 60_000;

/** A new fan on the home page with a filled card form in front of them. */
async function fanAtTheTill(fan: Visitor, card: string): Promise<void> {
  await signUpQuietly(fan);
  await visitPage(fan.page, "/");
  await openCheckout(fan);
  await choosePackage(fan, tokens);
  await fillCard(fan, card);
}

async function expectOnePurchase(fan: Visitor): Promise<void> {
  await expect(shownBalance(fan)).toHaveText(String(tokens));
  const rows = await statementOf(fan);
  expect(rows.map((row) => row.tokens)).toEqual([tokens]);
}

test("R-PAY-29, R-PAY-35: a declined card charges nothing, keeps what was typed, and another card goes through", async ({
  visit,
}) => {
  const fan = await visit();
  const { page, words } = fan;
  await fanAtTheTill(fan, cards.declines);
  await placeOrder(fan).click();
  const banner = page.getByRole("dialog").getByRole("alert");
  await expect(banner).toContainText(words("pay_problem_not_charged"));
  await expect(page.getByLabel(words("pay_card_holder"))).toHaveValue("Jo Example");
  await expect(page.getByLabel(words("pay_address"), { exact: true })).toHaveValue("1 Sunset Road");
  expect(await statementOf(fan)).toEqual([]);

  await page.getByLabel(words("pay_card_number")).fill(cards.approves);
  await seeDone(fan, tokens, () => placeOrder(fan).click());
  await expectOnePurchase(fan);
});

test("R-OPEN-92, R-PAY-35: the third decline names the time of the next try and counts it down, in a second tab and after a reload too", async ({
  visit,
}) => {
  const fan = await visit({ locale: "es-MX", viewport: { width: 360, height: 740 } });
  const { page, words, problems } = fan;
  problems.expect(/status of 429/);
  await fanAtTheTill(fan, cards.declines);
  const dialog = page.getByRole("dialog");
  for (let tries = 0; tries < 2; tries++) {
    // The alert may still be that of the try before.
    const answered = page.waitForResponse("**/api/payments/process");
    await placeOrder(fan).click();
    await answered;
    await expect(dialog.getByRole("alert")).toContainText("rechazado");
    await expect(placeOrder(fan)).toBeEnabled();
  }
  const other = await fan.newTab();
  const elsewhere = { ...fan, page: other };
  await visitPage(other, "/");
  await openCheckout(elsewhere);
  await choosePackage(elsewhere, tokens);
  await fillCard(elsewhere, cards.approves);

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

  await placeOrder(elsewhere).click();
  const sameTimer = other.getByRole("dialog").getByRole("timer", { name: words("pay_wait_left") });
  await expect(sameTimer).toBeVisible();
  const apart = (await secondsOf(sameTimer)) - (await secondsOf(timer));
  expect(Math.abs(apart)).toBeLessThan(10);
  await expect(placeOrder(elsewhere)).toBeDisabled();

  await page.reload();
  await openCheckout(fan);
  await expect(timer).toBeVisible();
  expect(await secondsOf(timer)).toBeLessThan(left);
  expect(await statementOf(fan)).toEqual([]);
});

for (const locale of ["en-US", "es-MX"])
  test(`R-PAY-34, R-ROUTE-07: a card that needs its bank's page comes back with the tokens, credited once (${locale})`, async ({
    visit,
  }) => {
    const fan = await visit({ locale });
    const { page, words } = fan;
    await fanAtTheTill(fan, cards.redirects);
    await placeOrder(fan).click();
    await page.locator("button[value=approve]").click();
    await expect(page).toHaveURL(/\/payment-request/);
    await expect(page.getByRole("heading", { name: words("pay_return_completed") })).toBeVisible();
    await page.getByText(words("pay_return_back"), { exact: true }).click();
    await expectOnePurchase(fan);
    await page.reload();
    await expectOnePurchase(fan);
  });

test("R-PAY-31, R-PAY-32: a sale whose answer is lost waits, and is credited later without a second charge, in English and in Spanish", async ({
  visit,
}) => {
  test.setTimeout(120_000);
  // Most of it is waiting: a fan of each language does so at the same time.
  const fans = [await visit(), await visit({ locale: "es-MX", viewport: { width: 360, height: 740 } })];
  for (const fan of fans) await fanAtTheTill(fan, cards.losesItsAnswer);
  await Promise.all(
    fans.map(async (fan) => {
      await placeOrder(fan).click();
      await expect(fan.page.getByRole("heading", { name: fan.words("pay_pending_title") })).toBeVisible({
        timeout: outcomeWithinMs,
      });
    }),
  );
  for (const fan of fans) {
    await expect(shownBalance(fan)).toHaveText(String(tokens), { timeout: outcomeWithinMs });
    await expectOnePurchase(fan);
  }
});

test("R-PAY-32, R-PAY-56: a connection that breaks while paying says so, and the purchase is there once it is back", async ({
  visit,
}) => {
  const fan = await visit();
  const { page, words, problems } = fan;
  problems.expect(/ERR_INTERNET_DISCONNECTED|WebSocket/);
  await fanAtTheTill(fan, cards.approves);
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
  await expectOnePurchase(fan);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});
