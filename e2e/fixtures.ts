import { test as base, expect } from "@playwright/test";
import { arrive, type Visitor, type VisitorOptions } from "./visitor.ts";

export { expect };

type Fixtures = {
  /** Opens a browser for one more person. What goes wrong in any of them fails the test. */
  visit(options?: VisitorOptions): Promise<Visitor>;
};

export const test = base.extend<Fixtures>({
  visit: async ({ browser, baseURL }, use) => {
    const visitors: Visitor[] = [];
    await use(async (options) => {
      const visitor = await arrive(browser, baseURL ?? "", options);
      visitors.push(visitor);
      return visitor;
    });
    for (const { problems, page } of visitors) {
      expect.soft(problems.unexpected(), "the browser complained").toEqual([]);
      await page.context().close();
    }
  },
});
