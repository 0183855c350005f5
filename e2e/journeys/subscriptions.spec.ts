import type { Locator } from "@playwright/test";
import { openCheckout } from "../checkout.ts";
import { expect, test } from "../fixtures.ts";
import { openChatQuietly } from "../inbox.ts";
import { subscribeElsewhere, subscriptionsOf } from "../own-money.ts";
import { signInQuietly, signUpQuietly } from "../people.ts";
import { type Visitor, visitPage } from "../visitor.ts";

/** A model who takes subscribers, as the demo's prices have it. */
const login = "luna";

/** The text on the page before a subscription is cancelled. */
function cancelText(language: string, end: string): string {
  const date = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" }).format(
    new Date(end),
  );
  return language === "es"
    ? `No se renueva y no se cobra nada más. Tu suscripción sigue activa hasta el ${date}.`
    : `It won’t renew and nothing more is charged. Your subscription stays active until ${date}.`;
}

test("R-SUB-02, R-SUB-05, R-SUB-06, R-SUB-07, R-SUB-09, R-SUB-10: what was paid elsewhere appears, is cancelled and enabled again", async ({
  visit,
}) => {
  const fan = await visit({ locale: "es-ES" });
  const { page, words } = fan;
  await signUpQuietly(fan);
  await visitPage(page, "/subscription-models");
  await expect(page.getByText(words("subscriptions_empty_title"))).toBeVisible();
  await subscribeElsewhere(fan, login);
  // No reload: the fan's own line brings the row.
  const row = page.getByRole("row").filter({ hasText: "Luna" });
  await expect(row).toContainText(words("sub_status_active"));
  await expect(page.getByRole("columnheader")).toHaveCount(10);

  const unsubscribe = row.getByRole("button", { name: words("sub_unsubscribe") });
  await unsubscribe.click();
  const dialog = page.getByRole("dialog");
  const [subscribed] = await subscriptionsOf(fan);
  await expect(dialog).toContainText(cancelText(fan.language, subscribed?.expire_at ?? ""));
  await dialog.getByRole("button", { name: words("sub_cancel_keep") }).click();
  await expect(dialog).toHaveCount(0);
  expect((await subscriptionsOf(fan))[0]?.canceled_at).toBeNull();
  await unsubscribe.click();
  await dialog.getByRole("button", { name: words("sub_unsubscribe") }).click();
  await expect(page.getByText(words("sub_canceled_toast"))).toBeVisible();
  await expect(row).toContainText(words("sub_status_canceled"));
  expect((await subscriptionsOf(fan))[0]?.canceled_at).not.toBeNull();

  await row.getByRole("button", { name: words("sub_reactivate") }).click();
  await dialog.getByRole("button", { name: words("sub_reactivate") }).click();
  await expect(page.getByText(words("sub_reenabled_toast"))).toBeVisible();
  await expect(row).toContainText(words("sub_status_active"));
  expect((await subscriptionsOf(fan))[0]?.canceled_at).toBeNull();
});

test("R-SUB-12, R-SUB-13, R-SUB-14, R-UI-12: nico is notified once of the subscription that ends in three days, until logout; the reminder covers nothing that is pressed, at any width", async ({
  visit,
}) => {
  const fan = await visit({ locale: "en-US", viewport: { width: 360, height: 800 } });
  const { page, words } = fan;
  await signInQuietly(fan, "nico");
  await page.addInitScript(watchReminder, words("sub_alerts"));
  await visitPage(page, "/");
  await page.waitForLoadState("networkidle");
  const { shift, wentAway } = await page.evaluate(() => (window as unknown as ReminderWatch).reminder);
  const alerts = reminder(fan);
  await expect(alerts).toBeVisible();
  expect(wentAway, "what the server has drawn stays").toBe(false);
  expect(shift, "it moves nothing while the page comes to life").toBeLessThanOrEqual(0.05);
  await test.step("it covers nothing that is pressed, at any width", () => expectNothingCovered(fan));
  await page.setViewportSize({ width: 1440, height: 1000 });
  await visitPage(page, "/");
  await expect(alerts).toContainText("Mila");
  await expect(alerts).toContainText("72");
  expect(await alerts.evaluate((card) => getComputedStyle(card).zIndex)).toBe("200");
  const drawn = async () => (await page.request.get("/trending")).text();
  expect(await drawn(), "the server draws it, so that nothing moves later").toContain(words("sub_alerts"));
  await alerts.getByRole("button").focus();
  await page.keyboard.press("Enter");
  await expect(alerts).toHaveCount(0);
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.querySelector("main")?.contains(document.activeElement))).toBe(
    true,
  );
  await expect(async () => expect(await drawn()).not.toContain(words("sub_alerts"))).toPass();
  expect(await page.evaluate(() => localStorage.getItem("dismissed_subscriptions"))).toContain("expireAt");
  const profile = page.waitForResponse("**/api/get-main-page-counters").catch(() => null);
  await visitPage(page, "/trending");
  await Promise.race([profile, page.waitForLoadState("load")]);
  await expect(alerts).toHaveCount(0);
});

type ReminderWatch = { reminder: { shift: number; wentAway: boolean } };

/**
 * Runs in the page from its beginning: whether the reminder that was there went away, and the sum of the layout shifts
 * that moved the page's content, which stands below it, up or down.
 */
