import { chromium } from "@playwright/test";
import { findChromium } from "../../scripts/find-executable.ts";
import type { Row } from "../row.ts";
import type { SeenPage } from "./pages.ts";

const slowdown = 6;
const waitMaxMs = 60_000;

/**
 * How long after its first paint a page answers presses by JavaScript, on a processor six times slower than this one.
 * Links and plain forms answer from the first paint on.
 */
export async function firstPressOf(origin: string, pages: readonly SeenPage[]): Promise<Row[]> {
  const executablePath = findChromium();
  if (!executablePath) return [];
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    const rows: Row[] = [];
    for (const { name, path, cookie } of pages) {
      const context = await browser.newContext({ viewport: { width: 412, height: 823 }, hasTouch: true });
      await context.addCookies(cookiesOf(cookie, origin));
      const page = await context.newPage();
      const session = await context.newCDPSession(page);
      await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
      await page.goto(origin + path, { waitUntil: "commit" });
      // React notes its properties on an element when it takes it over.
      const taken = await page.waitForFunction(
        () => {
          const last = [...document.querySelectorAll("main a, main button")].at(-1);
          const isTaken = last && Object.keys(last).some((key) => key.startsWith("__reactProps"));
          return isTaken && performance.now();
        },
        null,
        { timeout: waitMaxMs, polling: "raf" },
      );
      const painted = await page.evaluate(
        () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
      );
      const value = Number(await taken.jsonValue()) - painted;
      rows.push({ name: `${name}.paint_to_working_press`, value, unit: "ms" });
      await context.close();
    }
    return rows;
  } finally {
    await browser.close();
  }
}

const cookiesOf = (header: string, url: string) =>
  header.split("; ").map((pair) => {
    const [name = "", value = ""] = pair.split("=", 2);
    return { name, value, url };
  });
