import { expect, test } from "../fixtures.ts";
import { mailsTo, newestLink } from "../mailbox.ts";
import { logIn, type Newcomer, newcomer, signUpQuietly } from "../people.ts";
import { type Visitor, visitPage } from "../visitor.ts";

/** Opens an account in another browser and leaves a visitor who has forgotten its password. */
async function forgetful(visit: (options: { locale: string }) => Promise<Visitor>, locale: string) {
  const [elsewhere, guest] = [await visit({ locale }), await visit({ locale })];
  const person = await signUpQuietly(elsewhere);
  await visitPage(elsewhere.page, "/");
  return { elsewhere, guest, person };
}

async function askForLink({ page, words }: Visitor, { email }: Pick<Newcomer, "email">): Promise<void> {
  await visitPage(page, "/login");
  await page.getByRole("link", { name: words("password_forgot") }).click();
  await expect(page).toHaveURL(/\/lost-password$/);
  await page.getByLabel(words("auth_email")).fill(email);
  await page.getByRole("button", { name: words("password_lost_submit") }).click();
}

async function choose({ page, words }: Visitor, password: string, again = password): Promise<void> {
  await page.getByLabel(words("password_new"), { exact: true }).fill(password);
  await page.getByLabel(words("password_new_again"), { exact: true }).fill(again);
  await page.getByRole("button", { name: words("password_new_submit") }).click();
}

test("R-ROUTE-13, R-AUTH-15, R-AUTH-16, R-ERR-28, R-OPEN-08, R-OPEN-95, R-ACCT-10: a lost password is found back by mail", async ({
  visit,
}) => {
  const { elsewhere, guest, person } = await forgetful(visit, "en-US");
  // Its socket is cut; the page asks who it is now and is told: nobody.
  elsewhere.problems.expect(/401 \(Unauthorized\) \(.*\/api\/fan\/profile\)/);
  const { page, words } = guest;
  await askForLink(guest, person);
  await expect(page.getByText(words("password_lost_sent"), { exact: true })).toBeVisible();
  await expect(page.getByText(words("email_spam"))).toBeVisible();
  await visitPage(page, await newestLink(guest, person.email, 2));
  await choose(guest, "battery staple", "something else");
  await expect(page.getByText(words("auth_passwords_differ"))).toBeVisible();
  await choose(guest, "battery staple");
  const notice = page.getByRole("dialog", { name: words("password_updated_title") });
  await expect(notice).toBeVisible();
  await visitPage(page, "/login");
  await notice.getByRole("button", { name: words("common_ok") }).click();
  await expect(notice).toBeHidden();
  await logIn(guest, person.login, "battery staple");
  await expect(notice).toBeHidden();
  await elsewhere.page.goto("/");
  await expect(
    elsewhere.page.getByRole("link", { name: elsewhere.words("nav_login") }).first(),
    "the other browser was signed out",
  ).toBeVisible();
});

test("R-OPEN-08: the link works once, and a dead one offers another", async ({ visit }) => {
  const { guest, person, elsewhere } = await forgetful(visit, "en-US");
  const { page, words } = guest;
  guest.problems.expect(/422/);
  await elsewhere.page.context().clearCookies();
  await askForLink(guest, person);
  const link = await newestLink(guest, person.email, 2);
  await visitPage(page, link);
  await choose(guest, "battery staple");
  await expect(page.getByRole("dialog", { name: words("password_updated_title") })).toBeVisible();
  await visitPage(page, link);
  await page
    .getByRole("dialog")
    .getByRole("button", { name: words("common_ok") })
    .click();
  await choose(guest, "third password");
  await expect(page.getByRole("heading", { name: words("password_link_dead_title") })).toBeVisible();
  await page.getByRole("link", { name: words("password_link_again") }).click();
  await expect(page.getByRole("heading", { name: words("password_lost_title") })).toBeVisible();
});

test("R-OPEN-08: an unknown email is told the same, and nobody is mailed", async ({ visit }) => {
  const guest = await visit();
  const { email } = newcomer();
  await askForLink(guest, { email });
  await expect(guest.page.getByText(guest.words("password_lost_sent"), { exact: true })).toBeVisible();
  await expect(guest.page.getByText(guest.words("password_lost_sent_text", { email }))).toBeVisible();
  expect(await mailsTo(guest, email)).toEqual([]);
});

test("R-ROUTE-13, R-AUTH-35: whoever is signed in has no lost password to ask for, but may follow a mailed link", async ({
  visit,
}) => {
  const fan = await visit();
  await signUpQuietly(fan);
  await visitPage(fan.page, "/lost-password");
  await expect(fan.page).toHaveURL(/\/$/);
  await visitPage(fan.page, "/lost-password?token=abc&email=a%40b.test");
  await expect(fan.page.getByRole("heading", { name: fan.words("password_new_title") })).toBeVisible();
});
