import { test as base, expect } from "@playwright/test";
import { arrive, type Visitor, type VisitorOptions } from "./visitor.ts";
import { startWorkerProduct, type WorkerProduct } from "./worker-product.ts";

export { expect };

type Fixtures = {
  /** Opens a browser for one more person. What goes wrong in any of them fails the test. */
  visit(options?: VisitorOptions): Promise<Visitor>;
};

type WorkerFixtures = {
  /** The data folder that every product begins with a copy of. */
  preparedDir: string;
  /** The product that this worker's journeys run against, one after the other. */
  product: WorkerProduct;
};

const productStartsWithinMs = 180_000;

export const test = base.extend<Fixtures, WorkerFixtures>({
  preparedDir: [process.env.E2E_PREPARED_DIR ?? "", { scope: "worker", option: true }],
  product: [
    async ({ preparedDir }, use) => {
      const product = await startWorkerProduct(preparedDir);
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
