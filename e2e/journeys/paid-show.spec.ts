import type { Page } from "@playwright/test";
import { expectAccessible } from "../accessibility.ts";
import { expect, test } from "../fixtures.ts";
import { shownBalance, signInQuietly, statementOf } from "../people.ts";
import { expectMovingPicture } from "../room.ts";
import { type Visitor, visitPage } from "../visitor.ts";

const meterOf = ({ page, words }: Visitor) =>
  page.getByRole("region", { name: words("show_label") }).filter({ visible: true });
const secondsOf = async (visitor: Visitor) => {
  const [minutes = 0, seconds = 0] = ((await meterOf(visitor).getByRole("timer").textContent()) ?? "")
    .split(":")
    .map(Number);
  return minutes * 60 + seconds;
};
const dialog = (page: Page) => page.getByRole("dialog");

test("R-LIVE-26, R-LIVE-33, R-LIVE-34, R-LIVE-37, R-OPEN-70: a fan asks, agrees, is metered while the video plays, and leaves with a receipt; another fan spies", async ({
  visit,
}) => {
  test.setTimeout(240_000);
  const [fan, spy] = [await visit(), await visit({ locale: "es-CO" })];
  // The room is another fan's for now.
  spy.problems.expect(/stream\/chiara.*409|409 \(Conflict\).*stream\/chiara/);
  await signInQuietly(fan, "nico");
  await signInQuietly(spy, "sofia");

  await test.step("the fan reads the price, asks and waits", async () => {
    await visitPage(fan.page, "/stream/chiara?show=private");
    const sheet = dialog(fan.page);
    await expect(sheet).toContainText(fan.words("consent_per_minute"));
    await sheet.getByRole("button", { name: fan.words("consent_ask_private") }).click();
    await expect(sheet.getByRole("button", { name: fan.words("request_withdraw") })).toBeVisible();
  });

  await test.step("the model accepts; the meter runs while frames come", async () => {
    await expect(meterOf(fan)).toBeVisible({ timeout: 30_000 });
    await expectMovingPicture(fan.page);
    // The goal is the public room's: the picture of a show is left alone.
    await expect(fan.page.getByRole("progressbar")).toHaveCount(0);
    await expect.poll(() => secondsOf(fan), { timeout: 30_000 }).toBeGreaterThan(3);
  });

  await test.step("another fan looks for nothing, and only then reads the price", async () => {
    await visitPage(spy.page, "/stream/chiara");
    await expect(spy.page.getByRole("alertdialog")).toContainText("Chiara");
    const before = await shownBalance(spy).textContent();
    await spy.page.getByRole("button", { name: spy.words("spy_look", { count: 10 }) }).click();
    await expect(meterOf(spy)).toContainText(spy.words("show_free_look"));
    await expectMovingPicture(spy.page);
    await expect(spy.page.getByText(spy.words("spy_chat_closed"))).toBeVisible();
    await expect(dialog(spy.page)).toContainText(spy.words("consent_invisible"), { timeout: 30_000 });
    expect(await shownBalance(spy).textContent()).toBe(before);
  });

  await test.step("going away asks first; leaving ends in a receipt", async () => {
    const question = fan.words("leave_title", { name: "Chiara" });
    await fan.page.locator("[data-stage]").getByRole("link", { name: "Chiara", exact: true }).click();
    await fan.page
      .getByRole("dialog", { name: question })
      .getByRole("button", { name: fan.words("leave_stay") })
      .click();
    await meterOf(fan)
      .getByRole("button", { name: fan.words("show_end") })
      .click();
    const asked = fan.page.getByRole("dialog", { name: question });
    await asked.getByRole("button", { name: fan.words("leave_confirm") }).click();
    const over = fan.page.getByRole("dialog", { name: fan.words("show_over_title", { name: "Chiara" }) });
    await expect(over).toContainText(fan.words("paid_over_fan_left"));
    await over.getByRole("link", { name: fan.words("receipt_open") }).click();
    await expect(fan.page).toHaveURL(/\/receipts\/\d+$/);
    await expect(fan.page.getByRole("heading", { level: 1 })).toHaveText(fan.words("receipt_title"));
    await expectAccessible(fan.page, "receipt of a show");
    const id = Number(/\d+$/.exec(fan.page.url())?.[0]);
    const ofShow = (await statementOf(fan)).filter(({ show_id }) => show_id === id);
    const charged = -ofShow.reduce((sum, { tokens }) => sum + tokens, 0);
    expect(charged).toBeGreaterThan(0);
    await expect(fan.page.getByRole("article")).toContainText(
      fan.words("content_tokens", { count: charged, amount: charged }),
    );
  });

  await test.step("the room comes back to those who wait for it", async () => {
    await expectMovingPicture(spy.page);
    await expect(dialog(spy.page)).toHaveCount(0);
  });
});
