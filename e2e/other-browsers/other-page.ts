import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type * as testingLibrary from "@testing-library/dom";
import { until } from "#testing/until.ts";

/**
 * The commands of a browser's driver that {@link otherPage} needs. `Element` is its name for an element of the page.
 */
export type Driver<Element> = {
  open(url: string): Promise<void>;
  /** Runs a function in the page and answers what it answers. It closes over nothing; values pass as JSON. */
  read<Args extends readonly unknown[], Answer>(
    run: (...args: Args) => Answer | Promise<Answer>,
    ...args: Args
  ): Promise<Answer>;
  /** Runs a script in the page. */
  load(script: string): Promise<void>;
  /** Runs a function in the page that answers an element of it, or none yet. */
  find(
    run: (sought: Sought, isUsed: boolean) => unknown,
    ...args: [Sought, boolean]
  ): Promise<Element | null>;
  /** Presses in the middle of an element, as a pointer does, and scrolls to it before. */
  press(element: Element): Promise<void>;
  /** Types into a field, in the place of what stands there; `\n` is Enter. */
  type(element: Element, text: string): Promise<void>;
  /** Chooses an option of a select by its value. */
  choose(element: Element, value: string): Promise<void>;
  keepCookie(cookie: { name: string; value: string }): Promise<void>;
  /** Sets the size of what the page is shown in, in pixels. */
  resize(width: number, height: number): Promise<void>;
  screenshot(): Promise<Uint8Array>;
  /** Ends the page, and the browser where it has no other. */
  close(): Promise<void>;
};

/** An element by its role and name, by its label, or by a selector; `within`: a selector of what it stands in. */
export type Sought = { within?: string } & (
  | { role: string; name?: string; isPattern?: boolean }
  | { label: string }
  | { css: string }
);

/** A page in a browser that Playwright does not drive. Elements are waited for until they are shown and answer. */
export type OtherPage = Omit<Driver<unknown>, "load" | "find" | "press" | "type" | "choose"> & {
  press(sought: Sought): Promise<void>;
  type(sought: Sought, text: string): Promise<void>;
  choose(sought: Sought, value: string): Promise<void>;
  /** Waits until what is sought is shown. */
  see(sought: Sought): Promise<void>;
};

export type Size = { width: number; height: number };
export const desktop: Size = { width: 1280, height: 720 };

/** For what hangs: a busy machine may well take ten times as long as an idle one. */
export const waitMs = 30_000;

const library = readFileSync(
  createRequire(import.meta.url).resolve("@testing-library/dom/dist/@testing-library/dom.umd.min.js"),
  "utf8",
);

/** A page whose elements are sought by the Testing Library, as the tests of components seek them. */
export function otherPage<Element>(driver: Driver<Element>): OtherPage {
  const seek = async (sought: Sought, isUsed: boolean) => {
    if (!(await driver.read(hasLibrary))) await driver.load(library);
    return driver.find(findShown, sought, isUsed);
  };
  const wait = (sought: Sought, done: () => Promise<boolean>) =>
    until(done, JSON.stringify(sought), waitMs, 100);
  const use = (sought: Sought, how: (element: Element) => Promise<void>) =>
    wait(sought, async () => {
      const element = await seek(sought, true);
      if (element === null) return false;
      try {
        await how(element);
        return true;
      } catch (error) {
        // Drawn anew between the two calls: another stands in its place.
        if (/detached|stale/i.test(String(error))) return false;
        throw error;
      }
    });
  return {
    ...driver,
    press: async (sought) => void (await use(sought, driver.press)),
    type: async (sought, text) => void (await use(sought, (element) => driver.type(element, text))),
    choose: async (sought, value) => void (await use(sought, (element) => driver.choose(element, value))),
    see: async (sought) => void (await wait(sought, async () => (await seek(sought, false)) !== null)),
  };
}

type Library = Pick<typeof testingLibrary, "queryAllByRole" | "queryAllByLabelText">;

const hasLibrary = () => "TestingLibraryDom" in window;

/**
 * Runs in the page: the first element of those sought that is shown, and, if it is to be used, that React has come to
 * (what it answers then is kept in a property of the element, `__reactProps$…`) and that stands still; null as long as there
 * is none.
 */
function findShown(sought: Sought, isUsed: boolean): HTMLElement | null {
  const { TestingLibraryDom } = window as unknown as { TestingLibraryDom: Library };
  const { queryAllByRole, queryAllByLabelText } = TestingLibraryDom;
  const scopes = sought.within ? document.querySelectorAll<HTMLElement>(sought.within) : [document.body];
  const all = [...scopes].flatMap((scope) => {
    if ("css" in sought) return [...scope.querySelectorAll<HTMLElement>(sought.css)];
    if ("label" in sought) return queryAllByLabelText(scope, sought.label);
    const { name, isPattern } = sought;
    return queryAllByRole(
      scope,
      sought.role,
      name === undefined ? {} : { name: isPattern ? new RegExp(name, "i") : name },
    );
  });
  const isAlive = (element: HTMLElement) =>
    Object.keys(element).some((key) => key.startsWith("__reactProps$"));
  const isShown = (element: HTMLElement) => element.getClientRects().length > 0;
  const found = all.find((element) => isShown(element) && (!isUsed || isAlive(element))) ?? null;
  if (found === null || !isUsed) return found;
  // A moving element, in a dialog that comes in for instance, is pressed beside its place: by then it has gone on.
  const isMoving = document.getAnimations().some(({ playState, effect }) => {
    if (playState !== "running" || !(effect instanceof KeyframeEffect)) return false;
    return effect.target?.contains(found) && Number.isFinite(Number(effect.getComputedTiming().endTime));
  });
  if (isMoving) return null;
  const isOnTop = () => {
    const { x, y, width, height } = found.getBoundingClientRect();
    return found.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  };
  found.scrollIntoView({ block: "nearest", behavior: "instant" });
  // At an edge something that sticks there may lie over it.
  if (!isOnTop()) found.scrollIntoView({ block: "center", behavior: "instant" });
  return found;
}
