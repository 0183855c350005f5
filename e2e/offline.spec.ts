import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { signInQuietly } from "./people.ts";
import { openRoom } from "./room.ts";
import { type Visitor, visitPage } from "./visitor.ts";

/** The lines that a browser writes into its console about a network that is gone. */
const noNetwork = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to load resource|WebSocket|route module/;

const bar = ({ page }: Visitor) => page.locator(".offline-bar");
const menuEntry = ({ page, words }: Visitor, name: string) =>
  page
    .getByRole("navigation", { name: words("nav_main") })
    .getByRole("link", { name: words(name) })
    .and(page.locator(":visible"));
const mark = (page: Page) => page.evaluate("window.sameDocument = true");
const isMarked = (page: Page) => page.evaluate("window.sameDocument === true");

test("without a connection a press on a menu entry stays on the page, shows that it waits, can be given up, and is carried out when it is back", async ({
  visit,
}) => {
  const guest = await visit({ locale: "es-CO" });
  const { page, words } = guest;
  const status = bar(guest).getByRole("status");
  guest.problems.expect(noNetwork);
  await visitPage(page, "/");
  await mark(page);
  await page.context().setOffline(true);
  await expect(bar(guest)).toBeVisible();
  const tries = async () => Number(/\d+/.exec((await bar(guest).textContent()) ?? "")?.[0]);
  await expect.poll(tries, { message: words("common_offline_tries") }).toBeGreaterThan(1);
  await expect(status).toHaveText(words("common_offline"));
  await menuEntry(guest, "nav_videos").click();
  await expect(status).toHaveText(words("common_offline_follows"));
  await bar(guest)
    .getByRole("button", { name: words("common_offline_stay") })
    .click();
  await expect(status).toHaveText(words("common_offline"));
  await page.context().setOffline(false);
  await expect(bar(guest)).toHaveCount(0);
  await expect(page).toHaveURL(/\/$/);

  await page.context().setOffline(true);
  await expect(bar(guest)).toBeVisible();
  await menuEntry(guest, "nav_videos").click();
  await menuEntry(guest, "nav_trending").click();
  await expect(status).toHaveText(words("common_offline_follows"));
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole("heading", { level: 1, name: words("home_title") })).toBeVisible();
  await page.context().setOffline(false);
  await expect(page).toHaveURL(/\/trending$/);
  await expect(page.getByRole("main").getByRole("listitem").first()).toBeVisible();
  await expect(bar(guest)).toHaveCount(0);
  expect(await isMarked(page)).toBe(true);
});

/** Lets nothing of this server through any more, though the device believes it has a network. */
async function silence({ page }: Visitor): Promise<() => Promise<void>> {
  const all = /\/(assets\/.*|healthz|api\/.*)$/;
  await page.route(all, (route) => route.abort());
  return () => page.unroute(all);
}

test("R-ERR-24: a dialog and a page whose code cannot be had are opened when the connection is back, though nobody knew it was dead; meanwhile the bar takes a press and covers no control", async ({
  visit,
}) => {
  const fan = await visit();
  const { page, words } = fan;
  const status = bar(fan).getByRole("status");
  fan.problems.expect(noNetwork);
  // The router asks for a page's parts beside each other, and looks after one of them.
  fan.problems.expect(/dynamically imported module|^\/: $/);
  await signInQuietly(fan, "nico");
  await visitPage(page, "/");
  await page.waitForLoadState("networkidle");
  await mark(page);
  await page.context().setOffline(true);
  await page.getByRole("button", { name: words("nav_buy_tokens") }).click();
  await expect(status).toHaveText(words("common_offline_follows"));
  await page.context().setOffline(false);
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await isMarked(page)).toBe(true);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(bar(fan)).toHaveCount(0);

  const restore = await silence(fan);
  await menuEntry(fan, "nav_trending").click();
  await expect(status).toHaveText(words("common_offline_follows"));
  await expect(page.getByRole("heading", { level: 1, name: words("home_title") })).toBeVisible();
  await restore();
  await expect(page).toHaveURL(/\/trending$/);
  await expect(page.getByRole("main").getByRole("listitem").first()).toBeVisible();

  await test.step("the bar takes a press while a dialog is open, which stays", async () => {
    await visitPage(page, "/");
    await page.getByRole("button", { name: words("nav_buy_tokens") }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.context().setOffline(true);
    await bar(fan).getByText(words("common_offline_try")).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.context().setOffline(false);
    await expect(bar(fan)).toHaveCount(0);
    await expect(page.getByRole("dialog")).toBeVisible();
  });
  await test.step("it covers no control at any width", () => expectNothingCovered(fan));
});

/** Nothing that is pressed in a list, a room or a chat lies under the bar. */
async function expectNothingCovered(fan: Visitor): Promise<void> {
  const { page } = fan;
  const menu = page.getByRole("banner").first().getByRole("link").first();
  const composer = page.getByRole("main").getByRole("textbox").last();
  const places = {
    list: { open: () => visitPage(page, "/"), atTheEdge: menu },
    room: { open: () => openRoom(fan, "aria"), atTheEdge: composer },
    chat: { open: () => openFirstChat(fan), atTheEdge: composer },
  };
  for (const [place, { open, atTheEdge }] of Object.entries(places)) {
    await open();
    await page.context().setOffline(true);
    await expect(bar(fan)).toBeVisible();
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(atTheEdge, `${place} at ${width} px`).toBeInViewport({ ratio: 1 });
      await expect.poll(() => coveredControls(page), `${place} at ${width} px`).toEqual([]);
    }
    await page.context().setOffline(false);
    await expect(bar(fan)).toHaveCount(0);
  }
}

async function openFirstChat({ page }: Visitor): Promise<void> {
  await visitPage(page, "/chat");
  await page.getByTestId("chat-list").getByRole("link").first().click();
  await expect(page).toHaveURL(/\/chat\/\d+$/);
  await expect(page.getByRole("main").getByRole("textbox").last()).toBeVisible();
}

/** The controls of header, menus, composer and stage whose middle lies under the bar. */
function coveredControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isUnderBar = (control: Element) => {
      const { x, y, width, height } = control.getBoundingClientRect();
      if (width === 0 || !control.checkVisibility({ visibilityProperty: true })) return false;
      const there = document.elementFromPoint(x + width / 2, y + height / 2);
      return there?.closest(".offline-bar") && !control.closest(".offline-bar");
    };
    const places = ["header", "nav", "form", "[data-stage]"];
    const controls = document.querySelectorAll(
      places
        .flatMap((place) => ["a", "button", "input", "textarea"].map((name) => `${place} ${name}`))
        .join(),
    );
    if (controls.length === 0) throw new Error("the page has no controls");
    return [...controls].filter(isUnderBar).map((control) => control.outerHTML.slice(0, 120));
  });
}
