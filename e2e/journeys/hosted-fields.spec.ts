import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser } from "@playwright/test";
import { expectAccessible, expectAccessibleAroundFrames } from "../accessibility.ts";
import {
  cards,
  choosePackage,
  fillBill,
  fillHostedCard,
  openCheckout,
  placeOrder,
  seeDone,
} from "../checkout.ts";
import { secondsOf } from "../countdown.ts";
import { expect, test } from "../fixtures.ts";
import { bearer, shownBalance, signUpQuietly, statementOf } from "../people.ts";
import { copyDataDir, startOnFreePort } from "../product.ts";
import { type ShiftedClock, shiftedClock } from "../shifted-clock.ts";
import { arrive, expectNoSideways, type Visitor, type VisitorOptions, visitPage } from "../visitor.ts";
import { productEnv } from "../worker-product.ts";

const tokens = 100;
const dayMs = 24 * 3_600_000;

type Shop = { origin: string; clock: ShiftedClock; close(): Promise<void> };
let shop: Shop;

/** A product that takes no card numbers, at noon of a day that has a promo. */
async function openShop(preparedDir: string): Promise<Shop> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "fanlight-hosted-"));
  copyDataDir(preparedDir, dataDir);
  const clock = shiftedClock(path.join(dataDir, "date-shift"), noonOfPromoDay());
  const product = await startOnFreePort({
    dataDir,
    env: { ...productEnv, ...clock.env, RAW_CARDS: "0", DEMO_ROOMS: "luna" },
    preload: clock.preload,
  });
  return {
    origin: `http://localhost:${product.port}`,
    clock,
    async close() {
      await product.end("SIGTERM");
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** The next noon (UTC) of a day whose number is not a multiple of 4. */
function noonOfPromoDay(): Date {
  const noon = new Date();
  noon.setUTCHours(12, 0, 0, 0);
  while (noon.getTime() < Date.now() || noon.getUTCDate() % 4 === 0) noon.setTime(noon.getTime() + dayMs);
  return noon;
}

/** Today's promo as the shop has it for this fan; null without one. */
async function promoOf(fan: Visitor): Promise<unknown> {
  const answer = await fan.page.request.get("/api/token-packages", { headers: await bearer(fan) });
  return ((await answer.json()) as { data: { promo: unknown } }).data.promo;
}

/** A new fan in a browser that knows the time of the shop. */
async function fanInShop(browser: Browser, options: VisitorOptions): Promise<Visitor> {
  const fan = await arrive(browser, shop.origin, {
    ...{ baseURL: shop.origin, reducedMotion: "reduce" },
    ...options,
  });
  await fan.page.clock.install({ time: shop.clock.now() });
  await signUpQuietly(fan);
  await visitPage(fan.page, "/");
  return fan;
}

test("R-PAY-29, R-OPEN-31, R-PAY-42, R-PAY-45, R-PAY-47: where we take no card numbers they are typed into the gateway's fields and never sent to us; the offer of the day is bought at the price of the footer, and for another fan it runs out before their eyes", async ({
  browser,
  preparedDir,
}) => {
  test.setTimeout(300_000);
  shop = await openShop(preparedDir);
  try {
    await test.step("a card typed into the gateway's fields", () => payByHostedFields(browser));
    await test.step("the offer of the day", () => buyOffer(browser));
  } finally {
    await shop.close();
  }
});

/** A declined card charges nothing, another goes through, and neither is sent to us. */
async function payByHostedFields(browser: Browser): Promise<void> {
  const fan = await fanInShop(browser, { locale: "es-CO", viewport: { width: 390, height: 844 } });
  const { page, words } = fan;
  const sentToUs: string[] = [];
  page.on("request", (request) => {
    const address = new URL(request.url()).pathname;
    if (!address.startsWith("/dev/gateways/")) sentToUs.push(`${request.url()} ${request.postData() ?? ""}`);
  });

  await test.step("the gateway's script is away: the page shows it, nothing can be ordered, and another try brings the fields", async () => {
    await page.route("**/Collect.js", (route) => route.abort());
    await openCheckout(fan);
    await choosePackage(fan, tokens);
    await expect(page.getByText(words("pay_hosted_failed"))).toBeVisible();
    await expect(placeOrder(fan)).toBeDisabled();
    await page.unroute("**/Collect.js");
    await page.getByRole("button", { name: words("pay_hosted_again") }).click();
    await expect(page.getByText(words("pay_hosted_note"))).toBeVisible();
  });

  await test.step("what is wrong is shown beside its field", async () => {
    await fillHostedCard(fan, "4242424242424241");
    await page.getByLabel(words("pay_card_holder")).focus();
    await expect(page.getByRole("alert")).toContainText(words("pay_error_card_number_invalid"));
    await fillBill(fan);
    await expect(placeOrder(fan)).toBeDisabled();
    await expectAccessibleAroundFrames(page, "checkout with the gateway's fields");
    await expectNoSideways(fan, "checkout with the gateway's fields");
  });

  await test.step("a declined card charges nothing and keeps the form; another pays once", async () => {
    await fillHostedCard(fan, cards.declines);
    await placeOrder(fan).click();
    await expect(page.getByRole("dialog").getByRole("alert")).toContainText("rechazado");
    await expect(page.getByLabel(words("pay_card_holder"))).toHaveValue("Jo Example");
    expect(await statementOf(fan)).toEqual([]);
    await fillHostedCard(fan, cards.approves);
    await seeDone(fan, tokens, () => placeOrder(fan).dblclick());
    await expect(shownBalance(fan)).toHaveText(String(tokens));
    expect((await statementOf(fan)).map((row) => row.tokens)).toEqual([tokens]);
  });

  const leaks = sentToUs.filter((request) => /4242424242424242|4000000000000002|card_cvc/.test(request));
  expect(leaks).toEqual([]);
  expect(sentToUs.some((request) => request.includes("payment_token"))).toBe(true);
  await page.context().close();
}

/** One fan buys the offer; for another it runs out. */
async function buyOffer(browser: Browser): Promise<void> {
  const offerOf = ({ page }: Visitor) =>
    page.getByRole("dialog").getByRole("radio", { name: /^-20%, 250 Tokens/ });
  const timerOf = ({ page, words }: Visitor) =>
    page.getByRole("dialog").getByRole("timer", { name: words("pay_promo_time_left") });

  await test.step("one fan, in Spanish on a phone, buys it", async () => {
    const fan = await fanInShop(browser, { locale: "es-CO", viewport: { width: 360, height: 740 } });
    const { page, words } = fan;
    const dialog = await openCheckout(fan);
    await expect(timerOf(fan)).toHaveText(/^(1[0-4]:\d\d|15:00)$/);
    await expect(dialog.getByRole("radio", { name: /^250 Tokens/i })).toHaveCount(0);
    await expectAccessible(page, "checkout with the offer of the day");
    await expectNoSideways(fan, "checkout with the offer of the day");
    await offerOf(fan).check();
    await dialog.getByRole("radio", { name: words("pay_method_credit") }).check();
    await dialog.getByRole("button", { name: words("pay_get_tokens") }).click();
    await fillHostedCard(fan, cards.approves);
    await fillBill(fan);
    await expect(placeOrder(fan)).toContainText("$17.99");
    await seeDone(fan, 250, () => placeOrder(fan).click());
    expect(await statementOf(fan)).toMatchObject([
      { tokens: 250, money: { amount: 17.99, currency: "USD" } },
    ]);
    await page.context().close();
  });

  await test.step("for another, in English, it runs out: it cannot be ordered, and the pack is back at its price", async () => {
    const fan = await fanInShop(browser, { locale: "en-US" });
    const { page, words } = fan;
    const dialog = await openCheckout(fan);
    await expect(dialog).toContainText("$24.99");
    await expect(dialog).toContainText("$19.99");
    const seconds = await secondsOf(timerOf(fan));
    await expect.poll(() => secondsOf(timerOf(fan))).toBeLessThan(seconds);
    await dialog.getByRole("button", { name: words("pay_from_country", { country: "Colombia" }) }).click();
    await expect(dialog.getByRole("radio", { name: words("pay_type_regional") })).toBeChecked();
    await expect(dialog, "by a regional method the offer is in pesos").toContainText("$79.960 COP");
    await offerOf(fan).check();
    await expect(dialog).toContainText("$71.960 COP");
    await expectNoSideways(fan, "the offer in pesos");
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const total = dialog.locator("p[aria-live]").filter({ hasText: "$71.960 COP" });
      const [needed, given] = await total.evaluate((text) => [text.scrollWidth, text.clientWidth]);
      expect(needed, `nothing of the sum is under the button at ${width}`).toBeLessThanOrEqual(Number(given));
    }
    await dialog.getByRole("radio", { name: words("pay_type_card") }).check();
    await offerOf(fan).check();
    await dialog.getByRole("radio", { name: words("pay_method_credit") }).check();
    await dialog.getByRole("button", { name: words("pay_get_tokens") }).click();
    await expect(placeOrder(fan)).toContainText("$17.99");
    shop.clock.advance(seconds * 1000);
    // The shop knows before the page asks.
    await expect.poll(() => promoOf(fan)).toBeNull();
    await page.clock.fastForward(seconds * 1000);
    await expect(dialog.getByRole("radio", { name: /^250 Tokens.*\$24\.99/i })).toBeVisible();
    await expect(offerOf(fan)).toHaveCount(0);
    await expect(timerOf(fan)).toHaveCount(0);
    await expect(placeOrder(fan)).toHaveCount(0);
    await expect(dialog.getByRole("button", { name: words("pay_get_tokens") })).toBeDisabled();
    expect(await statementOf(fan)).toEqual([]);
    await page.context().close();
  });
}
