import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { newestLink } from "../mailbox.ts";
import { fillSignUp, newcomer, signUpQuietly } from "../people.ts";
import { pictureFile } from "../picture.ts";
import { type Visitor, visitPage } from "../visitor.ts";

/** A double click slow enough for the first press to be answered before the second falls. */
const slowly = { delay: 200 };

/** The calls to `path` that the page sends from now on. */
function callsTo(page: Page, path: string): string[] {
  const calls: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && new URL(request.url()).pathname.startsWith(path))
      calls.push(request.url());
  });
  return calls;
}

/** Keeps the calls to an address back until the returned function is called. */
async function holdCalls(page: Page, address: string): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}

const notices = ({ page, words }: Visitor) =>
  page.getByRole("region", { name: words("common_notices"), exact: true });
const nothingWrong = (page: Page) => expect(page.locator("[aria-invalid=true]")).toHaveCount(0);
const button = ({ page, words }: Visitor, key: string): Locator =>
  page.getByRole("main").getByRole("button", { name: words(key), exact: true });

test("R-ACCT-04, R-ACCT-09, R-ACCT-18: settings that are saved by a double click are saved once, without an error", async ({
  visit,
}) => {
  const fan = await visit();
  const { page, words } = fan;
  const person = await signUpQuietly(fan);
  await visitPage(page, "/settings");
  const passwords = callsTo(page, "/api/fan/store-password");
  const section = page.getByRole("main");
  await section.getByLabel(words("settings_current_password")).last().fill(person.password);
  await section.getByLabel(words("settings_password_new"), { exact: true }).fill("a second lamp at noon");
  await section.getByLabel(words("settings_password_again"), { exact: true }).fill("a second lamp at noon");
  await button(fan, "settings_password_save").dblclick(slowly);
  await expect(notices(fan)).toContainText(words("settings_password_saved"));
  await nothingWrong(page);
  expect(passwords).toHaveLength(1);

  const emails = callsTo(page, "/api/fan/store-email");
  await section.getByLabel(words("settings_email_new")).fill(newcomer().email);
  await section.getByLabel(words("settings_current_password")).first().fill("a second lamp at noon");
  await expect(button(fan, "settings_email_save")).toBeEnabled();
  await button(fan, "settings_email_save").dblclick(slowly);
  await expect(notices(fan)).toContainText(words("settings_email_saved"));
  await nothingWrong(page);
  expect(emails).toHaveLength(1);

  const turns = callsTo(page, "/api/fan/turn-notification");
  const release = await holdCalls(page, "**/api/fan/turn-notification");
  const turn = page.getByRole("switch", { name: words("settings_notices") });
  await turn.dblclick();
  release();
  await expect(notices(fan)).toContainText(words("settings_notices_off"));
  await expect(turn).not.toBeChecked();
  expect(turns).toHaveLength(1);
});

test("R-ROUTE-12: a double click on the sign-up opens one account and no error", async ({ visit }) => {
  const guest = await visit();
  const { page } = guest;
  await visitPage(page, "/register");
  const signUps = callsTo(page, "/auth/register");
  await fillSignUp(guest, newcomer());
  await button(guest, "auth_register_submit").dblclick(slowly);
  await expect(page).not.toHaveURL(/register/);
  await expect(page.getByRole("alert")).toHaveCount(0);
  expect(signUps).toHaveLength(1);
});

test("R-AUTH-15, R-AUTH-16: a link is asked for once and used once, however it is pressed", async ({
  visit,
}) => {
  const [elsewhere, guest] = [await visit(), await visit()];
  const person = await signUpQuietly(elsewhere);
  const { page, words } = guest;
  await visitPage(page, "/lost-password");
  const asked = callsTo(page, "/auth/password/email");
  await page.getByLabel(words("auth_email")).fill(person.email);
  await button(guest, "password_lost_submit").dblclick(slowly);
  await expect(page.getByRole("heading", { name: words("password_lost_sent_title") })).toBeVisible();
  expect(asked).toHaveLength(1);

  await visitPage(page, await newestLink(guest, person.email, 2));
  const used = callsTo(page, "/auth/password/reset");
  await page.getByLabel(words("password_new"), { exact: true }).fill("battery staple");
  await page.getByLabel(words("password_new_again"), { exact: true }).fill("battery staple");
  await button(guest, "password_new_submit").dblclick(slowly);
  await expect(page).toHaveURL(/\/login$/);
  await nothingWrong(page);
  expect(used).toHaveLength(1);
});

