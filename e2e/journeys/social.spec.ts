import { expect, test } from "../fixtures.ts";
import { bearer, demoPassword, logIn, newcomer, signInQuietly, signUpQuietly } from "../people.ts";
import { answerAtX, completeRegistration, connectAs, goToX, newHandle, tellPassword } from "../social.ts";
import { type Visitor, visitPage } from "../visitor.ts";

async function profileOf(visitor: Visitor): Promise<Record<string, unknown>> {
  const answer = await visitor.page.request.get("/api/fan/profile", { headers: await bearer(visitor) });
  return (await answer.json()) as Record<string, unknown>;
}

/** Waits until the tab keeps nothing under that name; it may be on its way to another page meanwhile. */
async function expectForgotten({ page }: Visitor, name: string): Promise<void> {
  await expect(async () => {
    expect(await page.evaluate(() => Object.keys(sessionStorage))).not.toContain(name);
  }).toPass();
}

test("R-AUTH-17, R-AUTH-26, R-OPEN-10, R-AUTH-37: a newcomer gives the consents once, and is known by X from then on", async ({
  visit,
}) => {
  const fan = await visit({ locale: "es-ES" });
  const { page, words } = fan;
  const handle = newHandle();
  await goToX(fan);
  await answerAtX(fan, "accept", { handle, email: `${handle}@x.test` });
  const modal = page.getByRole("dialog", { name: words("social_register_title") });
  await expect(modal.getByLabel(words("auth_login_name"))).toHaveValue(handle);
  await modal.getByRole("button", { name: words("social_register_submit") }).click();
  await expect(modal.getByText(words("auth_consent_required"))).toHaveCount(3);
  await completeRegistration(fan);
  await expect(page).toHaveURL(/\/$/);
  const { id } = await profileOf(fan);
  expect(await profileOf(fan)).toMatchObject({ twitter: handle, email: `${handle}@x.test` });
  await expectForgotten(fan, "social_claim");

  const elsewhere = await visit({ locale: "es-ES" });
  await elsewhere.page.goto("/stream/aria");
  await expect(elsewhere.page).toHaveURL(/\/login/);
  await goToX(elsewhere, "/login");
  await answerAtX(elsewhere, "accept", { known: `@${handle}` });
  await expect(elsewhere.page).toHaveURL(/\/stream\/aria$/);
  expect((await profileOf(elsewhere)).id).toBe(id);
  await expectForgotten(elsewhere, "social_token");
  const token = (await elsewhere.page.context().cookies()).find(({ name }) => name === "token");
  const seconds = (token?.expires ?? 0) - Date.now() / 1000;
  expect(seconds).toBeGreaterThan(10_800 - 60);
  expect(seconds).toBeLessThanOrEqual(10_800);
});

test("R-AUTH-18, R-ACCT-22, R-ERR-23, R-AMB-38: whoever refuses at X is told so, and the address is clean again", async ({
  visit,
}) => {
  const guest = await visit();
  const { page, words } = guest;
  await goToX(guest, "/register");
  await answerAtX(guest, "refuse");
  const modal = page.getByRole("dialog", { name: words("social_oops") });
  await expect(modal).toContainText(words("social_login_false"));
  await expect(page).toHaveURL(/\/$/);
  await modal.getByRole("button", { name: words("common_ok"), exact: true }).click();
  await expect(modal).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(modal).toHaveCount(0);
});

test("R-OPEN-10, R-AUTH-37: an account without email asks for one, which must be nobody else's", async ({
  visit,
}) => {
  const fan = await visit({ locale: "es-ES" });
  const { page, words } = fan;
  const handle = newHandle();
  await goToX(fan);
  await answerAtX(fan, "withoutEmail", { handle, email: `${handle}@x.test` });
  await completeRegistration(fan);
  const modal = page.getByRole("dialog", { name: words("email_enter_title") });
  const field = modal.getByLabel(words("auth_email"), { exact: true });
  await field.fill("nico@demo.fanlight.example");
  await expect(modal.getByText(words("auth_email_taken"))).toBeVisible();
  await field.fill(`${handle}@mail.test`);
  await modal.getByRole("button", { name: words("email_save") }).click();
  await expect(modal).toHaveCount(0);
  expect(await profileOf(fan)).toMatchObject({ email: `${handle}@mail.test`, validation: "waiting" });
  await expect
    .poll(async () => JSON.stringify(await (await page.request.get("/dev/outbox.json")).json()))
    .toContain(`${handle}@mail.test`);
});

