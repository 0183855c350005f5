import { expect, test } from "../fixtures.ts";
import { signUpQuietly } from "../people.ts";
import { type Visitor, visitPage } from "../visitor.ts";

const studio = "/model/update-model-profile";

/** A model of one's own, in their studio. */
async function newModel(visitor: Visitor) {
  const person = await signUpQuietly(visitor, undefined, { model: true, accept_creator_agreement: true });
  await visitPage(visitor.page, studio);
  return person;
}

/** The model's settings, by the menu of the header or, on phones, by the drawer. */
async function openSettings({ page, words }: Visitor): Promise<void> {
  await page
    .getByRole("button", { name: words("nav_settings"), exact: true })
    .or(page.getByRole("button", { name: words("nav_menu"), exact: true }))
    .filter({ visible: true })
    .click();
  await page
    .getByRole("menuitem", { name: words("nav_settings"), exact: true })
    .or(page.getByRole("dialog").getByRole("link", { name: words("nav_settings"), exact: true }))
    .filter({ visible: true })
    .click();
  await expect(page).toHaveURL(/\/model\/settings$/);
  await expect(page.getByRole("heading", { level: 1, name: words("settings_title") })).toBeVisible();
}

test("R-ROLE-10, R-OPEN-11, R-OPEN-15: a model is reminded of the email in the studio, changes the account in its frame, and deletes it", async ({
  visit,
}) => {
  const model = await visit({ locale: "es-CO", viewport: { width: 360, height: 800 } });
  const { page, words } = model;
  model.problems.expect(/401/);
  const { email, login, password } = await newModel(model);
  const alert = page.getByRole("region", { name: words("email_alert"), exact: true });
  await expect(alert).toContainText(email);
  await openSettings(model);
  await expect(alert).toBeVisible();
  await expect(page.getByText(words("settings_invite"), { exact: true })).toHaveCount(0);
  const sections = page.getByRole("navigation", { name: words("settings_sections") });
  const notices = page.getByRole("switch", { name: words("settings_notices") });
  await expect(notices, "a phone shows the list of sections first").toBeHidden();
  await sections.getByRole("link", { name: words("settings_preferences"), exact: true }).click();
  await notices.click();
  await expect(notices).not.toBeChecked();
  const wide = await page.evaluate("document.documentElement.scrollWidth > innerWidth");
  expect(wide, "nothing stands beside the screen").toBe(false);
  await page
    .getByRole("navigation", { name: words("studio_title") })
    .getByRole("link", { name: words("studio_nav_live"), exact: true })
    .click();
  await expect(page).toHaveURL(new RegExp(`${studio}$`));
  await expect(alert).toBeVisible();

  await openSettings(model);
  await sections.getByRole("link", { name: words("settings_preferences"), exact: true }).click();
  await expect(notices).not.toBeChecked();
  await page.getByRole("link", { name: words("settings_all"), exact: true }).click();
  await sections.getByRole("link", { name: words("settings_delete"), exact: true }).click();
  await page.getByRole("button", { name: words("settings_delete_open") }).click();
  const modal = page.getByRole("dialog", { name: words("settings_delete_title") });
  await expect(modal).toContainText(words("settings_delete_now_model"));
  await modal.getByLabel(words("settings_current_password")).fill(password);
  await modal.getByRole("button", { name: words("settings_delete_confirm") }).click();
  await expect(page).toHaveURL(/\/$/);
  const again = await page.request.post("/api/web_login", { data: { login, password } });
  expect(again.status()).toBe(403);
});
