import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { signInQuietly } from "../people.ts";
import { expectMovingPicture, roomCard } from "../room.ts";
import { visitPage } from "../visitor.ts";

/** Moves one finger over the screen, as the browser's own input. */
async function swipe(
  page: Page,
  from: { x: number; y: number },
  by: { x: number; y: number },
): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const touch = (type: string, part?: number) =>
    browser.send("Input.dispatchTouchEvent", {
      type: type as "touchStart",
      touchPoints: part === undefined ? [] : [{ x: from.x + by.x * part, y: from.y + by.y * part }],
    });
  await touch("touchStart", 0);
  for (let part = 1; part <= 8; part++) await touch("touchMove", part / 8);
  await touch("touchEnd");
  await browser.detach();
}

const roomOf = (page: Page) => new URL(page.url()).pathname;

test("R-LIVE-23, R-LIVE-25: a swipe or a button leads to the next room, back leads to where the fan came from", async ({
  visit,
}) => {
  const fan = await visit();
  const { page, words } = fan;
  await signInQuietly(fan, "nico");
  await visitPage(page, "/");
  await roomCard(fan, "luna").getByRole("link").click();
  await expectMovingPicture(page);
  await expect(page.getByRole("progressbar", { name: new RegExp(words("room_goal")) })).toBeVisible();

  await test.step("up opens the next room in its place, with a moving picture", async () => {
    await expect(page.getByRole("button", { name: new RegExp(words("room_next")) })).toBeVisible();
    await swipe(page, { x: 150, y: 330 }, { x: 0, y: -170 });
    await expect(page).not.toHaveURL(/\/stream\/luna$/);
    await expectMovingPicture(page);
  });

  await test.step("down leads to the room before", async () => {
    await swipe(page, { x: 150, y: 250 }, { x: 0, y: 170 });
    await expect(page).toHaveURL(/\/stream\/luna$/);
    await expectMovingPicture(page);
  });

  await test.step("right hides the chat and a button brings it back", async () => {
    await swipe(page, { x: 90, y: 330 }, { x: 170, y: 0 });
    await expect(page.getByRole("log")).toBeHidden();
    await page.getByRole("button", { name: words("room_show_chat") }).click();
    await expect(page.getByRole("log")).toBeVisible();
  });

  await test.step("the button does the same without a swipe", async () => {
    const before = roomOf(page);
    await page.getByRole("button", { name: new RegExp(words("room_next")) }).click();
    await expect.poll(() => roomOf(page)).not.toBe(before);
    await expectMovingPicture(page);
  });

  await test.step("while the next room is on its way its picture is there, and who gives up is in this one again", async () => {
    const before = roomOf(page);
    const { promise: mayCome, resolve: come } = Promise.withResolvers<void>();
    await page.route("**/api/stream/*", async (route) => {
      await mayCome;
      await route.continue().catch(() => {});
    });
    const preview = page.getByTestId("room-preview");
    await page.getByRole("button", { name: new RegExp(words("room_next")) }).click();
    await expect(preview).toBeInViewport({ ratio: 0.9 });
    await page.getByTestId("room-on-its-way").getByRole("link").click();
    await expect(preview).toHaveCount(0);
    await expect(page.getByRole("region", { name: words("chat_log") })).toBeInViewport();
    expect(roomOf(page)).toBe(before);
    come();
    await page.unroute("**/api/stream/*");
  });

  await page.goBack();
  await expect(page).toHaveURL(/\/$/);
  await expect(roomCard(fan, "luna")).toBeVisible();
});
