import { expect, test } from "../fixtures.ts";
import { signUpQuietly } from "../people.ts";
import { visitPage } from "../visitor.ts";

test("R-ROUTE-11, R-ROUTE-12: a guest finds the login form and the registration form at their addresses", async ({
  visit,
}) => {
  const { page, words } = await visit({ locale: "es-ES" });
  const form = page.getByRole("main").locator("form");
  const field = (key: string) => form.getByLabel(words(key), { exact: true });
  await visitPage(page, "/login");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(words("auth_login_title"));
  for (const key of ["auth_user", "auth_password"]) await expect(field(key)).toBeEditable();
  await expect(form.getByRole("button", { name: words("auth_login_submit") })).toBeEnabled();
  await visitPage(page, "/register");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(words("auth_register_title"));
  for (const key of ["auth_login_name", "auth_email", "auth_password", "auth_password_again"])
    await expect(field(key)).toBeEditable();
  await expect(form.getByRole("button", { name: words("auth_register_submit") })).toBeEnabled();
});

test("R-ERR-01: a request that fails says its status in a toast, and nothing has changed", async ({
  visit,
}) => {
  const fan = await visit();
  const { page } = fan;
  fan.problems.expect(/500/);
  await signUpQuietly(fan);
  await visitPage(page, "/settings");
  await page.route("**/api/fan/turn-notification", (route) =>
    route.fulfill({ status: 500, json: { code: "internal", message: "broken for this test" } }),
  );
  await expect(page.getByRole("switch")).toBeChecked();
  await page.getByRole("switch").click();
  await expect(page.getByText(/^Error (500:|status 500)/)).toBeVisible();
  await expect(page.getByRole("switch")).toBeChecked();
});