test("R-OPEN-10: the email of an account opens nothing by X until its owner signs in; then X is connected", async ({
  visit,
}) => {
  const fan = await visit();
  const { page, words } = fan;
  const person = newcomer();
  await signUpQuietly(fan, person);
  await page.context().clearCookies({ name: /token|fan_id/ });
  const handle = newHandle();
  await goToX(fan);
  await answerAtX(fan, "accept", { handle, email: person.email });
  const modal = page.getByRole("dialog", { name: words("social_known_title") });
  await expect(modal).toContainText(`@${handle}`);
  await expect(page).toHaveURL(/\/login$/);
  await modal.getByRole("button", { name: words("common_ok"), exact: true }).click();
  await page.getByLabel(words("auth_user")).fill(person.login);
  await page.getByLabel(words("auth_password"), { exact: true }).fill(person.password);
  await page
    .getByRole("main")
    .getByRole("button", { name: words("auth_login_submit") })
    .click();
  await connectAs(fan, person.password);
  expect(await profileOf(fan)).toMatchObject({ login: person.login, twitter: handle });
});

test("a return that is opened again, or in another browser, signs nobody in", async ({ visit }) => {
  const [fan, thief] = [await visit(), await visit()];
  const returns: string[] = [];
  fan.page.on("request", (request) => {
    if (request.url().includes("/auth/twitter/callback")) returns.push(request.url());
  });
  const handle = newHandle();
  await goToX(fan);
  await answerAtX(fan, "accept", { handle, email: `${handle}@x.test` });
  await completeRegistration(fan);
  expect(returns).toHaveLength(1);
  for (const { page, words } of [thief, fan]) {
    await page.context().clearCookies({ name: /token|fan_id/ });
    await page.goto(returns[0] ?? "");
    await expect(page.getByRole("dialog", { name: words("social_oops") })).toBeVisible();
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("token");
  }
});

test("R-ACCT-11: whoever is signed in connects X from anywhere, and it belongs to one account only", async ({
  visit,
}) => {
  const [fan, other] = [await visit(), await visit()];
  other.problems.expect(/connect-twitter: .*409|409 \(Conflict\)/);
  const handle = newHandle();
  const connect = async ({ page }: Visitor) => {
    await page.goto("/auth/twitter?connect=1&route=/contact");
  };
  const person = newcomer();
  await signUpQuietly(fan, person);
  await connect(fan);
  await answerAtX(fan, "accept", { handle });
  await expect(fan.page).toHaveURL(/\/contact$/);
  await connectAs(fan, person.password);
  await signInQuietly(other, "guestfan");
  await connect(other);
  await answerAtX(other, "accept", { known: `@${handle}` });
  await tellPassword(other, demoPassword);
  await expect(
    other.page.getByText("This Twitter account is already connected to another account."),
  ).toBeVisible();
  expect((await profileOf(other)).twitter).toBeNull();
  await connect(other);
  await answerAtX(other, "refuse");
  await expect(other.page).toHaveURL(/\/contact$/);
  await expect(other.page.getByRole("dialog", { name: other.words("social_oops") })).toBeVisible();
});

test("R-AUTH-18: the address alone opens the message, on any page, and keeps the rest of its query", async ({
  visit,
}) => {
  const guest = await visit();
  await visitPage(guest.page, "/register?referrer=7&twitter=loginFalse");
  await expect(guest.page.getByRole("dialog", { name: "Oops" })).toBeVisible();
  await expect(guest.page).toHaveURL(/\/register\?referrer=7$/);
  await guest.page.keyboard.press("Escape");
  await logIn(guest, "guestfan");
});