function watchReminder(name: string): void {
  const seen = { shift: 0, wentAway: false };
  Object.assign(window, { reminder: seen });
  let stood = false;
  new MutationObserver(() => {
    const stands = document.querySelector(`[aria-label="${name}"]`) !== null;
    if (stood && !stands) seen.wentAway = true;
    stood ||= stands;
  }).observe(document, { childList: true, subtree: true });
  type Shift = PerformanceEntry & {
    value: number;
    sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
  };
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries() as Shift[]) {
      const movesContent = sources.some(
        ({ node, previousRect, currentRect }) =>
          node instanceof Element && node.querySelector("main") && previousRect.y !== currentRect.y,
      );
      if (movesContent) seen.shift += value;
    }
  }).observe({ type: "layout-shift", buffered: true });
}

/** A press on the middle of what stands here reaches it and nothing that lies over it. */
async function expectPressable(control: Locator, what: string): Promise<void> {
  const reached = () =>
    control.evaluate((element) => {
      // Into the middle: what is fixed at an edge may lie over what is scrolled there.
      element.scrollIntoView({ block: "center" });
      const { x, y, width, height } = element.getBoundingClientRect();
      const top = document.elementFromPoint(x + width / 2, y + height / 2);
      return element.contains(top) ? "it" : (top?.outerHTML.slice(0, 200) ?? "nothing");
    });
  await expect.configure({ soft: true }).poll(reached, { message: what }).toBe("it");
}

async function expectDrawerPressable({ page, words }: Visitor, width: number): Promise<void> {
  await page.getByRole("button", { name: words("nav_menu") }).click();
  const drawer = page.getByRole("dialog", { name: words("nav_menu") });
  await expect(drawer.getByRole("link").first()).toBeVisible();
  const entries = [...(await drawer.getByRole("link").all()), ...(await drawer.getByRole("button").all())];
  expect(entries.length).toBeGreaterThan(8);
  for (const entry of entries)
    await expectPressable(entry, `${await entry.textContent()} of the drawer at ${width}`);
  await page.keyboard.press("Escape");
  await expect(drawer).toHaveCount(0);
}

/** A phone, both sides of the step at which the frame of the page changes, and a large screen. */
const widths = [360, 768, 992, 1920];

/** Opens each page with the reminder once, and looks at what is pressed there at every width. */
async function expectNothingCovered(fan: Visitor): Promise<void> {
  const chat = await openChatQuietly(fan, login);
  await onEachWidth(fan, `/${login}`, (width) => expectProfilePressable(fan, width));
  await onEachWidth(fan, `/chat/${chat}`, (width) => expectChatPressable(fan, width));
  await onEachWidth(fan, "/subscription-models", async (width) => {
    await expectSubscriptionsPressable(fan, width);
    await expectCheckoutPressable(fan, width);
  });
}

/** Opens a page once and checks it at every width. */
async function onEachWidth(
  { page }: Visitor,
  path: string,
  check: (width: number) => Promise<void>,
): Promise<void> {
  await visitPage(page, path);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await check(width);
  }
}

const reminder = ({ page, words }: Visitor) => page.getByRole("region", { name: words("sub_alerts") });

async function expectChatPressable(fan: Visitor, width: number): Promise<void> {
  const { page, words } = fan;
  // On phones an open chat has the whole screen.
  if (width >= 992) await expect(reminder(fan)).toBeVisible();
  const send = page.getByRole("button", { name: words("inbox_send"), exact: true });
  await expect(send, `Send is seen at ${width}`).toBeInViewport({ ratio: 1 });
  await expectPressable(send, `Send at ${width}`);
  const scrolls = () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  await expect.poll(scrolls, `nothing of a chat lies below the window at ${width}`).toBe(0);
}

async function expectProfilePressable(fan: Visitor, width: number): Promise<void> {
  const { page, words } = fan;
  await expect(reminder(fan)).toBeVisible();
  await expectPressable(page.getByRole("button", { name: words("profile_tip") }), `the tip at ${width}`);
}

async function expectSubscriptionsPressable(fan: Visitor, width: number): Promise<void> {
  const { page, words } = fan;
  await expect(reminder(fan)).toBeVisible();
  if (width < 992) await expectDrawerPressable(fan, width);
  const name = words("sub_action_label", { action: words("sub_unsubscribe"), name: "Sol" });
  await page.getByRole("button", { name, exact: true }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("button")).toHaveCount(3);
  for (const answer of await dialog.getByRole("button").all())
    await expectPressable(answer, `the dialog at ${width}`);
  await expect(page.locator(`[aria-label="${words("sub_alerts")}"]`), "it is still there").toBeAttached();
  await page.keyboard.press("Escape");
}

async function expectCheckoutPressable(fan: Visitor, width: number): Promise<void> {
  const { page, words } = fan;
  const checkout = await openCheckout(fan);
  await expect(checkout.getByRole("radio", { name: /^100 Tokens/ })).toBeVisible();
  const methods = checkout
    .locator("label")
    .filter({ has: page.getByRole("radio", { name: words("pay_method_credit") }) });
  await expectPressable(methods, `the payment method at ${width}`);
  await expectPressable(
    checkout.getByRole("button", { name: words("pay_get_tokens") }),
    `Get tokens at ${width}`,
  );
  await page.keyboard.press("Escape");
  await expect(reminder(fan)).toBeVisible();
}
