import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "./accessibility.ts";
import { choosePackage, openCheckout } from "./checkout.ts";
import { expect, test } from "./fixtures.ts";
import { bubble, messageModel, writeTo } from "./inbox.ts";
import { shownBalance, signInQuietly } from "./people.ts";
import { expectMovingPicture, openRoom, openTipSheet, roomCard } from "./room.ts";
import { visitPage } from "./visitor.ts";

test("R-UI-01, R-I18N-01: axe finds nothing on any page of guests, in Spanish and in both themes", async ({
  visit,
}) => {
  const guest = await visit({ locale: "es-ES", reducedMotion: "reduce" });
  guest.problems.expect(/404/);
  for (const path of [
    "/",
    "/trending",
    "/videos",
    "/allposts",
    "/login",
    "/register",
    "/register?model=true",
    "/no/such/page",
  ]) {
    await guest.page.goto(path);
    await expect(guest.page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectAccessible(guest.page, path);
  }
});

test("R-UI-01, R-I18N-01: axe finds nothing in a room, a chat or the checkout, in both themes", async ({
  visit,
}) => {
  test.setTimeout(150_000);
  const fan = await visit({ reducedMotion: "reduce" });
  const { page, words } = fan;
  await signInQuietly(fan, "nico");
  await openRoom(fan, "chiara");
  await expectAccessible(page, "room");
  await openTipSheet(fan);
  await expectAccessible(page, "tip sheet");
  await page.keyboard.press("Escape");
  await visitPage(page, "/subscription-models");
  await expect(page.getByRole("region", { name: words("sub_alerts") })).toBeVisible();
  await expectAccessible(page, "subscriptions");
  await messageModel(fan, "aria", "Aria");
  await writeTo(fan, "Aria", "¡Hola! Hello!");
  await expect(bubble(fan, "Hello").last()).toContainText(words("inbox_delivered"));
  await expectAccessible(page, "open chat");
  await visitPage(page, "/chat");
  await expect(page.getByTestId("chat-list").getByRole("link", { name: "Aria" })).toBeVisible();
  await expectAccessible(page, "chats");
  await visitPage(page, "/");
  await openCheckout(fan);
  await expect(page.getByRole("dialog").getByRole("radio", { name: /^100 / })).toBeVisible();
  await expectAccessible(page, "checkout, step 1");
  await choosePackage(fan, 100);
  await expect(page.getByLabel(words("pay_card_number"))).toBeVisible();
  await expectAccessible(page, "checkout, step 2");
});

test("R-UI-01: axe finds nothing in the studio, in both themes", async ({ visit }) => {
  const model = await visit({ reducedMotion: "reduce" });
  await signInQuietly(model, "emilia");
  await model.page.goto("/model/update-model-profile");
  await expect(model.page.getByRole("region", { name: model.words("studio_tonight") })).toBeVisible();
  await expectAccessible(model.page, "studio");
  await visitPage(model.page, "/model/chats");
  await model.page.getByRole("button", { name: model.words("inbox_mass_open") }).click();
  await expect(model.page.getByRole("dialog")).toBeVisible();
  await expectAccessible(model.page, "message to many");
});

test("R-LIVE-29, R-UI-01: by keyboard alone from the home page to a tip that is sent", async ({ visit }) => {
  const fan = await visit();
  const { page, words } = fan;
  await signInQuietly(fan, "nico");
  await visitPage(page, "/");
  await tabTo(page, roomCard(fan, "chiara").getByRole("link"));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/stream\/chiara$/);
  await expectMovingPicture(page);
  const balance = Number((await shownBalance(fan).textContent())?.replace(/\D/g, ""));

  const opener = page.getByRole("button", { name: words("room_tip"), exact: true });
  await tabTo(page, opener);
  await page.keyboard.press("Enter");
  const sheet = page.getByRole("dialog");
  await expect(sheet).toBeVisible();
  await tabTo(page, sheet.getByRole("textbox", { name: words("tip_amount_label") }));
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("7");
  await tabTo(page, sheet.getByRole("button", { name: words("tip_send", { count: 7, amount: 7 }) }));
  await page.keyboard.press("Enter");
  await expect(sheet).toHaveCount(0);
  await expect(shownBalance(fan)).toHaveText((balance - 7).toLocaleString("en"));
  await expect(opener).toBeFocused();

  await page.keyboard.press("Enter");
  await expect(sheet).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(sheet).toHaveCount(0);
  await expect(opener).toBeFocused();
});

const tabsMax = 80;

/** Presses Tab until the target has the focus, which must be visible. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let tabs = 0; tabs < tabsMax; tabs++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`not reached by ${tabsMax} presses of Tab`);
}
