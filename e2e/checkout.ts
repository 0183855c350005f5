import { expect, type Locator } from "@playwright/test";
import { bearer } from "./people.ts";
import type { Visitor } from "./visitor.ts";

/** Cards of the sandbox processor. */
export const cards = {
  approves: "4242424242424242",
  declines: "4000000000000002",
  redirects: "4000000000003220",
  losesItsAnswer: "4000000000000119",
} as const;

export type Purchase = { tokens: number; card: string };

/** Buys a package by card and waits until the checkout has closed on its success. */
export async function buyTokens(
  visitor: Visitor,
  { tokens, card = cards.approves }: Partial<Purchase> & { tokens: number },
) {
  const { page } = visitor;
  await openCheckout(visitor);
  await choosePackage(visitor, tokens);
  await fillCard(visitor, card);
  await seeDone(visitor, tokens, () => placeOrder(visitor).click());
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

/** Buys a package by card without the checkout, which other journeys are about; answers its order's number. */
export async function buyQuietly(visitor: Visitor, tokens: number): Promise<string> {
  const { success, orderid } = await orderQuietly(visitor, tokens, cards.approves);
  expect(success, `buying ${tokens} tokens`).toBe(true);
  return orderid;
}

/** Orders a package by card without the checkout; answers whether it was paid, and its number. */
export async function orderQuietly(
  visitor: Visitor,
  tokens: number,
  card: string,
  more: { save_card?: true } = {},
): Promise<{ success: boolean; orderid: string }> {
  const { request } = visitor.page;
  const headers = await bearer(visitor);
  const answer = await request.get("/api/token-packages", { headers });
  const { data } = (await answer.json()) as {
    data: { packages: { id: number; tokens: number; price: number }[] };
  };
  const pack = data.packages.find((each) => each.tokens === tokens);
  const orderid = `TKN_${Date.now()}`;
  const sale = { ...filledForm(tokens, card), package_id: pack?.id, amount: pack?.price, orderid, ...more };
  const answered = await request.post("/api/payments/process", { headers, data: sale });
  expect(answered.status(), `ordering ${tokens} tokens`).toBe(200);
  return { success: ((await answered.json()) as { success: boolean }).success, orderid };
}

/** Buys a package without the checkout by a card that the fan has kept, and waits until it is. */
export async function saveCardQuietly(visitor: Visitor): Promise<void> {
  const headers = await bearer(visitor);
  const { success } = await orderQuietly(visitor, 100, cards.approves, { save_card: true });
  expect(success).toBe(true);
  const kept = async () => {
    const answer = await visitor.page.request.get("/api/payments/saved-cards", { headers });
    return ((await answer.json()) as { data: unknown[] }).data.length;
  };
  await expect.poll(kept).toBe(1);
}

/** Presses what pays, and sees that the tokens are there: shown for a moment, looked for in every frame from the press on. */
export async function seeDone(
  { page, words }: Visitor,
  tokens: number,
  press: () => Promise<void>,
): Promise<void> {
  const done = page.getByRole("heading", { name: words("pay_done_title", { tokens }) }).waitFor();
  await Promise.all([done, press()]);
}

/** Opens the checkout by the plus beside the balance. */
export async function openCheckout({ page, words }: Visitor): Promise<Locator> {
  await page
    .getByRole("button", { name: words("nav_buy_tokens") })
    .and(page.locator(":visible"))
    .first()
    .click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  return dialog;
}

/** Step 1: the package of that many tokens, by credit card. */
export async function choosePackage({ page, words }: Visitor, tokens: number): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: new RegExp(`^${tokens} Tokens`, "i") }).check();
  await dialog.getByRole("radio", { name: words("pay_method_credit") }).check();
  await dialog.getByRole("button", { name: words("pay_get_tokens") }).click();
}

/** Step 2: everything the card form asks for. */
export async function fillCard({ page, words }: Visitor, card: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  const type = (key: string, text: string) => dialog.getByLabel(words(key), { exact: true }).fill(text);
  await type("pay_card_number", card);
  await type("pay_expiry", openMonth());
  await type("pay_cvv", "123");
  await fillBill({ page, words });
}

/** The same in the fields of the gateway, which are frames. */
export async function fillHostedCard({ page, words }: Visitor, card: string): Promise<void> {
  const type = (key: string, text: string) =>
    page
      .frameLocator(`iframe[title="${words(key)}"]`)
      .locator("input")
      .fill(text);
  await type("pay_card_number", card);
  await type("pay_expiry", openMonth());
  await type("pay_cvv", "123");
}

export const openMonth = () => `12/${String((new Date().getFullYear() + 2) % 100)}`;

/** Fills in the payer, the billing address and the terms. */
export async function fillBill({ page, words }: Pick<Visitor, "page" | "words">): Promise<void> {
  const dialog = page.getByRole("dialog");
  const type = (key: string, text: string) => dialog.getByLabel(words(key), { exact: true }).fill(text);
  await type("pay_card_holder", "Jo Example");
  await type("pay_address", "1 Sunset Road");
  await type("pay_city", "Los Angeles");
  await dialog.getByLabel(words("pay_state"), { exact: true }).selectOption("CA");
  await type("pay_zip", "90001");
  await dialog.getByRole("checkbox").check();
}

/** The button that obliges to pay. */
export function placeOrder({ page, words }: Visitor): Locator {
  return page.getByRole("dialog").getByRole("button", { name: new RegExp(`^${words("pay_place_order")}`) });
}

/** The fields that the card form sends besides package, price and number of the order. */
const filledForm = (tokens: number, card: string) => ({
  payment_type: "token_purchase",
  currency: "USD",
  card_holder_name: "Jo Example",
  email: "jo@mail.test",
  address1: "1 Sunset Road",
  city: "Los Angeles",
  state: "CA",
  zip: "90001",
  country: "US",
  card_number: card,
  card_expiry_month: "12",
  card_expiry_year: String((new Date().getFullYear() + 2) % 100),
  card_cvc: "123",
  payment: "creditcard",
  orderdescription: `${tokens} Tokens`,
});