test("R-LEGAL-07: a message to the house that is sent by a double click arrives once", async ({ visit }) => {
  const guest = await visit();
  const { page, words } = guest;
  await visitPage(page, "/contact");
  const sent = callsTo(page, "/api/support/contact");
  await page.getByLabel(words("support_name")).fill("Ana");
  await page.getByLabel(words("auth_email")).fill("ana@example.test");
  await page
    .getByRole("textbox", { name: words("support_message") })
    .fill("My statement shows a purchase twice.");
  await button(guest, "support_send").dblclick(slowly);
  await expect(page.getByRole("heading", { name: words("support_arrived") })).toBeVisible();
  await expect(page.getByTestId("ticket-number")).toBeVisible();
  expect(sent).toHaveLength(1);
});

test("R-LEGAL-08: a request to remove content that is sent by a double click arrives once", async ({
  visit,
}) => {
  const guest = await visit();
  const { page, words } = guest;
  await visitPage(page, "/content-removal");
  const sent = callsTo(page, "/api/support/content-removal");
  const { email } = newcomer();
  await page.getByLabel(words("support_reason"), { exact: true }).selectOption("copyright");
  await page.getByLabel(words("support_name")).fill("Ana");
  await page.getByLabel(words("auth_email")).fill(email);
  await page.getByLabel(words("support_url")).fill("/stream/luna");
  await page.getByLabel(words("support_what_is_shown")).fill("The picture on the wall is mine.");
  await button(guest, "support_send").dblclick(slowly);
  await expect(page.getByRole("heading", { name: words("support_removal_arrived") })).toBeVisible();
  expect(sent).toHaveLength(1);
});

test("R-ACCT-03: a picture that is dropped and one that is saved by a double click open no other choice and are sent once", async ({
  visit,
}) => {
  const fan = await visit();
  const { page, words } = fan;
  await signUpQuietly(fan);
  await visitPage(page, "/settings");
  const sent = callsTo(page, "/api/fan/store-avatar");
  let choices = 0;
  page.on("filechooser", () => choices++);
  const input = page.getByLabel(words("settings_picture"), { exact: true });
  const change = button(fan, "settings_picture_change");
  await input.setInputFiles(await pictureFile());
  await button(fan, "settings_picture_cancel").dblclick(slowly);
  await expect(change).toBeVisible();
  expect(sent).toHaveLength(0);

  await input.setInputFiles(await pictureFile());
  const release = await holdCalls(page, "**/api/fan/store-avatar/*");
  await button(fan, "settings_picture_save").dblclick();
  await expect(button(fan, "settings_picture_save")).toHaveAttribute("aria-busy", "true");
  await page.keyboard.press("Enter");
  release();
  await expect(notices(fan)).toContainText(words("settings_avatar_saved"));
  await expect(change).toBeVisible();
  expect(sent).toHaveLength(1);

  await input.setInputFiles(await pictureFile());
  const saved = page.waitForResponse("**/api/fan/store-avatar/*");
  await button(fan, "settings_picture_save").dblclick(slowly);
  await saved;
  await expect(change).toBeVisible();
  expect(sent).toHaveLength(2);
  expect(choices).toBe(0);
});

test("R-ACCT-19: an account that is deleted in two tabs at once is deleted, and both tabs know nobody", async ({
  visit,
}) => {
  const fan = await visit();
  const { words, problems } = fan;
  problems.expect(/status of (401|409)/);
  const person = await signUpQuietly(fan);
  const tabs = [fan.page, await fan.newTab()];
  for (const tab of tabs) {
    await visitPage(tab, "/settings");
    await tab.getByRole("button", { name: words("settings_delete_open") }).click();
    await tab.getByRole("dialog").getByLabel(words("settings_current_password")).fill(person.password);
  }
  // The password still has the focus, and its form goes out with it.
  await Promise.all(tabs.map((tab) => tab.keyboard.press("Enter")));
  for (const tab of tabs) {
    await expect(tab.getByRole("dialog")).toHaveCount(0);
    await expect(tab).not.toHaveURL(/settings/);
  }
});
