import type { Page, Response } from "@playwright/test";
import { cards, choosePackage, fillCard, openCheckout, placeOrder } from "../checkout.ts";
import { expect, test } from "../fixtures.ts";
import { shownBalance, signInQuietly, signUpQuietly } from "../people.ts";
import { type Visitor, visitPage } from "../visitor.ts";

const tokens = 100;

/** A new fan whose checkout is open. */
async function atTheShelf(fan: Visitor) {
  await signUpQuietly(fan);
  await visitPage(fan.page, "/");
  return openCheckout(fan);
}

async function atTheForm(fan: Visitor) {
  const dialog = await atTheShelf(fan);
  await choosePackage(fan, tokens);
  return dialog;
}

const packagesAnswer = (page: Page): Promise<Response> =>
  page.waitForResponse((response) => new URL(response.url()).pathname === "/api/token-packages");

test("R-PAY-04, R-PAY-05, R-PAY-07: step 1 has a card for each package, the ways to pay and one button, which wants a package and a method", async ({
  visit,
}) => {
  const fan = await visit();
  const { page, words } = fan;
  const answered = packagesAnswer(page);
  const dialog = await atTheShelf(fan);
  const { data } = (await (await answered).json()) as {
    data: { packages: { label: string; tokens: number }[]; promo: { tokens: number } | null };
  };
  const onTheGrid = data.packages.filter((pack) => data.promo === null || pack.tokens !== data.promo.tokens);
  for (const pack of onTheGrid)
    await expect(dialog.getByRole("radio", { name: new RegExp(`^${pack.label},`) })).toHaveCount(1);
  await expect(dialog.getByRole("timer")).toHaveCount(data.promo === null ? 0 : 1);

  const proceed = dialog.getByRole("button", { name: "Get Tokens", exact: true });
  await expect(proceed).toBeDisabled();
  await dialog.getByRole("radio", { name: /^100 Tokens/ }).check();
  await dialog.getByRole("radio", { name: words("pay_type_paypal") }).check();
  await expect(dialog.getByRole("group", { name: words("pay_method") })).toHaveCount(0);
  await expect(proceed).toBeDisabled();
  await dialog.getByRole("radio", { name: words("pay_type_card"), exact: true }).check();
  await expect(dialog.getByRole("group", { name: words("pay_method") })).toBeVisible();
  await proceed.click();
  await expect(dialog.getByRole("heading", { name: words("pay_checkout") })).toBeVisible();
});

test("R-PAY-08, R-PAY-11, R-PAY-12, R-PAY-13, R-PAY-26: step 2 has the type, its methods and the card form between Back and the order", async ({
  visit,
}) => {
  const fan = await visit();
  const { words } = fan;
  const dialog = await atTheForm(fan);
  const types = dialog.getByRole("group", { name: words("pay_type") }).getByRole("radio");
  await expect(types).toHaveCount(3);
  const crypto = dialog.getByRole("radio", { name: new RegExp(`^${words("pay_type_crypto")}`) });
  await expect(crypto).toBeDisabled();
  await crypto.click({ force: true, trial: false }).catch(() => {});
  await expect(dialog.getByRole("radio", { name: words("pay_type_card"), exact: true })).toBeChecked();
  await expect(dialog.getByRole("group", { name: words("pay_method") }).getByRole("radio")).toHaveCount(2);
  for (const method of ["Credit Card", "Debit Card"])
    await expect(dialog.getByText(method, { exact: true })).toBeVisible();
  await expect(dialog.getByLabel(words("pay_country"), { exact: true })).toHaveValue("US");
  await expect(placeOrder(fan)).toBeVisible();

  await dialog.getByRole("radio", { name: words("pay_type_paypal") }).check();
  await expect(dialog.getByLabel(words("pay_card_number"))).toHaveCount(0);
  await expect(dialog).toContainText(words("pay_type_unavailable", { type: "PayPal" }));
  await expect(placeOrder(fan)).toBeDisabled();
});

const required = [
  ["pay_card_number", "Card number is required"],
  ["pay_expiry", "Expiration date is required"],
  ["pay_cvv", "CVV is required"],
  ["pay_card_holder", "Cardholder name is required"],
  ["pay_address", "Address is required"],
  ["pay_city", "City is required"],
  ["pay_state", "State must be 2 characters"],
  ["pay_zip", "ZIP/Postal code is required"],
] as const;

