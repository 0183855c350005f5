import { expect, test } from "../fixtures.ts";
import { newestLink } from "../mailbox.ts";
import { newcomer, shownBalance, signUp, signUpQuietly } from "../people.ts";
import { type Visitor, visitPage } from "../visitor.ts";

const alertOf = ({ page, words }: Visitor) => page.getByRole("region", { name: words("email_alert_fan") });
const resendButton = (fan: Visitor) => alertOf(fan).getByRole("button", { name: fan.words("email_resend") });
const cookie = async ({ page }: Visitor, name: string) =>
  (await page.context().cookies()).find((each) => each.name === name);

test("R-ACCT-12, R-ACCT-16, R-ACCT-17, R-REF-05: signing up, confirming by the mail and reading it once", async ({
  visit,
}) => {
  const fan = await visit({ locale: "es-CO" });
  const { page, words } = fan;
  await visitPage(page, "/register");
  const { email } = await signUp(fan);
  await expect(alertOf(fan)).toContainText(email);
  await expect(alertOf(fan)).toContainText(words("email_spam"));
  await expect(shownBalance(fan)).toHaveText(/0/);
  await visitPage(page, await newestLink(fan, email, 1));
  await expect(page).toHaveURL(/\/$/);
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

test("R-ACCT-13, R-ACCT-14, R-ACCT-15, R-ERR-29, R-AMB-07: asking again brings another mail and hides the button for 3000 s", async ({
  visit,
}) => {
  const fan = await visit();
  const { page, words } = fan;
  const { email } = await signUpQuietly(fan);
  await visitPage(page, "/");
  await resendButton(fan).click();
  const dialog = page.getByRole("dialog", { name: words("email_resend_title") });
  await expect(dialog).toContainText(email);
  const asked = page.waitForRequest(/\/service\/resend_email\?/);
  await dialog.getByRole("button", { name: words("email_send"), exact: true }).click();
  expect(new URL((await asked).url()).searchParams.get("email")).toBe(email);
  await expect(page.getByText(words("email_sent"), { exact: true })).toBeVisible();
  await expect(dialog).toBeHidden();
  await newestLink(fan, email, 2);
  const seconds = ((await cookie(fan, "hide_resend"))?.expires ?? 0) - Date.now() / 1000;
  expect(seconds).toBeGreaterThan(2_900);
  expect(seconds).toBeLessThanOrEqual(3_000);
  await expect(resendButton(fan)).toBeHidden();
  await visitPage(page, "/");
  await expect(alertOf(fan)).toBeVisible();
  await expect(resendButton(fan)).toBeHidden();
  await page.context().clearCookies({ name: "hide_resend" });
  await visitPage(page, "/");
  await expect(resendButton(fan)).toBeVisible();
});

test("a press on a part of the page whose code is still on its way is done as soon as it is there", async ({
  visit,
}) => {
  const fan = await visit();
  const { page, words } = fan;
  await signUpQuietly(fan);
  const late = Promise.withResolvers<void>();
  await page.route("**/assets/ConfirmEmailAlert-*.js", async (route) => {
    await late.promise;
    await route.continue();
  });
  const alive = page.waitForEvent("websocket");
  await page.goto("/", { waitUntil: "domcontentloaded" });
  await page.mouse.move(10, 300);
  await alive;
  await resendButton(fan).click();
  const dialog = page.getByRole("dialog", { name: words("email_resend_title") });
  await expect(dialog).toBeHidden();
  late.resolve();
  await expect(dialog).toBeVisible();
});

test("R-ERR-12, R-AMB-40: a resend that is refused is told with the server's words", async ({ visit }) => {
  const fan = await visit();
  const { page, words } = fan;
  fan.problems.expect(/429/);
  await signUpQuietly(fan);
  for (const _time of [1, 2]) {
    await page.context().clearCookies({ name: "hide_resend" });
    await visitPage(page, "/");
    await resendButton(fan).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: words("email_send"), exact: true })
      .click();
    await expect(page.getByRole("region", { name: words("common_notices") })).not.toBeEmpty();
  }
  await expect(page.getByText(/^Error You can ask for one email a minute\. Please wait\.:$/)).toBeVisible();
  expect(await cookie(fan, "hide_resend")).toBeUndefined();
});

