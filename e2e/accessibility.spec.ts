import type { Page } from "@playwright/test";
import { wordsIn } from "#testing/pages/words.ts";
import { expectAccessible, expectAccessibleInOneTheme } from "./accessibility.ts";
import { choosePackage, openCheckout, saveCardQuietly } from "./checkout.ts";
import { expect, test } from "./fixtures.ts";
import { bubble, messageModel, openFansChat, writeTo } from "./inbox.ts";
import { signInQuietly, signUpQuietly } from "./people.ts";
import { openRoom, openTipSheet, roomCard } from "./room.ts";
import { expectNoSideways, type Visitor, visitPage } from "./visitor.ts";

const headerOf = ({ page }: Visitor) => page.getByRole("banner").first();
const footerOf = ({ page }: Visitor) => page.getByRole("contentinfo");

const guestPages = [
  "/",
  "/trending",
  "/videos",
  "/allposts",
  "/aria",
  "/login",
  "/register",
  "/register?model=true",
  "/no/such/page",
];

/** Pages whose width other tests check, or whose parts are those of the pages above. */
const otherGuestPages = [
  "/videos/1",
  "/allposts/2",
  "/lost-password",
  "/confirm-email",
  "/directa/failed-payment",
  "/subscription-result",
];

test("R-UI-01, R-UI-02, R-I18N-01, R-NAV-09, R-NAV-10: axe finds nothing on any page of guests, in both themes, and none is wider than the screen, whose menu is a drawer or a bar", async ({
  visit,
}) => {
  const guest = await visit({ locale: "es-ES" });
  const { page } = guest;
  guest.problems.expect(/404/);
  for (const path of guestPages) {
    await goOnTo(page, path);
    await expectAccessible(page, path);
    await expectNoSideways(guest, path);
    // The next page is checked in this language first.
    await speak(guest, (await page.locator("html").getAttribute("lang")) === "es" ? "en" : "es");
    await expectNoSideways(guest, `${path} in the other language`);
    if (path === "/") await expectDrawerOrBar(guest);
  }
  await expectEachAccessible(guest, otherGuestPages);
});

const pagesOfFan = [
  "/?search=a",
  "/stream/wall/aria,chiara",
  "/favorites-models",
  "/my-videos",
  "/notifications",
  "/settings",
  "/settings/statement",
  "/settings/statement/subscriptions",
  "/receipts/1",
  "/stream/vera",
];

const pagesOfNewcomer = [
  "/favorites-models",
  "/subscription-models",
  "/my-videos",
  "/chat",
  "/chat/5",
  "/promo-stream/abc",
  "/stream/aria",
];

