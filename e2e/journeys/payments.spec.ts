import { buyTokens, cards, choosePackage, fillCard, openCheckout, placeOrder } from "../checkout.ts";
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
  await placeOrder(fan).click();
  await expect(page.getByRole("heading", { name: words("pay_done_title", { tokens }) })).toBeVisible();
  await expectOnePurchase(fan);
});

test("R-PAY-34, R-ROUTE-07: a card that needs its bank's page comes back with the tokens, credited once", async ({
  visit,
}) => {
  const fan = await visit();
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

test("R-PAY-31, R-PAY-32: a sale whose answer is lost waits, and is credited later without a second charge", async ({
  visit,
}) => {
  test.setTimeout(120_000);
  const fan = await visit();
  const { page, words } = fan;
  await fanAtTheTill(fan, cards.losesItsAnswer);
  await placeOrder(fan).click();
  await expect(page.getByRole("heading", { name: words("pay_pending_title") })).toBeVisible({
    timeout: outcomeWithinMs,
  });
  await expect(shownBalance(fan)).toHaveText(String(tokens), { timeout: outcomeWithinMs });
  await expectOnePurchase(fan);
});

test("R-PAY-32, R-PAY-33: a double click on the order is one payment", async ({ visit }) => {
  const fan = await visit();
  const sales: string[] = [];
  fan.page.on("request", (request) => {
    if (request.url().endsWith("/api/payments/process")) sales.push(request.url());
  });
  await fanAtTheTill(fan, cards.approves);
  await placeOrder(fan).dblclick();
  await expect(fan.page.getByRole("dialog")).toHaveCount(0);
  expect(sales).toHaveLength(1);
  await expectOnePurchase(fan);
});

test("R-PAY-03: somebody whose session is gone is told to log in instead of being shown packages", async ({
  visit,
}) => {
  const fan = await visit();
  const { page, words } = fan;
  await signUpQuietly(fan);
  await visitPage(page, "/");
  await expect(shownBalance(fan)).toHaveText("0");
  await page.context().clearCookies();
  await page.getByRole("button", { name: words("nav_buy_tokens") }).click();
  await expect(page.getByRole("region", { name: words("common_notices") })).toContainText(
    words("pay_problem_login"),
  );
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("R-PAY-02, R-I18N-01: the checkout in Spanish, to the last step", async ({ visit }) => {
  const fan = await visit({ locale: "es-MX" });
  await signUpQuietly(fan);
  await visitPage(fan.page, "/");
  await buyTokens(fan, { tokens });
  await expectOnePurchase(fan);
});
