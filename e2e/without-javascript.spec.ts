import { wordsIn } from "#testing/pages/words.ts";
import { expect, test } from "./fixtures.ts";
import { newestLink } from "./mailbox.ts";
import { newcomer, signUp } from "./people.ts";
import type { Visitor, VisitorOptions } from "./visitor.ts";

/** A visitor whose browser runs no script, and reports that of each that a page names. */
async function withoutJavaScript(visit: (options: VisitorOptions) => Promise<Visitor>, firstVisit = false) {
  const visitor = await visit({ javaScriptEnabled: false, firstVisit });
  visitor.problems.expect(/request failed: csp/);
  return visitor;
}

test("R-OPEN-89, R-LIST-08, R-LIST-14, R-I18N-03, R-LEGAL-08: without JavaScript a guest certifies their age, reads every public page, searches, chooses gender, language and theme, and asks for a removal", async ({
  visit,
  request,
}) => {
  const guest = await withoutJavaScript(visit, true);
  const { page, words } = guest;
  guest.problems.expect(/422/);
  await page.goto("/trending");
  await page.getByRole("button", { name: words("age_confirm") }).click();
  await expect(page).toHaveURL(/\/trending$/);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const cards = page.locator("main .room-card");
  await expect(cards.first()).toBeVisible();

  await page.getByRole("combobox", { name: words("trending_search") }).fill("aria");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/trending\?search=aria$/);
  await expect(page.getByTestId("room-aria")).toBeVisible();
  await expect(page.getByTestId("room-luna")).toHaveCount(0);

  await page.goto("/");
  const shown = await cards.count();
  await page.getByRole("link", { name: words("common_show_more") }).click();
  await expect(page).toHaveURL(/\?page=2#room-\w+$/);
  // The document is still being read when its address is known.
  await expect.poll(() => cards.count()).toBeGreaterThan(shown);

  const answer = await request.get("/api/gender");
  const { data } = (await answer.json()) as { data: { id: number; name_en: string }[] };
  const men = data.find(({ id }) => id === 2);
  await page.goto("/");
  const genders = page.getByRole("group", { name: words("nav_gender") });
  await genders.getByRole("radio", { name: men?.name_en ?? "", exact: true }).check();
  await page.getByRole("button", { name: words("nav_apply") }).click();
  // The choice was seen before the press already, the model's card on the page before it.
  await expect(page.getByTestId("room-luna")).toHaveCount(0);
  await expect(genders.getByRole("radio", { name: men?.name_en ?? "", exact: true })).toBeChecked();

  await test.step("every public page can be read", async () => {
    for (const path of ["/", "/trending", "/videos", "/allposts", "/luna", "/contact", "/terms-of-service"]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 }).first(), path).toBeVisible();
      // Cards have no text before the frame that first draws them.
      const length = async () => (await page.getByRole("main").innerText()).length;
      await expect.poll(length, { message: path }).toBeGreaterThan(200);
    }
  });
  await test.step("they ask for a removal, are shown what is missing, and get a number", async () => {
    await page.goto("/content-removal?page=%2Fstream%2Fluna");
    const what = page.getByLabel(words("support_what_is_shown"));
    await expect(page.getByLabel(words("support_url"))).toHaveValue("/stream/luna");
    await page.getByLabel(words("support_reason"), { exact: true }).selectOption("minor");
    await what.fill("Short");
    const send = page.getByRole("button", { name: words("support_send"), exact: true });
    await send.click();
    await expect(page).toHaveURL(/\/content-removal$/);
    await expect(page.getByRole("alert")).toBeVisible();
    await expect(page.getByLabel(words("support_url"))).toHaveValue("/stream/luna");
    await expect(page.getByLabel(words("support_reason"), { exact: true })).toHaveValue("minor");
    await expect(what).toHaveValue("Short");
    await what.fill("The person in that room\nlooks like a minor.");
    await send.click();
    await expect(page.getByRole("heading", { name: words("support_removal_arrived") })).toBeVisible();
    await expect(page.getByTestId("ticket-number")).toHaveText(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    await page.getByRole("link", { name: words("support_again") }).click();
    await expect(what).toHaveValue("");
  });

  await page.getByRole("contentinfo").getByRole("button", { name: "Español" }).click();
  const html = page.locator("html");
  await expect(html).toHaveAttribute("lang", "es");
  await page.getByRole("button", { name: wordsIn("es")("nav_theme_light") }).click();
  await expect(html).toHaveAttribute("data-theme", "light");
  await expect(html).toHaveAttribute("lang", "es");
});

