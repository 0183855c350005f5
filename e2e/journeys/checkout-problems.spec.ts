import { cards, choosePackage, fillCard, openCheckout, placeOrder } from "../checkout.ts";
import { expect, test } from "../fixtures.ts";
import { shownBalance, signUpQuietly, statementOf } from "../people.ts";
import { type Visitor, visitPage } from "../visitor.ts";

const tokens = 100;

/** A new fan with a filled form. */
async function aboutToPay(fan: Visitor) {
  await signUpQuietly(fan);
  await visitPage(fan.page, "/");
  const dialog = await openCheckout(fan);
  await choosePackage(fan, tokens);
  await fillCard(fan, cards.approves);
  return dialog;
}

const notices = ({ page, words }: Visitor) => page.getByRole("region", { name: words("common_notices") });

/** What a processor behind the server, or a server in trouble, may answer, and what the fan then reads. */
const answers = [
  [400, { message: "Declined" }, "Error: Declined"],
  [500, {}, "Error 500: Payment failed"],
  [422, { message: "Bad zip" }, "Bad zip"],
  [422, {}, "Payment validation failed"],
  [200, { success: false, message: "a", error: "b" }, "a"],
  [200, { success: false, error: "b" }, "b"],
  [200, { success: false }, "Payment failed. Please try again."],
] as const;

test("R-ERR-03, R-ERR-04, R-ERR-05, R-ERR-07, R-ERR-08, R-PAY-35: every failed answer is said in its words, in a toast and a banner that can be dismissed", async ({
  visit,
}) => {
  const fan = await visit();
  const { page, words, problems } = fan;
  problems.expect(/status of (400|422|500)/);
  const dialog = await aboutToPay(fan);
  for (const [status, body, text] of answers) {
    await page.route("**/api/payments/process", (route) => route.fulfill({ status, json: body }), {
      times: 1,
    });
    await placeOrder(fan).click();
    const banner = dialog.getByRole("alert");
    await expect(banner.getByRole("paragraph")).toHaveText(new RegExp(`^${text.replaceAll(".", "\\.")}`));
    await expect(notices(fan).getByText(text, { exact: true }).first()).toBeVisible();
    await banner.getByRole("button", { name: words("pay_dismiss") }).click();
    await expect(banner).toHaveCount(0);
    await expect(dialog.getByLabel(words("pay_card_number"))).toHaveValue("4242 4242 4242 4242");
  }
  await expect(shownBalance(fan)).toHaveText("0");
  expect(await statementOf(fan)).toEqual([]);
});

test("R-ERR-02: a session that ended elsewhere is said in a toast and closes the checkout", async ({
  visit,
}) => {
  const fan = await visit();
  const { page, problems } = fan;
  problems.expect(/status of 401/);
  const dialog = await aboutToPay(fan);
  await page.route("**/api/payments/process", (route) =>
    route.fulfill({ status: 401, json: { message: "Unauthenticated", code: "unauthenticated" } }),
  );
  await placeOrder(fan).click();
  await expect(notices(fan)).toContainText("Session expired. Please log in again.");
  await expect(dialog).toHaveCount(0);
});

test("R-ERR-06: whoever lost the session's cookie is asked to log in, and no sale is sent", async ({
  visit,
}) => {
  const fan = await visit();
  const { page } = fan;
  const dialog = await aboutToPay(fan);
  const sales: string[] = [];
  page.on("request", (request) => request.url().endsWith("/payments/process") && sales.push(request.url()));
  await page.context().clearCookies({ name: "token" });
  await placeOrder(fan).click();
  await expect(dialog.getByRole("alert")).toContainText("Authentication required. Please log in again.");
  expect(sales).toEqual([]);
});

for (const [row, address, text] of [
  ["R-ERR-09", "**/api/fan/profile", "Failed to load user profile. Please try again."],
  ["R-ERR-10", "**/api/token-packages", "Failed to load token packages. Please try again later."],
] as const)
  test(`R-ERR-09, R-ERR-10: a checkout that cannot be filled says why and closes (${row})`, async ({
    visit,
  }) => {
    const fan = await visit();
    const { page, words, problems } = fan;
    problems.expect(/status of 500/);
    await signUpQuietly(fan);
    await visitPage(page, "/");
    await expect(shownBalance(fan)).toHaveText("0");
    await page.route(address, (route) => route.fulfill({ status: 500, json: {} }));
    await page.getByRole("button", { name: words("nav_buy_tokens") }).click();
    await expect(notices(fan)).toContainText(text, { timeout: 30_000 });
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });

test("R-PAY-32, R-PAY-56: a connection that breaks while paying says so, and the purchase is there once it is back", async ({
  visit,
}) => {
  const fan = await visit();
  const { page, words, problems } = fan;
  problems.expect(/ERR_INTERNET_DISCONNECTED|WebSocket/);
  await aboutToPay(fan);
  const context = page.context();
  await page.route("**/api/payments/process", async (route) => {
    await route.fetch();
    await context.setOffline(true);
    await route.abort("internetdisconnected");
  });
  await placeOrder(fan).click();
  await expect(page.getByRole("heading", { name: words("pay_unheard_title") })).toBeVisible();
  await context.setOffline(false);
  await expect(shownBalance(fan)).toHaveText(String(tokens));
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect((await statementOf(fan)).map((row) => row.tokens)).toEqual([tokens]);
});

test("R-PAY-32: an order that never left is found missing, and placing it again buys once", async ({
  visit,
}) => {
  const fan = await visit();
  const { page, words, problems } = fan;
  problems.expect(/ERR_INTERNET_DISCONNECTED|WebSocket|status of 404/);
  const dialog = await aboutToPay(fan);
  await page.context().setOffline(true);
  await placeOrder(fan).click();
  await expect(page.getByRole("heading", { name: words("pay_unheard_title") })).toBeVisible();
  await page.context().setOffline(false);
  await expect(dialog.getByRole("alert")).toContainText(words("pay_problem_not_found"));
  await placeOrder(fan).click();
  await expect(dialog).toHaveCount(0);
  await expect(shownBalance(fan)).toHaveText(String(tokens));
  expect((await statementOf(fan)).map((row) => row.tokens)).toEqual([tokens]);
});
