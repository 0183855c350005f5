import { test as base, expect } from "@playwright/test";
import { arrive, type Visitor, type VisitorOptions } from "./visitor.ts";
import { startWorkerProduct, type WorkerProduct } from "./worker-product.ts";

export { expect };

type Fixtures = {
  /** Opens a browser for one more person. What goes wrong in any of them fails the test. */
  visit(options?: VisitorOptions): Promise<Visitor>;
};

type WorkerFixtures = {
  /** The product that this worker's journeys run against, one after the other. */
  product: WorkerProduct;
};

const productStartsWithinMs = 180_000;

export const test = base.extend<Fixtures, WorkerFixtures>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads there that this needs no other fixture
    async ({}, use) => {
      const product = await startWorkerProduct();
      await use(product);
      await product.remove();
    },
    { scope: "worker", timeout: productStartsWithinMs },
  ],
  baseURL: ({ product }, use) => use(product.origin),
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