test("R-AUTH-01, R-AUTH-08, R-AUTH-32, R-ROUTE-12, R-ACCT-17: without JavaScript somebody signs up, confirms their email, signs out and in, is shown what is wrong, and chooses a new password", async ({
  visit,
}) => {
  const visitor = await withoutJavaScript(visit);
  const { page, words } = visitor;
  visitor.problems.expect(/40[19]|422/);
  await page.goto("/register");
  const person = newcomer();
  await signUp(visitor, { ...person, login: "nico" });
  await expect(page).toHaveURL(/\/register$/);
  await expect(page.getByRole("alert").first()).toBeVisible();
  await expect(page.getByLabel(words("auth_email"), { exact: true })).toHaveValue(person.email);
  await signUp(visitor, person);
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByTestId("balance")).toHaveText(/^\D*0\D*$/);
  const mailed = await newestLink(visitor, person.email, 1);
  // A program that reads mails follows a link with these methods.
  for (const method of ["HEAD", "GET"])
    expect((await page.request.fetch(mailed, { method })).status(), method).toBe(200);
  await page.goto(mailed);
  await expect(page.getByTestId("balance")).toHaveText(/^\D*0\D*$/);
  await page.getByRole("button", { name: words("email_link_confirm") }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByTestId("balance")).toHaveText(/5/);

  await page.setViewportSize({ width: 360, height: 800 });
  const menu = page.getByRole("navigation", { name: words("nav_main") }).first();
  await menu.getByRole("link", { name: words("nav_favorites") }).click();
  await expect(page).toHaveURL(/\/favorites-models$/);
  await page.setViewportSize({ width: 1440, height: 1000 });

  await menu.getByRole("button", { name: words("nav_logout") }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByTestId("balance")).toHaveCount(0);
  await page.goto("/favorites-models");
  await expect(page).toHaveURL(/\/login$/);
  const login = async (password: string) => {
    await page.getByLabel(words("auth_password"), { exact: true }).fill(password);
    await page
      .getByRole("main")
      .getByRole("button", { name: words("auth_login_submit") })
      .click();
  };
  await page.getByLabel(words("auth_user")).fill(person.login);
  await login("a guess");
  await expect(page.getByText(words("auth_wrong_pair"))).toBeVisible();
  await expect(page.getByLabel(words("auth_user"))).toHaveValue(person.login);
  await login(person.password);
  await expect(page).toHaveURL(/\/favorites-models$/);

  await page.context().clearCookies({ name: "token" });
  await page.goto("/lost-password");
  await page.getByLabel(words("auth_email")).fill(person.email);
  await page.getByRole("button", { name: words("password_lost_submit") }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(words("password_lost_sent_title"));
  await page.goto(await newestLink(visitor, person.email, 2));
  const another = `${person.password} again`;
  await page.getByLabel(words("password_new"), { exact: true }).fill(another);
  await page.getByLabel(words("password_new_again")).fill(another);
  await page.getByRole("button", { name: words("password_new_submit") }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(words("password_updated_title"));
  await page
    .getByRole("main")
    .getByRole("link", { name: words("auth_login_title") })
    .click();
  await page.getByLabel(words("auth_user")).fill(person.login);
  await login(another);
  await expect(page.getByTestId("balance")).toBeVisible();
});
