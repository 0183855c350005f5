import { expect, test } from "../fixtures.ts";
import { newestLink } from "../mailbox.ts";
import { logIn, signUpQuietly } from "../people.ts";
import { visitPage } from "../visitor.ts";

test("R-ROUTE-13, R-AUTH-15, R-AUTH-16, R-OPEN-08, R-ACCT-10: a lost password is found back by mail, whose link works once", async ({
  visit,
}) => {
  const [elsewhere, guest] = [await visit(), await visit()];
  // Its socket is cut; the page asks who is signed in now: nobody.
  elsewhere.problems.expect(/401 \(Unauthorized\) \(.*\/api\/fan\/profile\)/);
  guest.problems.expect(/422/);
  const person = await signUpQuietly(elsewhere);
  await visitPage(elsewhere.page, "/");
  const { page, words } = guest;
  const choose = async (password: string) => {
    await page.getByLabel(words("password_new"), { exact: true }).fill(password);
    await page.getByLabel(words("password_new_again"), { exact: true }).fill(password);
    await page.getByRole("button", { name: words("password_new_submit") }).click();
  };
  await visitPage(page, "/login");
  await page.getByRole("link", { name: words("password_forgot") }).click();
  await expect(page).toHaveURL(/\/lost-password$/);
  // The address changes before the page does, and the login form also has a field with "email" in its name.
  await page.getByLabel(words("auth_email"), { exact: true }).fill(person.email);
  await page.getByRole("button", { name: words("password_lost_submit") }).click();
  await expect(page.getByText(words("password_lost_sent"), { exact: true })).toBeVisible();
  const link = await newestLink(guest, person.email, 2);
  await visitPage(page, link);
  await choose("battery staple");
  const notice = page.getByRole("dialog", { name: words("password_updated_title") });
  await expect(notice).toBeVisible();
  await visitPage(page, "/login");
  await notice.getByRole("button", { name: words("common_ok") }).click();
  await expect(notice).toBeHidden();

  await logIn(guest, person.login, "battery staple");
  await expect(notice).toBeHidden();
  await visitPage(page, link);
  await choose("third password");
  await expect(page.getByRole("heading", { name: words("password_link_dead_title") })).toBeVisible();
  await elsewhere.page.goto("/");
  await expect(
    elsewhere.page.getByRole("link", { name: elsewhere.words("nav_login") }).first(),
    "the other browser was signed out",
  ).toBeVisible();
});
