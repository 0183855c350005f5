import { expect, type Locator, type Page } from "@playwright/test";
import type { Room } from "#contract/live.ts";
import { bearer } from "./people.ts";
import { type Visitor, visitPage } from "./visitor.ts";

/** The card of a model on the home page. */
export function roomCard({ page }: Visitor, slug: string): Locator {
  return page.getByTestId(`room-${slug}`);
}

/** Goes straight into a room and waits until its picture moves. */
export async function openRoom(visitor: Visitor, slug: string): Promise<void> {
  await visitPage(visitor.page, `/stream/${slug}`);
  await expectMovingPicture(visitor.page);
}

/** How many video frames the player has decoded so far. */
export function decodedFrames(page: Page): Promise<number> {
  return page
    .locator("[data-stage] video[data-phase]")
    .evaluate((video) => (video as HTMLVideoElement).getVideoPlaybackQuality().totalVideoFrames);
}

/** Height in pixels of the picture that plays. */
export function pictureHeight(page: Page): Promise<number> {
  return page
    .locator("[data-stage] video[data-phase]")
    .evaluate((video) => (video as HTMLVideoElement).videoHeight);
}

/** Chooses `room_quality_auto`, `_high` or `_low` in the player's menu. */
export async function chooseQuality({ page, words }: Visitor, quality: string): Promise<void> {
  await page.getByRole("button", { name: words("room_quality_title") }).click();
  await page.getByRole("button", { name: words(quality), exact: true }).click();
}

/** Waits until half a second's worth of frames is decoded from now on, and the picture is one to see. */
export async function expectMovingPicture(page: Page): Promise<void> {
  await expectFrames(() => decodedFrames(page));
  // A moment of it may be dark, or of one colour.
  await expect
    .poll(async () => (await pictureOf(page)).brightness, { message: "the picture is not black" })
    .toBeGreaterThan(12);
  await expect
    .poll(async () => (await pictureOf(page)).contrast, { message: "the picture is not one flat colour" })
    .toBeGreaterThan(8);
}

/** Waits until half a second's worth of frames is decoded from now on, also when another session begins to count at 0. */
export async function expectFrames(decoded: () => Promise<number>): Promise<void> {
  let last = await decoded();
  let since = 0;
  await expect
    .poll(
      async () => {
        const now = await decoded();
        since += now < last ? now : now - last;
        last = now;
        return since;
      },
      { message: "frames are decoded" },
    )
    .toBeGreaterThan(10);
}

/**
 * The picture in the video element now: brightness and contrast from 0 to 255, and the share of clearly green pixels.
 */
export type Picture = { brightness: number; contrast: number; green: number };

/** Measures the frame on show, from 48 × 48 samples of it. */
export function pictureOf(page: Page): Promise<Picture> {
  return page.locator("[data-stage] video[data-phase]").evaluate((video) => {
    const canvas = new OffscreenCanvas(48, 48);
    const pen = canvas.getContext("2d");
    if (!pen) throw new Error("this browser cannot draw");
    pen.drawImage(video as HTMLVideoElement, 0, 0, 48, 48);
    const { data } = pen.getImageData(0, 0, 48, 48);
    const lights: number[] = [];
    let green = 0;
    for (let at = 0; at < data.length; at += 4) {
      const [r = 0, g = 0, b = 0] = data.slice(at, at + 3);
      lights.push(0.2126 * r + 0.7152 * g + 0.0722 * b);
      if (g > r + 50 && g > b + 50) green++;
    }
    const brightness = lights.reduce((sum, light) => sum + light, 0) / lights.length;
    const spread = lights.reduce((sum, light) => sum + (light - brightness) ** 2, 0) / lights.length;
    return { brightness, contrast: Math.sqrt(spread), green: green / lights.length };
  });
}

/** The chat of the room or studio on screen. */
export function chatOf({ page }: Visitor): Locator {
  return page.getByRole("log");
}

