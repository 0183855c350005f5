import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { fieldTo, openChatQuietly } from "./inbox.ts";
import { signUpQuietly } from "./people.ts";
import { pressAtOnce } from "./press-at-once.ts";
import { roomCard } from "./room.ts";
import { visitPage } from "./visitor.ts";

test("heart, gender, coin, menu and Watch that are pressed in the first frame of their button take effect once, on a slow processor", async ({
  visit,
}) => {
  const fan = await visit();
  const { page, words } = fan;
  await signUpQuietly(fan);
  await visitPage(page, "/");
  const slow = await page.context().newCDPSession(page);
  await slow.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  const likes = posted(page, /\/favorite$|\/liked-model/);

  await pressAtOnce(page, "/", "[data-testid=room-aria] .room-card-heart");
  const heart = roomCard(fan, "aria").getByRole("button");
  await expect(heart).toHaveAttribute("aria-pressed", "true");
  expect(likes).toHaveLength(1);

  await pressAtOnce(page, "/", "nav:not([popover] *) input[name=gender][value='2']");
  const genders = page.getByRole("group", { name: words("nav_gender") }).getByRole("radio");
  await expect(genders.nth(1)).toBeChecked();
  await expect(roomCard(fan, "aria")).toHaveCount(0);
  await page.context().clearCookies({ name: "gender" });

  await pressAtOnce(page, "/videos", "header form:has(input[name=checkout]) button");
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(page).toHaveURL(/\/videos$/);
  await page.locator("[role=dialog]:focus-within").press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await page.setViewportSize({ width: 390, height: 844 });
  await pressAtOnce(page, "/trending", "header button[popovertarget]:not([popover] *)");
  const early = page.locator("header [popover]");
  await expect(early.getByRole("link", { name: words("nav_favorites") })).toBeVisible();
  await early.getByRole("link", { name: words("nav_videos"), exact: true }).click();
  await expect(page).toHaveURL(/\/videos$/);
  await expect(early.getByRole("link")).toHaveCount(0);
  await page.getByRole("button", { name: words("nav_menu") }).click();
  const menu = page.getByRole("dialog", { name: words("nav_menu") });
  await expect(menu.getByRole("link", { name: words("nav_favorites") })).toBeVisible();
  await pressAtOnce(page, "/stream/chiara", "button[popovertarget=early-tip]");
  await expect(page.getByRole("dialog", { name: words("tip_title", { name: "Chiara" }) })).toBeVisible();
  await expect(page.locator("[popover].opening")).toHaveCount(0);
  await page.setViewportSize({ width: 1440, height: 1000 });

  await pressAtOnce(page, "/aria", "main a[href='/stream/aria']");
  await expect(page).toHaveURL(/\/stream\/aria$/);
  await slow.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  const depth = await page.evaluate("history.length");
  await expect(page.getByRole("region", { name: words("chat_log") })).toBeVisible();
  expect(await page.evaluate("history.length")).toBe(depth);
  expect(likes).toHaveLength(1);
});

test("R-NAV-09, R-AUTH-32: before any script has come a double click opens the menu, its cross closes it, and it changes the theme and signs out", async ({
  visit,
}) => {
  const fan = await visit();
  const { page, words } = fan;
  await signUpQuietly(fan);
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
});

test("what is written in a chat before its scripts have come stays, though it is sent too early, and a switch turned by then is stored", async ({
  visit,
}) => {
  const fan = await visit();
  const { page, words } = fan;
  await signUpQuietly(fan);
  const chatId = await openChatQuietly(fan, "aria");
  let scripts = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto(`/chat/${chatId}`, { waitUntil: "domcontentloaded" });
  const field = fieldTo(fan, "Aria");
  const send = page.getByRole("button", { name: words("inbox_send"), exact: true });
  await field.fill("hello");
  // It says that there is nothing to send yet; a finger presses it all the same.
  await send.click({ force: true, noWaitAfter: true });
  scripts.resolve();
  await expect(send).toHaveAttribute("aria-disabled", "false");
  await expect(field).toHaveValue("hello");

  scripts = Promise.withResolvers<void>();
  await page.goto("/settings", { waitUntil: "domcontentloaded" });
  const notices = page.getByRole("switch", { name: words("settings_notices") });
  await expect(notices).toBeChecked();
  await notices.uncheck();
  const stored = page.waitForResponse(/\/api\/fan\/turn-notification$/);
  scripts.resolve();
  expect((await stored).status()).toBe(200);
  await expect(notices).not.toBeChecked();
});

test("dialogs and sheets whose code is late show their place at once, take no press from the page meanwhile, and come", async ({
  visit,
}) => {
  const fan = await visit();
  const { page, words } = fan;
  await signUpQuietly(fan);
  await visitPage(page, "/");
  const place = page.locator(".opening").filter({ visible: true });
  const openings = [
    { file: /\/FilterForm-/, press: page.getByRole("link", { name: words("filter_open") }) },
    { file: /\/CheckoutDialog-/, press: page.locator("header form:has(input[name=checkout]) button") },
  ];
  for (const { file, press } of openings) {
    const { promise: mayCome, resolve: come } = Promise.withResolvers<void>();
    await page.route(file, async (route) => {
      await mayCome;
      await route.continue();
    });
    await press.click();
    await expect(place).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.locator("[data-testid=room-aria]").getByRole("button").first().click({ trial: true });
    come();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expect(place).toHaveCount(0);
    await page.locator("[role=dialog]:focus-within").press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
});

/** The addresses of matching POSTs from now on. */
function posted(page: Page, address: RegExp): string[] {
  const addresses: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === "POST" && address.test(pathname)) addresses.push(pathname);
  });
  return addresses;
}
