import { expect, test } from "./fixtures.ts";
import { holdScripts } from "./hold-scripts.ts";
import { fieldTo, openChatQuietly } from "./inbox.ts";
import { signUpQuietly } from "./people.ts";
import type { Visitor } from "./visitor.ts";

/** Opens a page whose scripts are on their way until the returned function is called. */
async function openHeld(visitor: Visitor, path: string): Promise<() => void> {
  const letScriptsCome = await holdScripts(visitor);
  // Scripts that are held hold up the end of loading too, on a machine that is so busy that they are asked for first.
  await visitor.page.goto(path, { waitUntil: "domcontentloaded" });
  return letScriptsCome;
}

test("R-LEGAL-07: what a guest presses, chooses and sends before a page has its scripts is done, and the page alive goes on from there", async ({
  visit,
}) => {
  const guest = await visit();
  const { page, words } = guest;
  await test.step("a heart leads to the login", async () => {
    const letScriptsCome = await openHeld(guest, "/");
    await page.locator("button.room-card-heart").first().click();
    await expect(page).toHaveURL(/\/login$/);
    letScriptsCome();
  });
  await test.step("a gender is the one whose rooms are shown", async () => {
    const letScriptsCome = await openHeld(guest, "/");
    const gender = page
      .getByRole("group", { name: words("nav_gender") })
      .getByRole("radio")
      .nth(1);
    await gender.check();
    const chosen = await gender.inputValue();
    const asked = page.waitForRequest(new RegExp(`/api/video-chat-rooms\\?.*gender=${chosen}`));
    letScriptsCome();
    await asked;
    await expect(gender).toBeChecked();
  });
  await test.step("a message to support arrives, and the next one is written on the page alive", async () => {
    const letScriptsCome = await openHeld(guest, "/contact");
    const message = page.getByLabel(words("support_message"), { exact: true });
    const send = page.getByRole("button", { name: words("support_send"), exact: true });
    await page.getByLabel(words("support_name")).fill("Eva");
    await page.getByLabel(words("auth_email")).fill("eva@example.test");
    await message.fill("Where is my receipt?");
    await send.click();
    const heading = page.getByRole("heading", { name: words("support_arrived") });
    await expect(heading).toBeVisible();
    letScriptsCome();
    await expect(heading).toBeFocused();
    await page.getByRole("link", { name: words("support_again") }).click();
    await expect(page.getByLabel(words("support_name"))).toHaveValue("Eva");
    await expect(message).toHaveValue("");
    await message.fill("Here it is, thank you.");
    await send.click();
    await expect(heading).toBeFocused();
  });
});

test("R-NAV-09, R-AUTH-32: before any script has come a fan's heart counts, what is written and switched stays, a double click opens the menu, its cross closes it, and it changes the theme and signs out", async ({
  visit,
}) => {
  const fan = await visit();
  const { page, words } = fan;
  await signUpQuietly(fan);
  const chatId = await openChatQuietly(fan, "aria");
  await test.step("a heart counts at once", async () => {
    await openHeld(fan, "/");
    const heart = page.locator("button.room-card-heart").first();
    await expect(heart).toHaveAttribute("aria-pressed", "false");
    await heart.click();
    await expect(heart).toHaveAttribute("aria-pressed", "true");
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });
  await test.step("what is written in a chat stays, though it is sent too early", async () => {
    const letScriptsCome = await openHeld(fan, `/chat/${chatId}`);
    const field = fieldTo(fan, "Aria");
    const send = page.getByRole("button", { name: words("inbox_send"), exact: true });
    await field.fill("hello");
    // The button says that there is nothing to send yet; a finger presses it all the same.
    await send.click({ force: true, noWaitAfter: true });
    letScriptsCome();
    await expect(send).toHaveAttribute("aria-disabled", "false");
    await expect(field).toHaveValue("hello");
  });
  await test.step("a switch that was turned is stored", async () => {
    const letScriptsCome = await openHeld(fan, "/settings");
    const notices = page.getByRole("switch", { name: words("settings_notices") });
    await expect(notices).toBeChecked();
    await notices.uncheck();
    const stored = page.waitForResponse(/\/api\/fan\/turn-notification$/);
    letScriptsCome();
    expect((await stored).status()).toBe(200);
    await expect(notices).not.toBeChecked();
  });
  await test.step("the menu opens, closes, changes the theme and signs out", () => useEarlyMenu(fan));
});

/** The menu of small screens, which the browser opens by itself: the page's scripts never come. */
async function useEarlyMenu({ page, words }: Visitor): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.route(/\.js$/, () => {});
  await page.goto("/trending", { waitUntil: "commit" });
  const toggle = page.locator("header button[popovertarget]:not([popover] *)");
  const menu = page.locator("header [popover]");
  for (const reducedMotion of ["reduce", "no-preference"] as const) {
    await page.emulateMedia({ reducedMotion });
    await toggle.dblclick();
    await expect(menu.getByRole("link", { name: words("nav_favorites") })).toBeVisible();
    await menu.getByRole("button", { name: words("nav_menu") }).click();
    await expect(menu).toBeHidden();
  }

  await toggle.click();
  await menu.getByRole("button", { name: words("nav_theme_light") }).click({ noWaitAfter: true });
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  await expect(page).toHaveURL(/\/trending$/);
  await toggle.click();
  await menu.getByRole("button", { name: words("nav_logout") }).click({ noWaitAfter: true });
  await expect(page).toHaveURL(/\/$/);
  await toggle.click();
  await expect(menu.getByRole("link", { name: words("nav_login") })).toBeVisible();
}
