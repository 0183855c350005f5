import { expect, test } from "../fixtures.ts";
import { bearer, newcomer, signUpQuietly } from "../people.ts";
import { answerAtX, completeRegistration, connectAs, enterPassword, goToX, newHandle } from "../social.ts";
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

test("R-AUTH-17, R-AUTH-18, R-AUTH-26, R-OPEN-10, R-AUTH-37: a newcomer gives the consents once, and is known by X from then on", async ({
  visit,
}) => {
  const fan = await visit({ locale: "es-ES" });
  const { page, words } = fan;
  const handle = newHandle();
  await test.step("who refuses at X is told so once, and the address is clean again", async () => {
    await goToX(fan, "/register");
    await answerAtX(fan, "refuse");
    const told = page.getByRole("dialog", { name: words("social_oops") });
    await expect(told).toContainText(words("social_login_false"));
    await expect(page).toHaveURL(/\/$/);
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(told).toHaveCount(0);
  });
  await goToX(fan);
  await answerAtX(fan, "accept", { handle, email: `${handle}@x.test` });
  const modal = page.getByRole("dialog", { name: words("social_register_title") });
  await expect(modal.getByLabel(words("auth_login_name"))).toHaveValue(handle);
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

test("R-ACCT-11, R-API-47: whose only way in is X gives the account a password and an email, and disconnects by the password; then it belongs to the account that connects it", async ({
  visit,
}) => {
  const [fan, other] = [await visit({ locale: "es-ES" }), await visit({ locale: "es-ES" })];
  other.problems.expect(/connect-twitter: .*409|409 \(Conflict\)/);
  const { page, words } = fan;
  const handle = newHandle();
  await goToX(fan);
  await answerAtX(fan, "accept", { handle });
  await completeRegistration(fan);
  await visitPage(page, "/settings");
  const section = page.getByRole("region", { name: words("settings_x"), exact: true });
  await expect(section).toContainText(words("settings_x_only_way_in"));
  const password = `lamplight ${newHandle()}`;
  for (const field of ["settings_password_new", "settings_password_again"])
    await page.getByLabel(words(field), { exact: true }).fill(password);
  await page.getByRole("button", { name: words("settings_password_save") }).click();
  await expect(section).toContainText(words("settings_x_only_address"));
  const mail = page.getByRole("region", { name: words("settings_email"), exact: true });
  await mail.getByLabel(words("settings_email_new")).fill(newcomer().email);
  await mail.getByLabel(words("settings_current_password"), { exact: true }).fill(password);
  await mail.getByRole("button", { name: words("settings_email_save") }).click();

  const person = await signUpQuietly(other);
  const connect = async () => {
    await other.page.goto("/auth/twitter?connect=1&route=/contact");
    await answerAtX(other, "accept", { known: `@${handle}` });
    await expect(other.page).toHaveURL(/\/contact$/);
  };
  await connect();
  await enterPassword(other, person.password);
  await expect(other.page.getByText("Esta cuenta de X ya está conectada a otra cuenta.")).toBeVisible();

  const disconnect = { name: words("settings_x_disconnect"), exact: true };
  await section.getByRole("button", disconnect).click();
  const dialog = page.getByRole("dialog", { name: words("settings_x_disconnect_title") });
  await dialog.getByLabel(words("settings_current_password"), { exact: true }).fill(password);
  await dialog.getByRole("button", disconnect).click();
  await expect(section.getByRole("link", { name: words("settings_x_connect") })).toBeVisible();
  expect((await profileOf(fan)).twitter).toBeNull();
  await connect();
  await connectAs(other, person.password);
  expect((await profileOf(other)).twitter).toBe(handle);
});
