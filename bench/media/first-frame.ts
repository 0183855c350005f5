import { type Browser, chromium } from "@playwright/test";
import { findChromium } from "../../scripts/find-executable.ts";
import type { Row } from "../row.ts";
import { publishFakeCamera, type Watched, watchFrames } from "./browser-clients.ts";
import { startMediaRig } from "./rig.ts";

const joins = 12;

/** Measures how long a viewer in Chromium waits from asking to play until the first painted frame. */
export async function run(): Promise<Row[]> {
  const rig = await startMediaRig();
  const browser = await launchBrowser();
  try {
    await publish(browser, rig.origin, "VP8");
    const waits: number[] = [];
    for (let join = 0; join < joins; join++) {
      const watched = await watch(browser, rig.origin);
      waits.push(watched.firstFrameMs);
    }
    waits.sort((a, b) => a - b);
    return [
      { name: "media.first-frame.p50", value: at(waits, 0.5), unit: "ms", aim: "≤ 250 ms" },
      { name: "media.first-frame.max", value: at(waits, 1), unit: "ms" },
    ];
  } finally {
    await browser.close();
    await rig.stop();
  }
}

/** Publishes the fake camera to room `bench` in a page of its own. */
export async function publish(browser: Browser, origin: string, codec: "VP8" | "H264"): Promise<void> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(origin);
  await page.evaluate(publishFakeCamera, { url: `${origin}/whip/bench`, codec });
}

/** Joins room `bench` in a fresh page and leaves it after ten decoded frames. */
export async function watch(browser: Browser, origin: string): Promise<Watched> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(origin);
  const watched = await page.evaluate(watchFrames, { url: `${origin}/whep/bench`, frames: 10 });
  await context.close();
  return watched;
}

/** A browser with a fake camera; the machine's Chromium where there is one. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: [
      "--no-sandbox",
      "--use-fake-device-for-media-stream",
      "--use-fake-ui-for-media-stream",
      "--autoplay-policy=no-user-gesture-required",
      "--disable-background-timer-throttling",
      "--disable-renderer-backgrounding",
      "--disable-backgrounding-occluded-windows",
    ],
  });
}

function at(sorted: number[], share: number): number {
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN);
}
