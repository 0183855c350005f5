import AxeBuilder from "@axe-core/playwright";
import type { Locator, Page } from "@playwright/test";
import { choosePackage, openCheckout } from "./checkout.ts";
import { expect, test } from "./fixtures.ts";
import { bubble, messageModel, writeTo } from "./inbox.ts";
import { shownBalance, signInQuietly } from "./people.ts";
import { expectMovingPicture, openRoom, openTipSheet, roomCard } from "./room.ts";
import { type Visitor, visitPage } from "./visitor.ts";

/** Runs every rule of axe on the page as it is; answers what it found, one line each. */
async function expectClean(page: Page, what: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(" ")} (${node.any[0]?.message ?? ""})`),
  );
  expect.soft(found, what).toEqual([]);
}

for (const locale of ["en-US", "es-ES"]) {
  for (const theme of ["dark", "light"] as const) {
    test(`R-UI-01, R-I18N-01: axe finds nothing on any page (${locale}, ${theme})`, async ({ visit }) => {
      test.setTimeout(150_000);
      const look = { locale, theme, reducedMotion: "reduce" as const };
      const guest = await visit(look);
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
        await expectClean(guest.page, path);
      }
      const fan = await visit(look);
      // An account speaks its own language, whatever the browser prefers.
      const asFan = await asAccount(fan, locale === "en-US" ? "nico" : "sofia");
      await openRoom(asFan, "chiara");
      await expectClean(fan.page, "room");
      await openTipSheet(asFan);
      await expectClean(fan.page, "tip sheet");
      await fan.page.keyboard.press("Escape");
      await visitPage(fan.page, "/subscription-models");
      await expect(fan.page.getByRole("heading", { level: 1 })).toBeVisible();
      if (locale === "en-US")
        await expect(fan.page.getByRole("region", { name: fan.words("sub_alerts") })).toBeVisible();
      await expectClean(fan.page, "subscriptions");
      await messageModel(asFan, "aria", "Aria");
      await writeTo(asFan, "Aria", "¡Hola! Hello!");
      await expect(bubble(asFan, "Hello").last()).toContainText(asFan.words("inbox_delivered"));
      await expectClean(fan.page, "open chat");
      await visitPage(fan.page, "/chat");
      await expect(fan.page.getByTestId("chat-list").getByRole("link", { name: "Aria" })).toBeVisible();
      await expectClean(fan.page, "chats");
      await visitPage(fan.page, "/");
      await openCheckout(asFan);
      await expect(fan.page.getByRole("dialog").getByRole("radio", { name: /^100 / })).toBeVisible();
      await expectClean(fan.page, "checkout, step 1");
      await choosePackage(asFan, 100);
      await expect(fan.page.getByLabel(fan.words("pay_card_number"))).toBeVisible();
      await expectClean(fan.page, "checkout, step 2");
    });
  }
}

for (const theme of ["dark", "light"] as const) {
  test(`R-UI-01: axe finds nothing in the studio (${theme})`, async ({ visit }) => {
    const model = await visit({ theme, reducedMotion: "reduce" });
    await signInQuietly(model, "emilia");
    await model.page.goto("/model/update-model-profile");
    await expect(model.page.getByRole("region", { name: model.words("studio_tonight") })).toBeVisible();
    await expectClean(model.page, "studio");
    await visitPage(model.page, "/model/chats");
    await model.page.getByRole("button", { name: model.words("inbox_mass_open") }).click();
    await expect(model.page.getByRole("dialog")).toBeVisible();
    await expectClean(model.page, "message to many");
  });
}

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

async function asAccount(visitor: Visitor, login: string): Promise<Visitor> {
  await signInQuietly(visitor, login);
  return visitor;
}
