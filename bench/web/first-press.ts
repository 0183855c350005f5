import { type Browser, chromium } from "@playwright/test";
import { findChromium } from "../../scripts/find-executable.ts";
import type { Row } from "../row.ts";
import { frameworkPage } from "./framework-alone.ts";
import type { SeenPage } from "./pages.ts";

const slowdown = 6;
const readings = 3;
const waitMaxMs = 60_000;
/** A dialog, or the menu that the browser opens by itself and whose links lead on. */
const opened = "[role=dialog], :popover-open:has(a)";
const alive = "[data-alive]";

/**
 * How long after its first paint a page has answered a press, on a processor six times slower than this one: somebody
 * presses ten times a second from the first paint on until what they pressed opens. That is the menu in the head of a page,
 * which the browser can open by itself, and "Tip" in a room, whose page has no such head on a phone and which JavaScript
 * alone can open. And how long after its first paint it is hydrated. Medians, both beside the page with one button that the
 * framework alone makes at `floor`, and which needs JavaScript.
 */
export async function firstPressOf(
  origin: string,
  pages: readonly SeenPage[],
  floor: string,
): Promise<Row[]> {
  const executablePath = findChromium();
  if (!executablePath) return [];
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    const value = await waitedFor(browser, floor, frameworkPage, { press: "Menu", seen: opened });
    const peer = { name: "the framework alone", value };
    const rowOf = (name: string, took: number) => ({
      name,
      value: took,
      unit: "ms",
      peer,
      ratio: took / value,
    });
    const rows: Row[] = [];
    for (const page of [...emptyPages(pages), ...pages]) {
      const press = page.name === "room.fan" ? "Tip" : "Menu";
      const pressed = await waitedFor(browser, origin, page, { press, seen: opened });
      rows.push({ ...rowOf(`${page.name}.paint_to_working_press`, pressed), aim: "≤ 1000" });
      const hydrated = await waitedFor(browser, origin, page, { press: null, seen: alive });
      rows.push(rowOf(`${page.name}.paint_to_hydrated`, hydrated));
    }
    return rows;
  } finally {
    await browser.close();
  }
}

/** A page of ours with nothing on it but its header and footer, as each of these visitors sees it. */
const emptyPages = (pages: readonly SeenPage[]): SeenPage[] =>
  [...new Map(pages.map(({ name, cookie }) => [cookie, name.split(".")[1] ?? ""]))].map(([cookie, who]) => ({
    name: `empty.${who}`,
    path: "/nowhere/to-be-found",
    cookie,
  }));

/**
 * Milliseconds from the first paint of a page until it has what `seen` selects; the median. `press`: the button that is
 * pressed until then.
 */
async function waitedFor(
  browser: Browser,
  origin: string,
  { path, cookie }: SeenPage,
  { press, seen }: { press: string | null; seen: string },
): Promise<number> {
  const took: number[] = [];
  for (let reading = 0; reading < readings; reading++) {
    const context = await browser.newContext({
      viewport: { width: 412, height: 823 },
      hasTouch: true,
      locale: "en-GB",
    });
    await context.addCookies(cookiesOf(cookie, origin));
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    if (press !== null) await page.addInitScript(pressUntilSeen, { name: press, seen });
    await page.goto(origin + path, { waitUntil: "commit" });
    const found = await page.waitForFunction(
      (selector) => document.querySelector(selector) && performance.now(),
      seen,
      { timeout: waitMaxMs, polling: "raf" },
    );
    const painted = await page.evaluate(
      () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
    );
    took.push(Number(await found.jsonValue()) - painted);
    await context.close();
  }
  return took.toSorted((a, b) => a - b)[readings >> 1] ?? Number.NaN;
}

/** Runs in the page: presses the button of that name ten times a second until there is what `seen` selects. */
function pressUntilSeen({ name, seen }: { name: string; seen: string }): void {
  const press = () => {
    if (document.querySelector(seen)) return clearInterval(timer);
    const isPainted = performance.getEntriesByName("first-contentful-paint").length > 0;
    if (!isPainted) return;
    const buttons = [...document.querySelectorAll<HTMLElement>("button")];
    buttons
      .find((each) => (each.ariaLabel ?? each.textContent?.trim()) === name && each.checkVisibility())
      ?.click();
  };
  const timer = setInterval(press, 100);
}

const cookiesOf = (header: string, url: string) =>
  header.split("; ").map((pair) => {
    const [name = "", value = ""] = pair.split("=", 2);
    return { name, value, url };
  });
