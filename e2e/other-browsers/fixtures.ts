import type { TestInfo } from "@playwright/test";
import type { Language } from "#testing/pages/words.ts";
import { findFirefox, findWebKit } from "../../scripts/find-executable.ts";
import { expect, test as base } from "../fixtures.ts";
import { startFirefox } from "./firefox.ts";
import { type Person, personAt } from "./person.ts";
import { openWebKit } from "./webkit.ts";

export { expect };

type Fixtures = {
  /** Opens a page of a Firefox for one more person. Without Firefox the journey is skipped. */
  inFirefox(language: Language): Promise<Person>;
  /** Opens WebKitGTK's small browser for one more person. Without it, its driver or Xvfb the journey is skipped. */
  inWebKit(language: Language): Promise<Person>;
};

export const test = base.extend<Fixtures>({
  inFirefox: async ({ product }, use, testInfo) => {
    const program = findFirefox();
    testInfo.skip(program === null, "Firefox is not installed");
    const firefox = await startFirefox(program ?? "");
    const open: Person[] = [];
    await use(async (language) => {
      const person = await personAt(await firefox.newPage(), product.origin, language);
      open.push(person);
      return person;
    });
    await showIfFailed(testInfo, open);
    await firefox.close();
  },
  inWebKit: async ({ product }, use, testInfo) => {
    const programs = findWebKit();
    if (programs === null)
      return testInfo.skip(true, "WebKit's driver, its browser or Xvfb is not installed");
    const open: Person[] = [];
    await use(async (language) => {
      const person = await personAt(await openWebKit(programs), product.origin, language);
      open.push(person);
      return person;
    });
    await showIfFailed(testInfo, open);
    for (const { page } of open) await page.close();
  },
});

/** Attaches what these pages showed when a journey failed, beside what Playwright keeps of its own. */
async function showIfFailed(testInfo: TestInfo, people: readonly Person[]): Promise<void> {
  if (testInfo.status === testInfo.expectedStatus) return;
  for (const { page } of people) {
    const body = Buffer.from(await page.screenshot());
    await testInfo.attach("page of another browser", { body, contentType: "image/png" });
  }
}
