import { mkdirSync } from "node:fs";
import path from "node:path";
import { type BrowserContextOptions, chromium, type Page } from "@playwright/test";
import { findChromium } from "./find-executable.ts";

/**
 * Takes the README's pictures from a running product: `node scripts/screenshots.ts http://localhost:3000`.
 * The demo accounts must be there.
 */
const origin = process.argv[2] ?? "http://localhost:3000";
const folder = path.resolve(import.meta.dirname, "../docs/screenshots");
const desktop: BrowserContextOptions = { viewport: { width: 1440, height: 1000 }, locale: "en-US" };
const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  locale: "es-CO",
};

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: findChromium() ?? "chromium",
  args: ["--no-sandbox", "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"],
});
await picture("home", desktop, null, "/");
await picture("room", desktop, "nico", "/stream/luna", playing);
await picture("room-phone-es", phone, "sofia", "/stream/luna", playing);
await picture("checkout", desktop, "nico", "/", async (page) => {
  await page.getByRole("button", { name: "Buy tokens" }).first().click();
  await page.getByRole("radio", { name: /^500/ }).click();
});
await picture(
  "studio",
  { ...desktop, permissions: ["camera", "microphone"] },
  "luna",
  "/model/update-model-profile",
  async (page) => {
    await page.getByRole("button", { name: "Turn camera on" }).click();
    await page.locator("video").first().waitFor();
  },
);
await browser.close();

async function picture(
  name: string,
  options: BrowserContextOptions,
  login: string | null,
  address: string,
  prepare: (page: Page) => Promise<void> = async () => {},
): Promise<void> {
  const context = await browser.newContext(options);
  await context.addCookies([{ name: "adult", value: "1", url: origin }]);
  if (login) await signIn(context, login);
  const page = await context.newPage();
  await page.goto(origin + address, { waitUntil: "networkidle" }).catch(() => undefined);
  await prepare(page);
  await page.screenshot({
    path: path.join(folder, `${name}.jpg`),
    type: "jpeg",
    quality: 82,
    animations: "disabled",
  });
  await context.close();
}

async function signIn(context: Awaited<ReturnType<typeof browser.newContext>>, login: string): Promise<void> {
  const answer = await context.request.post(`${origin}/api/web_login`, {
    data: { login, password: "fanlight-demo" },
  });
  const { accessToken, fan_id } = (await answer.json()) as { accessToken: string; fan_id: number };
  await context.addCookies([
    { name: "token", value: accessToken, url: origin },
    { name: "fan_id", value: String(fan_id), url: origin },
  ]);
}

/** Waits until the video has shown a second of pictures. */
async function playing(page: Page): Promise<void> {
  const video = page.locator("video[data-frames-decoded]").first();
  for (let frames = 0; frames < 20;) frames = Number(await video.getAttribute("data-frames-decoded"));
}