test("R-UI-04, R-UI-05, R-UI-06, R-UI-10, R-UI-11: axe finds nothing in the checkout, a room, chats, subscriptions and a fan's other pages, which have their sizes", async ({
  visit,
}) => {
  const fan = await visit({ viewport: { width: 1600, height: 1200 } });
  const { page, words } = fan;
  // A receipt that there is none of, and a room that somebody else's show has.
  fan.problems.expect(/404|409/);
  await signInQuietly(fan, "nico");
  await test.step("the front page, its filters and the checkout", async () => {
    await visitPage(page, "/");
    expect((await headerOf(fan).boundingBox())?.height).toBe(70);
    expect((await footerOf(fan).boundingBox())?.height).toBe(210);
    await expectFiltersAccessible(fan);
    await openCheckout(fan);
    await expect(page.getByRole("dialog").getByRole("radio", { name: /^100 / })).toBeVisible();
    await expectAccessible(page, "checkout, step 1");
    await choosePackage(fan, 100);
    await expect(page.getByLabel(words("pay_card_number"))).toBeVisible();
    await expectAccessible(page, "checkout, step 2");
    await saveCardQuietly(fan);
    await visitPage(page, "/");
    await openCheckout(fan);
    await page.getByRole("dialog").getByRole("radio", { name: /^100 / }).press("Space");
    await expect(page.getByRole("button", { name: /4242/ })).toBeEnabled();
    await expectAccessible(page, "checkout with a saved card");
  });
  await test.step("a room", async () => {
    // Hers has all that stands beside a stage: a tip menu, a goal, who tipped most, and other rooms.
    await openRoom(fan, "luna");
    const player = await page.locator("[data-stage]").boundingBox();
    expect([player?.width, player?.height]).toEqual([540, 960]);
    const chat = await page.getByRole("region", { name: words("chat_log") }).boundingBox();
    expect(chat?.width).toBeLessThanOrEqual(300);
    expect(chat?.height).toBeLessThanOrEqual(960);
    await expectAccessible(page, "room");
    await expectNoSideways(fan, "room");
    await expectMenuByKeyboard(fan);
    await openTipSheet(fan);
    await expectAccessible(page, "tip sheet");
  });
  await page.setViewportSize({ width: 1280, height: 1000 });
  await test.step("subscriptions and chats", async () => {
    await goOnTo(page, "/videos");
    await expectNoSideways(fan, "a fan's videos, with badges in the navbar");
    await goOnTo(page, "/subscription-models");
    expect((await footerOf(fan).boundingBox())?.height).toBe(210);
    await expect(page.getByRole("region", { name: words("sub_alerts") })).toBeVisible();
    await expectAccessible(page, "subscriptions");
    await messageModel(fan, "aria", "Aria");
    await writeTo(fan, "Aria", "¡Hola! Hello!");
    await expect(bubble(fan, "Hello").last()).toContainText(words("inbox_delivered"));
    await expectAccessible(page, "open chat");
    await goOnTo(page, "/chat");
    await expect(page.getByTestId("chat-list").getByRole("link", { name: "Aria" })).toBeVisible();
    expect((await page.getByRole("main").boundingBox())?.width).toBe(890);
    await expectAccessible(page, "chats");
  });
  await expectEachAccessible(fan, pagesOfFan);
  await test.step("those whose lists are empty yet, and that stand alone, fit the screen in Spanish", async () => {
    const newcomer = await visit({ locale: "es-CO" });
    newcomer.problems.expect(/40[34]/);
    await signUpQuietly(newcomer);
    for (const path of pagesOfNewcomer) {
      await goOnTo(newcomer.page, path);
      await expectNoSideways(newcomer, path);
    }
    await goOnTo(newcomer.page, "/directa/failed-payment");
    await expectNoSideways(newcomer, "a failed payment");
  });
});

/** Where a fan finds somebody. */
const findingPages = [
  "/",
  "/?search=a",
  "/trending",
  "/videos",
  "/videos/1",
  "/allposts",
  "/favorites-models",
  "/aria",
  "/stream/wall/aria,chiara",
];

test("R-UI-01, R-UI-02, R-I18N-01: on a phone in Spanish axe finds nothing where a fan looks for somebody, nothing is wider, and a long chat stays at its newest message", async ({
  visit,
}) => {
  const phone = { viewport: { width: 360, height: 740 } };
  const fan = await visit({ ...phone, locale: "es-ES" });
  const { page } = fan;
  await signUpQuietly(fan);
  await visitPage(page, "/");
  await roomCard(fan, "aria").getByRole("button").click();
  await expect(roomCard(fan, "aria").getByRole("button")).toHaveAttribute("aria-pressed", "true");
  await expectFiltersAccessible(fan);
  for (const path of findingPages) {
    await goOnTo(page, path);
    await expectAccessibleInOneTheme(page, path);
    const beyond = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
    expect.soft(await page.evaluate(beyond), `${path} scrolls sideways`).toBe(0);
  }
  await expectSectionByKeyboard(fan);
  await expectTeaserByKeyboard(fan);
  const model = await visit(phone);
  await signInQuietly(model, "luna");
  await visitPage(model.page, "/model/chats");
  await openFansChat(model, "nico");
  await expectLongChatFits(model.page);
});

/** On a phone the settings are a list first; whoever chooses a section is in it, and on the way back in the list. */
async function expectSectionByKeyboard({ page, words }: Visitor): Promise<void> {
  await goOnTo(page, "/settings");
  const entry = page.getByRole("link", { name: words("settings_password"), exact: true });
  await entry.press("Enter");
  await expect(page.getByRole("region", { name: words("settings_password"), exact: true })).toBeFocused();
  await expectAccessibleInOneTheme(page, "a section of the settings");
  await page.getByRole("link", { name: words("settings_all") }).press("Enter");
  await expect(entry).toBeFocused();
}

