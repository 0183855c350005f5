import { expect, test } from "../fixtures.ts";
import { newestLink } from "../mailbox.ts";
import { shownBalance, signUp } from "../people.ts";
import { type Visitor, visitPage } from "../visitor.ts";

const alertOf = ({ page, words }: Visitor) => page.getByRole("region", { name: words("email_alert_fan") });
const cookie = async ({ page }: Visitor, name: string) =>
  (await page.context().cookies()).find((each) => each.name === name);

test("R-ACCT-12, R-ACCT-16, R-ACCT-17, R-REF-05: signing up, confirming by the mail and reading it once; another tab that is open learns of it", async ({
  visit,
}) => {
  const fan = await visit({ locale: "es-CO" });
  const { page, words } = fan;
  await visitPage(page, "/register");
  const { email } = await signUp(fan);
  await expect(alertOf(fan)).toContainText(email);
  await expect(alertOf(fan)).toContainText(words("email_spam"));
  await expect(shownBalance(fan)).toHaveText(/0/);
  const other = { ...fan, page: await fan.newTab() };
  await visitPage(other.page, "/trending");
  await expect(alertOf(other)).toBeVisible();
  await visitPage(page, await newestLink(fan, email, 1));
  await page.getByRole("button", { name: words("email_link_confirm") }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(alertOf(other)).toBeHidden();
  await expect(shownBalance(other)).toHaveText(/5/);
  const dialog = page.getByRole("dialog", { name: words("email_verified_title") });
  await expect(dialog).toContainText(words("email_verified_tokens"));
  await expect(page.getByText(words("email_alert_fan"))).toHaveCount(0);
  expect(await cookie(fan, "email_confirmed")).toBeDefined();
  await dialog.getByRole("button", { name: words("common_ok") }).click();
  await expect(dialog).toBeHidden();
  await expect(shownBalance(fan)).toHaveText(/5/);
  await visitPage(page, "/");
  await expect(shownBalance(fan)).toHaveText(/5/);
  await expect(dialog).toBeHidden();
  expect(await cookie(fan, "email_confirmed")).toBeUndefined();
});
