import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { signUpQuietly } from "./people.ts";
import { pressAtOnce } from "./press-at-once.ts";
import { roomCard } from "./room.ts";
import { visitPage } from "./visitor.ts";

test("heart, menu, tip and Watch that are pressed in the first frame of their button take effect once, on a slow processor", async ({
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

  await page.setViewportSize({ width: 390, height: 844 });
  await pressAtOnce(page, "/trending", "header button[popovertarget]:not([popover] *)");
  const early = page.locator("header [popover]");
  await expect(early.getByRole("link", { name: words("nav_favorites") })).toBeVisible();
  await early.locator("a[href='/videos']").click();
  await expect(page).toHaveURL(/\/videos$/);
  // A server that is too late refuses a page by one that has no menu, and loads itself again after five seconds.
  await expect(page.getByRole("heading", { level: 1, name: words("nav_videos") })).toBeVisible();
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