test("R-PAY-15, R-PAY-19, R-PAY-20, R-PAY-21, R-PAY-22, R-PAY-23, R-PAY-24, R-PAY-25, R-PAY-28: a required field that is left empty says so, and only then", async ({
  visit,
}) => {
  const fan = await visit();
  const dialog = await atTheForm(fan);
  for (const [key, text] of required) {
    const field = dialog.getByLabel(fan.words(key), { exact: true });
    await field.focus();
    await expect(dialog.getByText(text, { exact: true })).toHaveCount(0);
    await field.blur();
    await expect(field).toHaveAccessibleDescription(text);
    await expect(field).toHaveAttribute("aria-invalid", "true");
  }
});

const wrong = [
  ["pay_card_number", "424242424242", "Please enter a valid card number", "4242424242424242"],
  ["pay_expiry", "13/27", "Please enter MM/YY format", "12/39"],
  ["pay_cvv", "12", "CVV must be at least 3 digits", "123"],
  ["pay_email", "nobody", "Please enter a valid email", "jo@example.test"],
] as const;

test("R-PAY-16, R-PAY-17, R-PAY-19, R-PAY-20, R-PAY-28: what is typed wrongly is said when the field is left, and the word goes as soon as it is mended", async ({
  visit,
}) => {
  const fan = await visit();
  const dialog = await atTheForm(fan);
  for (const [key, bad, text, good] of wrong) {
    const field = dialog.getByLabel(fan.words(key), { exact: true });
    await field.fill("");
    await field.pressSequentially(bad);
    await expect(dialog.getByText(text, { exact: true })).toHaveCount(0);
    await field.blur();
    await expect(field).toHaveAccessibleDescription(text);
    await field.fill(good);
    await expect(dialog.getByText(text, { exact: true })).toHaveCount(0);
  }
  await expect(dialog.getByLabel(fan.words("pay_card_number"))).toHaveValue("4242 4242 4242 4242");
});

test("R-PAY-27, R-PAY-29, R-PAY-30: the order waits for every required field and for the terms, which are linked; the phone may stay empty", async ({
  visit,
}) => {
  const fan = await visit();
  const { words } = fan;
  const dialog = await atTheForm(fan);
  await fillCard(fan, cards.approves);
  await expect(dialog.getByLabel(words("pay_phone"))).toHaveValue("");
  await expect(placeOrder(fan)).toBeEnabled();
  for (const key of ["pay_card_number", "pay_cvv", "pay_card_holder", "pay_address", "pay_city", "pay_zip"]) {
    const field = dialog.getByLabel(words(key), { exact: true });
    const value = await field.inputValue();
    await field.fill("");
    await expect(placeOrder(fan), `without ${key}`).toBeDisabled();
    await field.fill(value);
    await expect(placeOrder(fan)).toBeEnabled();
  }
  await dialog.getByRole("checkbox").uncheck();
  await expect(placeOrder(fan)).toBeDisabled();
  for (const [key, address] of [
    ["pay_terms_link", "/terms-of-service"],
    ["pay_terms_privacy", "/privacy-policy"],
  ] as const)
    await expect(dialog.getByRole("link", { name: words(key) })).toHaveAttribute("href", address);
});

test("R-PAY-09, R-PAY-10: Back keeps the package and what was typed, closing forgets everything", async ({
  visit,
}) => {
  const fan = await visit();
  const { words } = fan;
  const dialog = await atTheForm(fan);
  await fillCard(fan, cards.approves);
  await dialog.getByRole("button", { name: words("pay_back"), exact: true }).click();
  await expect(dialog.getByRole("radio", { name: /^100 Tokens/ })).toBeChecked();
  await dialog.getByRole("button", { name: words("pay_get_tokens") }).click();
  await expect(dialog.getByLabel(words("pay_card_number"))).toHaveValue("4242 4242 4242 4242");
  await expect(dialog.getByLabel(words("pay_card_holder"))).toHaveValue("Jo Example");
  await expect(dialog.getByRole("checkbox")).toBeChecked();
  await expect(placeOrder(fan)).toBeEnabled();

  await dialog.getByRole("button", { name: words("common_close") }).click();
  await expect(dialog).toHaveCount(0);
  await openCheckout(fan);
  await expect(dialog.getByRole("radio", { name: /^100 Tokens/ })).not.toBeChecked();
  await choosePackage(fan, tokens);
  await expect(dialog.getByLabel(words("pay_card_number"))).toHaveValue("");
  await expect(dialog.getByLabel(words("pay_card_holder"))).toHaveValue("");
});

