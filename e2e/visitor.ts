import { type Browser, type BrowserContextOptions, expect, type Frame, type Page } from "@playwright/test";
import { type Language, type Words, wordsIn } from "#testing/pages/words.ts";
import { type Problems, watchProblems } from "./problems.ts";

/** Somebody at a browser of their own: its page, the language they read, and what went wrong in it. */
export type Visitor = {
  page: Page;
  language: Language;
  /** The product's messages in the visitor's language. */
  words: Words;
  problems: Problems;
  /** Opens another tab of the same browser. */
  newTab(): Promise<Page>;
};

export type VisitorOptions = BrowserContextOptions & {
  theme?: "dark" | "light";
  /** Nobody has certified an age in this browser yet. */
  firstVisit?: boolean;
};

const themeCookie = "theme";
export const adultCookie = "adult";
let arrivals = 0;

/** A visitor whose browser knows only that they are an adult, with a network address of their own, so that limits per address stay apart. */
export async function arrive(
  browser: Browser,
  origin: string,
  { theme, firstVisit = false, ...options }: VisitorOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext({
    ...options,
    extraHTTPHeaders: { "x-forwarded-for": nextAddress() },
  });
  if (theme) await context.addCookies([{ name: themeCookie, value: theme, url: origin }]);
  if (!firstVisit) await context.addCookies([{ name: adultCookie, value: "1", url: origin }]);
  const problems = watchProblems(context);
  const page = await context.newPage();
  const language = await page.evaluate(() => navigator.language.startsWith("es"));
  return {
    page,
    language: language ? "es" : "en",
    words: wordsIn(language ? "es" : "en"),
    problems,
    newTab: () => context.newPage(),
  };
}

/**
 * Opens a page of the product and waits until it has come to life: its event socket is opened then. A press before that
 * is lost, and a machine that is busy takes a moment.
 */
export async function visitPage(page: Page, path: string): Promise<void> {
  let arrived = false;
  const arrive = (frame: Frame) => {
    arrived ||= frame === page.mainFrame();
  };
  page.on("framenavigated", arrive);
  // The page that is left may open its own socket again meanwhile.
  const alive = page.waitForEvent("websocket", () => arrived);
  await page.goto(path);
  await alive;
  page.off("framenavigated", arrive);
}

/**
 * A phone, a tablet, the step at which each wider frame of the page begins, and a large screen: what fits into a frame at
 * its narrowest fits into it at every width.
 */
const widths = [360, 768, 992, 1200, 1920];

/**
 * The page that is open scrolls sideways at no width, nor does a list in it that is made to scroll up and down: what such a
 * list has beyond its edge nobody looks for. It is resized, not reloaded, which takes milliseconds.
 */
export async function expectNoSideways({ page }: Pick<Visitor, "page">, what: string): Promise<void> {
  const before = page.viewportSize();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    const [content, window, lists] = await page.evaluate(async () => {
      // A component that measures itself by the window does so before the next frame but one.
      for (let frame = 0; frame < 2; frame++) await new Promise((drawn) => requestAnimationFrame(drawn));
      const { scrollWidth, clientWidth } = document.documentElement;
      const goesSideways = (element: Element) =>
        element.scrollWidth > element.clientWidth + 1 &&
        /auto|scroll/.test(getComputedStyle(element).overflowX) &&
        element.checkVisibility() &&
        !element.classList.contains("overflow-x-auto");
      const lists = [...document.querySelectorAll("body *")].filter(goesSideways);
      return [scrollWidth, clientWidth, lists.map(({ outerHTML }) => outerHTML.slice(0, 120))] as const;
    });
    expect.soft(lists, `${what} has lists that scroll sideways at ${width} px`).toEqual([]);
    expect.soft(content, `${what} scrolls sideways at ${width} px`).toBeLessThanOrEqual(window);
  }
  if (before) await page.setViewportSize(before);
}

/** Addresses of a private network; another first part in each run of the test runner. */
function nextAddress(): string {
  arrivals++;
  return `10.${process.pid % 250}.${Math.floor(arrivals / 250)}.${(arrivals % 250) + 1}`;
}
