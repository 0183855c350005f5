import type { BrowserContext, Page } from "@playwright/test";
import { blockMedia } from "../block-media.ts";
import { expect, test } from "../fixtures.ts";
import { holdScripts } from "../hold-scripts.ts";
import { signInQuietly, statementOf } from "../people.ts";
import { decodedFrames, expectFrames, expectMovingPicture } from "../room.ts";
import { type Visitor, visitPage } from "../visitor.ts";

/** A browser that was built, set up or extended to make no WebRTC connections. */
const withoutWebRtc = (context: BrowserContext) =>
  context.addInitScript(() => {
    Reflect.deleteProperty(window, "RTCPeerConnection");
    Reflect.deleteProperty(window, "webkitRTCPeerConnection");
  });

/** Remembers the media sockets of a page, and what it has said there. */
function framesOf(page: Page) {
  const said: string[] = [];
  page.on("websocket", (socket) => {
    if (!socket.url().includes("/frames/")) return;
    socket.on("framesent", ({ payload }) => said.push(String(payload)));
  });
  const shownUs = () =>
    said
      .map((message) => (JSON.parse(message) as { shown?: number }).shown ?? 0)
      .filter((shown) => shown > 0);
  return { said, shownUs };
}

const meterOf = ({ page, words }: Visitor) =>
  page.getByRole("region", { name: words("show_label") }).filter({ visible: true });

test("R-OPEN-60, R-OPEN-63, R-LIVE-29, R-LIVE-33: without WebRTC a room plays over HTTPS, sounds at a press, and a show is metered, cut for others and receipted", async ({
  visit,
}) => {
  test.setTimeout(240_000);
  const [fan, other] = [await visit(), await visit({ locale: "es-CO" })];
  for (const { page } of [fan, other]) await withoutWebRtc(page.context());
  other.problems.expect(/stream\/chiara.*409|409 \(Conflict\).*stream\/chiara/);
  await signInQuietly(fan, "nico");
  await signInQuietly(other, "sofia");
  const sockets = framesOf(fan.page);

  await test.step("the room plays, says that it is late, and has sound at a press", async () => {
    await visitPage(fan.page, "/stream/chiara");
    await expectMovingPicture(fan.page);
    await expect(fan.page.getByText(fan.words("room_latency_https"))).toBeVisible();
    await fan.page
      .getByRole("button", { name: fan.words("room_unmute"), exact: true })
      .filter({ visible: true })
      .first()
      .click();
    const video = fan.page.locator("[data-stage] video[data-phase]");
    await expect
      .poll(() => video.evaluate((element: HTMLVideoElement) => !element.muted && !element.paused))
      .toBe(true);
    await expectFrames(() => decodedFrames(fan.page));
  });

  await test.step("another one watches as well, until the room is no longer public", async () => {
    await visitPage(other.page, "/stream/chiara");
    await expectMovingPicture(other.page);
  });

  await test.step("the fan asks and agrees; the meter runs by what the page has shown", async () => {
    await visitPage(fan.page, "/stream/chiara?show=private");
    await fan.page
      .getByRole("dialog")
      .getByRole("button", { name: fan.words("consent_ask_private") })
      .click();
    await expect(meterOf(fan)).toBeVisible({ timeout: 30_000 });
    await expectMovingPicture(fan.page);
    await expect
      .poll(async () => (await meterOf(fan).getByRole("timer").textContent()) ?? "", { timeout: 30_000 })
      .toMatch(/0:0[3-9]|0:[1-5]\d/);
    expect(sockets.shownUs().length).toBeGreaterThan(3);
  });

  await test.step("who is not in it sees no more of it", async () => {
    await expect(other.page.locator("[data-stage] video[data-phase]")).toHaveCount(0);
  });

  await test.step("the show ends in a receipt", async () => {
    await meterOf(fan)
      .getByRole("button", { name: fan.words("show_end") })
      .click();
    await fan.page.getByRole("button", { name: fan.words("leave_confirm") }).click();
    const over = fan.page.getByRole("dialog", { name: fan.words("show_over_title", { name: "Chiara" }) });
    await over.getByRole("link", { name: fan.words("receipt_open") }).click();
    await expect(fan.page).toHaveURL(/\/receipts\/\d+$/);
    const id = Number(/\d+$/.exec(fan.page.url())?.[0]);
    const ofShow = (await statementOf(fan)).filter(({ show_id }) => show_id === id);
    expect(-ofShow.reduce((sum, { tokens }) => sum + tokens, 0)).toBeGreaterThan(0);
  });
});

test("R-OPEN-60: without WebRTC the card that the mouse rests on moves once the page is alive, over HTTPS and without its sound", async ({
  visit,
}) => {
  const visitor = await visit({ reducedMotion: "no-preference" });
  const { page } = visitor;
  await withoutWebRtc(page.context());
  const sockets = framesOf(page);
  const letScriptsCome = await holdScripts(visitor);
  await page.goto("/", { waitUntil: "commit" });
  await page.getByTestId("room-luna").hover();
  letScriptsCome();
  await expectSilentPreview(page, sockets);
});

/** The card's moving picture, which came over HTTPS and without its sound. */
async function expectSilentPreview(page: Page, sockets: { said: string[] }): Promise<void> {
  const preview = page.locator("[data-preview-of=luna]");
  await expect(preview).toHaveAttribute("data-moving", "true", { timeout: 20_000 });
  await expectFrames(() =>
    preview.evaluate((video: HTMLVideoElement) => video.getVideoPlaybackQuality().totalVideoFrames),
  );
  const [hello = "{}"] = sockets.said;
  expect(JSON.parse(hello)).toMatchObject({ sound: false });
}

test("R-OPEN-60: where no media connection is made, the room plays over HTTPS within seconds, and the next one at once", async ({
  visit,
}) => {
  const visitor = await visit();
  await blockMedia(visitor.page.context());
  await signInQuietly(visitor, "nico");
  const { page, words } = visitor;
  await visitPage(page, "/stream/luna");
  await expectFrames(() => decodedFrames(page));
  await expect(page.getByText(words("room_latency_https"))).toBeVisible();
  const offers: string[] = [];
  page.on("request", (request) => request.url().includes("/whep/") && offers.push(request.url()));
  await page.locator("[data-stage]").getByRole("link", { name: "Luna", exact: true }).click();
  await page.getByRole("link", { name: words("profile_watch") }).click();
  await expectFrames(() => decodedFrames(page));
  expect(offers).toEqual([]);
});

test("R-OPEN-60: where no media connection is made, a card moves over HTTPS too", async ({ visit }) => {
  const visitor = await visit({ reducedMotion: "no-preference" });
  await blockMedia(visitor.page.context());
  const { page } = visitor;
  const sockets = framesOf(page);
  await visitPage(page, "/");
  await page.getByTestId("room-luna").hover();
  await expectSilentPreview(page, sockets);
});