/** The part of the settings that speaks of X, and what asks before it is disconnected. */
const xOf = ({ page, words }: Visitor) => ({
  section: page.getByRole("region", { name: words("settings_x"), exact: true }),
  dialog: page.getByRole("dialog", { name: words("settings_x_disconnect_title") }),
});

/** Opens the question, tells a password and goes on. */
async function disconnectBy(visitor: Visitor, password: string): Promise<void> {
  const { section, dialog } = xOf(visitor);
  const disconnect = { name: visitor.words("settings_x_disconnect"), exact: true };
  if (!(await dialog.isVisible())) await section.getByRole("button", disconnect).click();
  await dialog.getByLabel(visitor.words("settings_current_password"), { exact: true }).fill(password);
  await dialog.getByRole("button", disconnect).dblclick();
}

test("R-ACCT-11, R-ERR-36: X is disconnected in the settings by the password only, which say so", async ({
  visit,
}) => {
  const fan = await visit();
  const { page, words } = fan;
  fan.problems.expect(/422/);
  const person = newcomer();
  await signUpQuietly(fan, person);
  await page.goto("/auth/twitter?connect=1&route=/settings");
  const handle = newHandle();
  await answerAtX(fan, "accept", { handle });
  await connectAs(fan, person.password);
  const { section, dialog } = xOf(fan);
  await expect(section).toContainText(`@${handle}`);
  await disconnectBy(fan, "");
  await expect(dialog.getByText(words("auth_required"))).toBeVisible();
  await disconnectBy(fan, "not the password");
  await expect(dialog.getByRole("alert")).toBeVisible();
  expect((await profileOf(fan)).twitter).toBe(handle);
  await disconnectBy(fan, person.password);
  await expect(page.getByText(words("settings_x_disconnected"), { exact: true })).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(section.getByRole("link", { name: words("settings_x_connect") })).toBeVisible();
  expect((await profileOf(fan)).twitter).toBeNull();
});

test("R-ACCT-11, R-API-47: whose only way in is X is told to set a password, then an email, and disconnects by the password", async ({
  visit,
}) => {
  const fan = await visit({ locale: "es-ES" });
  const { page, words } = fan;
  await goToX(fan);
  await answerAtX(fan, "accept", { handle: newHandle() });
  await completeRegistration(fan);
  await visitPage(page, "/settings");
  const { section } = xOf(fan);
  await expect(section).toContainText(words("settings_x_only_way_in"));
  await expect(section.getByRole("button")).toHaveCount(0);
  const password = `lamplight ${newHandle()}`;
  for (const field of ["settings_password_new", "settings_password_again"])
    await page.getByLabel(words(field), { exact: true }).fill(password);
  await page.getByRole("button", { name: words("settings_password_save") }).click();
  await expect(section).toContainText(words("settings_x_only_address"));
  const mail = page.getByRole("region", { name: words("settings_email"), exact: true });
  await mail.getByLabel(words("settings_email_new")).fill(newcomer().email);
  await mail.getByLabel(words("settings_current_password"), { exact: true }).fill(password);
  await mail.getByRole("button", { name: words("settings_email_save") }).click();
  await expect(section.getByText(words("settings_x_only_address"))).toHaveCount(0);
  await disconnectBy(fan, password);
  await expect(page.getByText(words("settings_x_disconnected"), { exact: true })).toBeVisible();
  expect((await profileOf(fan)).twitter).toBeNull();
});

test("R-AUTH-06, R-REF-04: whoever came by an invitation and logs in with X from another page is still invited", async ({
  visit,
}) => {
  const [inviter, fan] = [await visit(), await visit()];
  await signInQuietly(inviter, "nico");
  const { id } = await profileOf(inviter);
  await visitPage(fan.page, `/register?referrer=${String(id)}`);
  await goToX(fan, "/login");
  await answerAtX(fan, "accept", { handle: newHandle() });
  const sent = fan.page.waitForRequest("**/auth/twitter/register");
  await completeRegistration(fan);
  expect((await sent).postDataJSON()).toMatchObject({ referrer: id });
  expect((await fan.page.context().cookies()).map(({ name }) => name)).not.toContain("referrer");
});