/** The button that plays a teaser keeps the focus, and stops it. */
async function expectTeaserByKeyboard({ page, words }: Visitor): Promise<void> {
  await goOnTo(page, "/videos/1");
  const button = page.getByRole("button", { name: words("content_teaser_play") });
  await button.press("Enter");
  await expect(button).toHaveAttribute("aria-pressed", "true");
  await expect(button).toBeFocused();
  await expectAccessibleInOneTheme(page, "a teaser that plays");
  await button.press("Enter");
  await expect(button).toHaveAttribute("aria-pressed", "false");
}

/** Nothing reaches out of the open chat, and a page that loads stays at the newest message, on phones and large screens. */
async function expectLongChatFits(page: Page): Promise<void> {
  const messages = page.getByTestId("message");
  await expect(messages.getByRole("article").first()).toBeVisible();
  const wide = await messages.evaluateAll(
    (all) => all.filter((one) => one.scrollWidth > one.clientWidth).length,
  );
  expect(wide).toBe(0);
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    await page.reload();
    // The served document stands in reverse order until the page is alive.
    await expect(page.getByRole("log")).toHaveCSS("flex-direction", "column");
    await expect(messages.last(), `at ${width} px`).toBeInViewport();
  }
}

const pagesOfStudio = [
  "videos",
  "posts",
  "rates",
  "tip-menu",
  "page",
  "comments",
  "messages",
  "settings",
].map((page) => `/model/${page}`);
const pagesOfSupport = ["/contact", "/content-removal", "/compliance-policy"];
const pagesOfStaff = ["", "/tickets", "/payments", "/payouts", "/state", "/log", "/account"].map(
  (place) => `/admin/models${place}`,
);

test("R-UI-01, R-UI-02: axe finds nothing in the studio and on the support and admin pages, in both themes, and none is wider than a phone or a screen", async ({
  visit,
}) => {
  const model = await visit();
  const { page, words } = model;
  await signInQuietly(model, "emilia");
  await visitPage(page, "/model/update-model-profile");
  await expect(page.getByRole("region", { name: words("studio_this_broadcast") })).toBeVisible();
  await expectAccessible(page, "studio");
  await expectNoSideways(model, "studio");
  await speak(model, "es");
  await expectNoSideways(model, "studio in Spanish");
  await speak(model, "en");
  await goOnTo(page, "/model/earnings");
  await expect(page.getByRole("heading", { level: 1, name: words("earnings_title") })).toBeVisible();
  await expectAccessible(page, "earnings");
  await expectNoSideways(model, "earnings");
  await goOnTo(page, "/model/chats");
  await page.getByTestId("chat-list").getByRole("link").first().click();
  await expect(page.getByTestId("message").last()).toBeVisible();
  await expectAccessible(page, "a model's open chat");
  await expectEachAccessible(model, pagesOfStudio);
  await test.step("the studio of a room with a fan in it", async () => {
    const [fan, live] = [await visit(), await visit()];
    const { login } = await signUpQuietly(fan);
    await visitPage(fan.page, "/stream/luna");
    await signInQuietly(live, "luna");
    await visitPage(live.page, "/model/update-model-profile");
    const ban = live.page.getByRole("button", { name: words("studio_ban_fan", { name: login }) });
    await expect(ban).toBeVisible();
    await expectNoSideways(live, "studio with fans");
  });
  const phone = { viewport: { width: 360, height: 900 } };
  const [guest, staff] = [await visit({ ...phone, locale: "es-ES" }), await visit(phone)];
  await signInQuietly(staff, "staff");
  await expectEachAccessible(guest, pagesOfSupport, (path) => expectNoSideways(guest, path));
  await expectEachAccessible(staff, pagesOfStaff, (path) => expectNoSideways(staff, path));
  await expectRowMenuByKeyboard(staff);
});

/** An item of the tip menu beside the stage opens its sheet by the keyboard, which has its place again afterwards. */
async function expectMenuByKeyboard({ page, words }: Visitor): Promise<void> {
  const menu = page.getByRole("region", { name: words("tip_menu_title", { name: "Luna" }) });
  const item = menu.getByRole("button").first();
  await item.focus();
  await item.press("Enter");
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessible(page, "an item of the tip menu");
  await page.locator("[role=dialog]:focus-within").press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(item).toBeFocused();
}