/** Writes a line into the chat and sends it by Enter. */
export async function postMessage({ page, words }: Visitor, text: string): Promise<void> {
  const field = page.getByRole("textbox", { name: words("chat_input"), exact: true });
  await field.fill(text);
  await field.press("Enter");
}

/** Opens the tip sheet, sets an amount below the holding limit, writes a note and sends it. */
export async function tip(visitor: Visitor, tokens: number, note: string): Promise<void> {
  const { page, words } = visitor;
  const sheet = await openTipSheet(visitor);
  await sheet.getByRole("textbox", { name: words("tip_amount_label") }).fill(String(tokens));
  await sheet.getByLabel(new RegExp(`^${words("tip_note")}`)).fill(note);
  await sheet.getByRole("button", { name: words("tip_send", { count: tokens, amount: tokens }) }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

/** Opens the sheet of the room by its button. */
export async function openTipSheet({ page, words }: Visitor): Promise<Locator> {
  await page
    .getByRole("button", { name: words("room_tip"), exact: true })
    .and(page.locator(":visible"))
    .click();
  const sheet = page.getByRole("dialog");
  await expect(sheet).toBeVisible();
  return sheet;
}

/** The line of a tip in the chat on screen: who gave, how much, and the note. */
export function tipLine(visitor: Visitor, note: string): Locator {
  return chatOf(visitor).locator(".chat-line").filter({ hasText: note });
}

/**
 * Presses play on a live card once and answers the wait for a frame on show, in ms.
 */
export async function playMs(visitor: Visitor, slug: string): Promise<number> {
  const { page } = visitor;
  await visitPage(page, "/");
  // Nobody presses play before the page with its pictures is there.
  await page.waitForLoadState("networkidle");
  return firstFrameMs(visitor, slug);
}

async function firstFrameMs(visitor: Visitor, slug: string): Promise<number> {
  const { page } = visitor;
  await expect(roomCard(visitor, slug)).toHaveAttribute("data-mode", "live");
  await page.evaluate(() => {
    const shown = new Promise<number>((resolve) => {
      const check = () => {
        const video = document.querySelector<HTMLVideoElement>("[data-stage] video");
        if (video && video.getVideoPlaybackQuality().totalVideoFrames > 0) resolve(performance.now());
        else requestAnimationFrame(check);
      };
      check();
    });
    addEventListener("click", () => Object.assign(window, { pressedAt: performance.now() }), {
      capture: true,
    });
    Object.assign(window, { frameShownAt: shown });
  });
  await roomCard(visitor, slug).getByRole("link").click();
  return (await page.evaluate("frameShownAt.then((at) => at - pressedAt)")) as number;
}

/** Posts a message in a room from another device. */
export async function postElsewhere(visitor: Visitor, slug: string, body: string): Promise<void> {
  const posted = await visitor.page.request.post(`/api/stream/${slug}/message`, {
    headers: await bearer(visitor),
    data: { body, client_message_id: crypto.randomUUID() },
  });
  expect(posted.status(), `posting in ${slug}`).toBe(201);
}

/** Tips the model of a room from another device. */
export async function tipElsewhere(
  visitor: Visitor,
  slug: string,
  amount: number,
  message: string,
): Promise<void> {
  const headers = await bearer(visitor);
  const { request } = visitor.page;
  const { id } = (await (await request.get(`/api/model-profile/${slug}`)).json()) as { id: number };
  const tipped = await request.post(`/api/fan/pay-tips-to-model/${id}`, {
    headers: { ...headers, "idempotency-key": crypto.randomUUID() },
    data: { amount, message },
  });
  expect(tipped.status(), `tipping in ${slug}`).toBe(200);
}

/** The room as the API returns it to somebody who comes in. */
export async function roomOf(visitor: Visitor, slug: string): Promise<Room> {
  const answer = await visitor.page.request.get(`/api/stream/${slug}`, { headers: await bearer(visitor) });
  expect(answer.status(), `coming into ${slug}`).toBe(200);
  return (await answer.json()) as Room;
}
