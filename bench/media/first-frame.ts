import { type Browser, chromium } from "@playwright/test";
import { findChromium } from "../../scripts/find-executable.ts";
import type { Row } from "../row.ts";
import { publishFakeCamera, type Watched, watchFrames, watchWithinPage } from "./browser-clients.ts";
import { startMediaRig } from "./rig.ts";

const joins = 40;

/**
 * Measures how long a viewer in Chromium waits from asking to play until the first painted frame. The floor is the same
 * camera between two connections of one page: no server, no signalling over a network. The two take turns.
 */
export async function run(): Promise<Row[]> {
  const rig = await startMediaRig();
  const browser = await launchBrowser();
  try {
    await publish(browser, rig.origin, "VP8");
    const [waits, floors]: [number[], number[]] = [[], []];
    for (let join = 0; join < joins; join++) {
      waits.push((await watch(browser, rig.origin)).firstFrameMs);
      floors.push(await floorMs(browser, rig.origin));
    }
    const row = (share: number): Row => {
      const [value, floor] = [at(waits, share), at(floors, share)];
      const peer = { name: "one page alone", value: floor };
      return {
        name: `media.first-frame.p${share * 100}`,
        value,
        unit: "ms",
        peer,
        ratio: Math.round((value / floor) * 100) / 100,
      };
    };
    return [
      { ...row(0.5), aim: "≤ 150 ms" },
      { ...row(0.99), aim: "≤ 400 ms" },
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

/** First frame between two connections of a fresh page, ms. */
async function floorMs(browser: Browser, origin: string): Promise<number> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(origin);
  const waited = await page.evaluate(watchWithinPage);
  await context.close();
  return waited;
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

function at(waits: readonly number[], share: number): number {
  const sorted = waits.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN);
}