test("R-PAY-14, R-ROLE-13: what Colombia has is asked for and listed for Colombian fans only, and no method is shown as if it worked", async ({
  visit,
}) => {
  const asked: string[] = [];
  const listed = { data: [{ name: "PSE", code: "PC", type: "bank", logo: "" }], links: { next: null } };
  const openAs = async (login: string, locale: string) => {
    const fan = await visit({ locale });
    await fan.page.route("**/api/directa24/payment-methods*", (route) => {
      asked.push(`${login} ${new URL(route.request().url()).search}`);
      return route.fulfill({ json: listed });
    });
    await signInQuietly(fan, login);
    await visitPage(fan.page, "/");
    const dialog = await openCheckout(fan);
    await expect(dialog.getByRole("radio").first()).toBeVisible();
    return { fan, dialog };
  };
  const { fan, dialog } = await openAs("sofia", "es-CO");
  await dialog.getByRole("radio", { name: /^100 Tokens/i }).check();
  await dialog.getByRole("radio", { name: fan.words("pay_type_regional"), exact: true }).check();
  await expect(dialog.getByRole("listitem")).toHaveText(["PSE"]);
  await expect(dialog).toContainText(fan.words("pay_regional_unavailable"));
  await expect(dialog.getByRole("button", { name: fan.words("pay_get_tokens") })).toBeDisabled();
  expect(asked).toEqual(["sofia ?countryCode=CO"]);
  await fan.page.close();

  const other = await openAs("nico", "en-US");
  await expect(
    other.dialog.getByRole("group", { name: other.fan.words("pay_type") }).getByRole("radio"),
  ).toHaveCount(3);
  expect(asked).toHaveLength(1);
});

test("R-UI-07, R-UI-08, R-UI-09: the packages stand in 4, 3 or 2 columns, in a dialog that stays as narrow as it should", async ({
  visit,
}) => {
  const fan = await visit();
  const { page, words } = fan;
  const dialog = await atTheShelf(fan);
  const first = dialog.getByRole("radio", { name: /^100 Tokens/ });
  const grid = first.locator("xpath=ancestor::div[1]");
  const columns = () =>
    grid.evaluate((element) => getComputedStyle(element).gridTemplateColumns.split(" ").length);
  for (const [width, count] of [
    [1600, 4],
    [801, 4],
    [800, 3],
    [641, 3],
    [640, 2],
    [360, 2],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(columns, `at ${width}`).toBe(count);
    const box = await dialog.boundingBox();
    expect(box?.width, `at ${width}`).toBeLessThanOrEqual(Math.min(775, width));
  }
  await page.setViewportSize({ width: 1600, height: 900 });
  await choosePackage(fan, tokens);
  await expect(dialog.getByRole("heading", { name: words("pay_checkout") })).toBeVisible();
  expect((await dialog.boundingBox())?.width).toBeLessThanOrEqual(600);
});

test("R-PAY-02, R-PAY-33: tokens are bought by keyboard alone; the focus stays in the dialog and goes back to where it was", async ({
  visit,
}) => {
  const fan = await visit();
  const { page, words } = fan;
  await signUpQuietly(fan);
  await visitPage(page, "/");
  const opener = page.getByRole("button", { name: words("nav_buy_tokens") });
  await opener.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: /^100 Tokens/ }).press("Space");
  await dialog.getByRole("button", { name: words("pay_get_tokens") }).press("Enter");
  await expect(dialog.getByRole("heading", { name: words("pay_checkout") })).toBeVisible();
  await expect(dialog).toBeFocused();
  await dialog.getByLabel(words("pay_card_number")).focus();
  const typed = ["4242424242424242", "1239", "123", "Jo Example", "", "", "1 Sunset Road", "Los Angeles"];
  for (const text of [...typed, "Cal", "90001", ""]) {
    await page.keyboard.type(text);
    await page.keyboard.press("Tab");
  }
  await expect(dialog.getByRole("checkbox")).toBeFocused();
  await page.keyboard.press("Space");
  await placeOrder(fan).press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(shownBalance(fan)).toHaveText(String(tokens));
  await expect(opener).toBeFocused();
});
