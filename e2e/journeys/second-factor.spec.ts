import { codeAt } from "#testing/app/second-factor.ts";
import { expect, test } from "../fixtures.ts";
import { type Newcomer, signUpQuietly } from "../people.ts";
import { type Visitor, visitPage } from "../visitor.ts";

type App = { secret: string; enrolledAt: Date; recoveryCodes: string[] };

const section = ({ page, words }: Visitor) => page.getByRole("region", { name: words("factor_title") });

/** Turns the second factor on in the settings, as somebody does who types the key into an app. */
async function turnOn(fan: Visitor, { password }: Newcomer): Promise<App> {
  const { page, words } = fan;
  await section(fan)
    .getByRole("button", { name: words("factor_turn_on") })
    .click();
  const dialog = page.getByRole("dialog", { name: words("factor_enrol_title") });
  await dialog.getByLabel(words("settings_current_password"), { exact: true }).fill(password);
  await dialog.getByRole("button", { name: words("factor_continue") }).click();
  await expect(dialog.getByRole("img", { name: words("factor_qr") })).toBeVisible();
  const secret = (await dialog.getByTestId("totp-secret").innerText()).replaceAll(/\s/g, "");
  const code = dialog.getByLabel(words("factor_code"));
  await code.fill("000000");
  await dialog.getByRole("button", { name: words("factor_turn_on") }).click();
  await expect(dialog.getByRole("alert")).toBeVisible();
  const enrolledAt = new Date();
  await code.fill(codeAt(secret, enrolledAt));
  await dialog.getByRole("button", { name: words("factor_turn_on") }).click();
  const shown = page.getByRole("dialog", { name: words("factor_codes_title") });
  const list = shown.getByRole("list", { name: words("factor_codes_list") }).getByRole("listitem");
  await expect(list).toHaveCount(10);
  const recoveryCodes = await list.allInnerTexts();
  await shown.getByRole("button", { name: words("factor_codes_done") }).click();
  await expect(section(fan).getByText(words("factor_on"), { exact: true })).toBeVisible();
  return { secret, enrolledAt, recoveryCodes };
}

/** The first code after the one that enrolled: of now, or of the step that begins next. */
function nextCode({ secret, enrolledAt }: App): string {
  return codeAt(secret, new Date(Math.max(Date.now(), enrolledAt.getTime() + 30_000)));
}

/** Enters name and password at the login, as far as the code. */
async function enterCredentials({ page, words }: Visitor, { login, password }: Newcomer): Promise<void> {
  await visitPage(page, "/login");
  await page.getByLabel(words("auth_user")).fill(login);
  await page.getByLabel(words("auth_password"), { exact: true }).fill(password);
  await page
    .getByRole("main")
    .getByRole("button", { name: words("auth_login_submit") })
    .click();
  await expect(page.getByRole("heading", { name: words("factor_login_title") })).toBeVisible();
}

/** Leaves this browser without its session, as another one would be. */
async function forgetSession({ page }: Visitor): Promise<void> {
  for (const name of ["token", "fan_id"]) await page.context().clearCookies({ name });
}

async function enterRecoveryCode({ page, words }: Visitor, code: string): Promise<void> {
  await page.getByRole("button", { name: words("factor_use_recovery") }).click();
  await page.getByLabel(words("factor_recovery_code")).fill(code);
  await page.getByRole("button", { name: words("factor_login_submit") }).click();
}

test("OWASP ASVS 6.3.3: a second factor is turned on, asked for at the login, replaced once by a recovery code, and turned off", async ({
  visit,
}) => {
  const fan = await visit({ locale: "es-CO", viewport: { width: 360, height: 800 } });
  const { page, words } = fan;
  fan.problems.expect(/422/);
  const person = await signUpQuietly(fan);
  await visitPage(page, "/settings#two-step");
  const app = await turnOn(fan, person);
  const wide = await page.evaluate("document.documentElement.scrollWidth > innerWidth");
  expect(wide, "nothing stands beside the screen").toBe(false);

  const elsewhere = await visit({ locale: "es-CO", viewport: { width: 360, height: 800 } });
  elsewhere.problems.expect(/401/);
  await enterCredentials(elsewhere, person);
  await elsewhere.page.getByLabel(words("factor_code")).fill(nextCode(app));
  await elsewhere.page.getByRole("button", { name: words("factor_login_submit") }).click();
  await expect(elsewhere.page).not.toHaveURL(/\/login/);

  const [recoveryCode = "", another = ""] = app.recoveryCodes;
  await forgetSession(elsewhere);
  await enterCredentials(elsewhere, person);
  await enterRecoveryCode(elsewhere, recoveryCode);
  await expect(elsewhere.page).not.toHaveURL(/\/login/);
  await forgetSession(elsewhere);
  await enterCredentials(elsewhere, person);
  await enterRecoveryCode(elsewhere, recoveryCode);
  await expect(elsewhere.page.getByRole("main").getByRole("alert")).toBeVisible();
  await expect(elsewhere.page).toHaveURL(/\/login/);

  await section(fan)
    .getByRole("button", { name: words("factor_turn_off") })
    .click();
  const dialog = page.getByRole("dialog", { name: words("factor_remove_title") });
  await dialog.getByLabel(words("settings_current_password"), { exact: true }).fill(person.password);
  await dialog.getByRole("button", { name: words("factor_use_recovery") }).click();
  await dialog.getByLabel(words("factor_recovery_code")).fill(another);
  await dialog.getByRole("button", { name: words("factor_turn_off") }).click();
  await expect(section(fan).getByRole("button", { name: words("factor_turn_on") })).toBeVisible();
});
