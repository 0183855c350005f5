import { cards, choosePackage, fillCard, openCheckout, placeOrder } from "./checkout.ts";
import { expect } from "./fixtures.ts";
import { shownBalance } from "./people.ts";
import { type Visitor, visitPage } from "./visitor.ts";

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

const overLimit = {
  en: "This would take you over your own limit for 24 hours.",
  es: "Con esto pasarías tu propio límite de 24 horas.",
} as const;

/** Sets a limit of 2 tokens a day, which a tip of 3 to the model runs into: nothing is paid. */
export async function runIntoLimit(fan: Visitor, { slug }: Model): Promise<void> {
  const { page, words, language } = fan;
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
  await expect(sheet.getByRole("alert")).toContainText(overLimit[language]);
  await expect(shownBalance(fan)).toHaveText(before);
}

const onABreak = {
  en: "You are taking a break from spending.",
  es: "Estás tomando un descanso",
} as const;

/** Takes a break of a day, in which the checkout refuses an order. */
export async function takeBreak(fan: Visitor): Promise<void> {
  const { page, words, language } = fan;
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
  await expect(page.getByRole("dialog").getByRole("alert")).toContainText(onABreak[language]);
}