test("R-AUTH-37, R-ACCT-05, R-ACCT-06, R-ACCT-07, R-ACCT-08: a wrong address is corrected only by a proper one", async ({
  visit,
}) => {
  const [fan, other] = [await visit(), await visit()];
  const { page, words } = fan;
  const taken = await signUpQuietly(other);
  const me = await signUpQuietly(fan);
  await visitPage(page, "/");
  await alertOf(fan)
    .getByRole("button", { name: words("email_wrong_address") })
    .click();
  const dialog = page.getByRole("dialog", { name: words("email_change_title") });
  const [field, save] = [
    dialog.getByLabel(words("auth_email"), { exact: true }),
    dialog.getByRole("button", { name: words("email_save") }),
  ];
  await expect(field).toHaveValue(me.email);
  for (const [typed, said] of [
    ["", "auth_required"],
    ["x@", "auth_email_format"],
    [taken.email, "auth_email_taken"],
  ] as const) {
    await field.fill(typed);
    await expect(dialog.getByText(words(said), { exact: true })).toBeVisible();
    await expect(save).toBeDisabled();
  }
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

test("R-ACCT-04, R-ERR-33: another address needs the password, and is then the one that waits", async ({
  visit,
}) => {
  const fan = await visit();
  const { page, words } = fan;
  fan.problems.expect(/422/);
  const me = await signUpQuietly(fan);
  const wanted = newcomer().email;
  await visitPage(page, "/");
  await alertOf(fan)
    .getByRole("button", { name: words("email_wrong_address") })
    .click();
  const dialog = page.getByRole("dialog", { name: words("email_change_title") });
  const password = dialog.getByLabel(words("settings_current_password"), { exact: true });
  await dialog.getByLabel(words("auth_email"), { exact: true }).fill(wanted);
  await password.fill("not it");
  await dialog.getByRole("button", { name: words("email_save") }).click();
  await expect(dialog.getByText("This is not your current password.")).toBeVisible();
  await expect(dialog.getByLabel(words("auth_email"), { exact: true })).toHaveValue(wanted);
  await password.fill(me.password);
  await dialog.getByRole("button", { name: words("email_save") }).click();
  await expect(page.getByText(words("email_saved"), { exact: true })).toBeVisible();
  await expect(page.getByRole("region", { name: words("email_alert"), exact: true })).toContainText(wanted);
  await visitPage(page, await newestLink(fan, wanted, 1));
  await expect(page.getByRole("dialog", { name: words("email_verified_title") })).toBeVisible();
});

test("R-OPEN-09: a link that was used says so, and one that is dead offers another", async ({ visit }) => {
  const fan = await visit({ locale: "es-CO" });
  const { page, words } = fan;
  const { email } = await signUpQuietly(fan);
  const link = await newestLink(fan, email, 1);
  await visitPage(page, "/auth/email/confirm?token=forged");
  await expect(page.getByRole("heading", { name: words("email_link_unknown_title") })).toBeVisible();
  await page
    .getByRole("main")
    .getByRole("button", { name: words("email_link_new") })
    .click();
  await expect(page.getByRole("dialog", { name: words("email_resend_title") })).toBeVisible();
  await visitPage(page, link);
  await visitPage(page, link);
  await expect(page.getByRole("heading", { name: words("email_link_already_title") })).toBeVisible();
  const guest = await visit();
  await visitPage(guest.page, "/confirm-email?link=expired");
  await expect(
    guest.page.getByRole("main").getByRole("link", { name: guest.words("email_link_login") }),
  ).toBeVisible();
});

test("R-ACCT-17: an open page learns that the email was confirmed elsewhere", async ({ visit }) => {
  const [fan, mailProgram] = [await visit(), await visit()];
  const { email } = await signUpQuietly(fan);
  await visitPage(fan.page, "/");
  await expect(alertOf(fan)).toBeVisible();
  await mailProgram.page.goto(await newestLink(fan, email, 1));
  await expect(alertOf(fan)).toBeHidden();
  await expect(shownBalance(fan)).toHaveText(/5/);
});