/** A row's menu opens and closes by the keyboard, and its button has the focus again. */
async function expectRowMenuByKeyboard({ page, words }: Visitor): Promise<void> {
  await goOnTo(page, "/admin/models");
  const row = page.getByRole("article").first();
  const name = (await row.getAttribute("aria-label")) ?? "";
  const menu = row.getByRole("button", { name: words("admin_more", { name }) });
  await menu.press("Enter");
  await expect(menu).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.press("Tab");
  await expect(row.getByRole("list").getByRole("button").first()).toBeFocused();
  await expectAccessibleInOneTheme(page, "the menu of a row");
  await page.keyboard.press("Escape");
  await expect(menu).toBeFocused();
  await expect(menu).toHaveAttribute("aria-expanded", "false");
}

/** Opens the filters of the front page, which is open, and closes them. */
async function expectFiltersAccessible({ page, words }: Visitor): Promise<void> {
  await page.getByRole("link", { name: words("filter_open"), exact: true }).click();
  await expect(page.getByRole("dialog").getByRole("button", { name: words("filter_show") })).toBeVisible();
  await expectAccessible(page, "the filters");
  await page.locator("[role=dialog]:focus-within").press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

/** Under 992 px a drawer has the menu, from 992 px a bar. */
async function expectDrawerOrBar(guest: Visitor): Promise<void> {
  const { page } = guest;
  const words = wordsIn((await page.locator("html").getAttribute("lang")) === "es" ? "es" : "en");
  const before = page.viewportSize();
  await page.setViewportSize({ width: 991, height: 900 });
  // The main menu is a bar below the header, or one at the lower edge of small screens.
  const menus = page.getByRole("navigation", { name: words("nav_main"), includeHidden: true });
  const [bar, tabs] = [menus.first(), menus.last()];
  await expect(bar).toBeHidden();
  await expect(tabs).toBeVisible();
  await page.getByRole("button", { name: words("nav_menu") }).click();
  const drawer = page.getByRole("dialog");
  await expect(drawer.getByRole("navigation", { name: words("nav_main") })).toBeVisible();
  // By the keyboard: a second press at the place of the first within half a second is none.
  await page.getByRole("button", { name: words("nav_menu") }).press("Enter");
  await expect(drawer).toHaveCount(0);
  await page.setViewportSize({ width: 992, height: 900 });
  await expect(page.getByRole("button", { name: words("nav_menu") })).toBeHidden();
  await expect(bar).toBeVisible();
  await expect(tabs).toBeHidden();
  if (before) await page.setViewportSize(before);
}

type Router = { navigate(to: string): Promise<void> };

/**
 * Leads a page that is alive on to another one, as a press on a link does, and opens the first one. Half of what a walk
 * over all pages costs is to load the document and its scripts again. Rooms are opened: for a moment after a press the
 * picture of the one that is on its way stands over the page.
 */
async function goOnTo(page: Page, path: string): Promise<void> {
  if (page.url() === "about:blank" || path.startsWith("/stream/")) await visitPage(page, path);
  else {
    await page.evaluate(async (to) => {
      const { __reactRouterDataRouter: router } = window as unknown as { __reactRouterDataRouter: Router };
      await router.navigate(to);
    }, path);
    await expect.poll(() => new URL(page.url()).pathname + new URL(page.url()).search).toBe(path);
  }
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
}

/** Opens one page after the other; axe finds nothing in any of them, and `check` is held against each. */
async function expectEachAccessible(
  { page }: Visitor,
  paths: readonly string[],
  check: (path: string) => Promise<void> = async () => undefined,
): Promise<void> {
  for (const path of paths) {
    await goOnTo(page, path);
    await expectAccessible(page, path);
    await check(path);
  }
}

/** Chooses the page's language in its header; the account of somebody signed in has it then. */
async function speak({ page }: Visitor, language: "en" | "es"): Promise<void> {
  const signedIn = (await page.context().cookies()).some(({ name }) => name === "token");
  const stored = signedIn ? page.waitForResponse(/\/api\/fan\/set-language$/) : null;
  await page
    .getByRole("banner")
    .first()
    .getByRole("button", { name: /English|Español/ })
    .click();
  await page.locator(`button[lang=${language}]:visible`).click();
  await expect(page.locator("html")).toHaveAttribute("lang", language);
  await stored;
}
