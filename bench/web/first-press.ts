import { type Browser, chromium } from "@playwright/test";
import { findChromium } from "../../scripts/find-executable.ts";
import type { Row } from "../row.ts";
import { frameworkPage } from "./framework-alone.ts";
import type { SeenPage } from "./pages.ts";

const slowdown = 6;
const readings = 3;
const waitMaxMs = 60_000;
/**
 * How long after its first paint a page has answered a press that JavaScript alone can answer, on a processor six times
 * slower than this one: somebody presses ten times a second from the first paint on until what they pressed opens. That is
 * the menu in the head of a page, and "Tip" in a room, whose page has no such head on a phone. Medians, beside the page
 * with one button that the framework alone makes at `floor`.
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
    const framework = await pressedAfter(browser, floor, frameworkPage);
    const peer = { name: "the framework alone", value: framework };
    const rows: Row[] = [];
    for (const page of [...emptyPages(pages), ...pages]) {
      const value = await pressedAfter(browser, origin, page, page.name === "room.fan" ? "Tip" : "Menu");
      const row = {
        name: `${page.name}.paint_to_working_press`,
        value,
        unit: "ms",
        peer,
        ratio: value / framework,
      };
      rows.push({ ...row, aim: "≤ 1000" });
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

/** Milliseconds from the first paint of a page until a press on this button of it has opened something; the median. */
async function pressedAfter(
  browser: Browser,
  origin: string,
  { path, cookie }: SeenPage,
  button = "Menu",
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
    await page.addInitScript(pressUntilOpen, button);
    await page.goto(origin + path, { waitUntil: "commit" });
    const opened = await page.waitForFunction(
      () => document.querySelector("[role=dialog]") && performance.now(),
      null,
      { timeout: waitMaxMs, polling: "raf" },
    );
    const painted = await page.evaluate(
      () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
    );
    took.push(Number(await opened.jsonValue()) - painted);
    await context.close();
  }
  return took.toSorted((a, b) => a - b)[readings >> 1] ?? Number.NaN;
}

/** Runs in the page: presses the button of that name ten times a second until a dialog is there. */
function pressUntilOpen(name: string): void {
  const press = () => {
    if (document.querySelector("[role=dialog]")) return clearInterval(timer);
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
