import { cards, choosePackage, fillCard, openCheckout, placeOrder } from "./checkout.ts";
import { expect } from "./fixtures.ts";
import { bearer, shownBalance } from "./people.ts";
import { type Visitor, visitPage } from "./visitor.ts";

export type SubscriptionRow = { canceled_at: string | null; login: string; expire_at: string };

/** The subscriptions of the fan who is signed in. */
export async function subscriptionsOf(visitor: Visitor): Promise<SubscriptionRow[]> {
  const headers = await bearer(visitor);
  const answer = await visitor.page.request.get("/api/fan/subscriptions-models", { headers });
  return ((await answer.json()) as { data: SubscriptionRow[] }).data;
}

/** Subscribes beside the page and pays in the provider's form, as a fan does elsewhere. */
export async function subscribeElsewhere(visitor: Visitor, slug: string): Promise<void> {
  const headers = await bearer(visitor);
  const { request } = visitor.page;
  const { id } = (await (await request.get(`/api/model-profile/${slug}`)).json()) as { id: number };
  const ordered = await request.post("/api/fan/subscribe-model", { headers, data: { modelId: id } });
  const { url } = (await ordered.json()) as { url: string };
  await request.post(url, { form: { decision: "approve" } });
  await expect(async () => expect(await subscriptionsOf(visitor)).toHaveLength(1)).toPass();
}

type Model = { slug: string; name: string };

/** Subscribes on the model's page, which is open, and pays in the provider's own form. */
export async function subscribe({ page, words }: Visitor, { name }: Model): Promise<void> {
  const price = /\$\d/;
  await page.getByRole("button", { name: price }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: words("sub_pay") }).click();
  await expect(dialog.getByText(words("sub_consent_needed"))).toBeVisible();
  await dialog.getByRole("checkbox").check();
  await dialog.getByRole("button", { name: words("sub_pay") }).click();
  await page
    .frameLocator("iframe")
    .getByRole("button", { name: /^Suscribirme|^Subscribe/ })
    .click();
  await expect(page.getByText(words("sub_done_toast", { name }))).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("button", { name: words("sub_subscribed"), exact: true })).toBeVisible();
}

/** Sets, in English, a limit of 2 tokens a day, which a tip of 3 to the model runs into: nothing is paid. */
export async function runIntoLimit(fan: Visitor, { slug }: Model): Promise<void> {
  const { page, words } = fan;
  await visitPage(page, "/settings");
  await page.getByLabel(words("spending_day"), { exact: true }).fill("2");
  await page.getByRole("button", { name: words("spending_save") }).click();
  await expect(page.getByText(words("spending_saved"), { exact: true })).toBeVisible();
  await visitPage(page, `/${slug}`);
  const before = String(await shownBalance(fan).textContent());
  await page.getByRole("button", { name: words("profile_tip") }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("textbox", { name: words("tip_amount_label") }).fill("3");
  await sheet.getByRole("button", { name: words("tip_send", { count: 3, amount: 3 }) }).click();
  await expect(sheet.getByRole("alert")).toContainText("This would go over your 24-hour limit.");
  await expect(shownBalance(fan)).toHaveText(before);
}

/** Takes, in English, a break of a day, in which the checkout refuses an order. */
export async function takeBreak(fan: Visitor): Promise<void> {
  const { page, words } = fan;
  await visitPage(page, "/settings");
  await page.getByRole("button", { name: words("spending_days", { count: 1 }), exact: true }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: words("spending_pause_confirm") })
    .click();
  await expect(page.getByText(words("spending_paused_badge"), { exact: true })).toBeVisible();
  await openCheckout(fan);
  await choosePackage(fan, 100);
  await fillCard(fan, cards.approves);
  await placeOrder(fan).click();
  await expect(page.getByRole("dialog").getByRole("alert")).toContainText("You’re on a spending break.");
}
