import { test as base, expect } from "@playwright/test";
import { cpuSecondsOf } from "#testing/cost/cpu-seconds.ts";
import { arrive, type Visitor, type VisitorOptions } from "./visitor.ts";
import { startWorkerProduct, type WorkerProduct } from "./worker-product.ts";

export { expect };

/** Kind of the annotation that carries processor seconds, as the closing summary reads it from the report. */
const cpuAnnotation = "cpu-seconds";

type Fixtures = {
  /** Opens a browser for one more person. An error in any of them fails the test. */
  visit(options?: VisitorOptions): Promise<Visitor>;
  /** Notes how many processor seconds the journey took: those of its browsers and of its product. */
  measured: void;
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
  measured: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures it needs: none
    async ({}, use, { annotations }) => {
      const before = cpuSecondsOf(process.pid);
      await use();
      const after = cpuSecondsOf(process.pid);
      if (before !== null && after !== null)
        annotations.push({ type: cpuAnnotation, description: String(after - before) });
    },
    { auto: true },
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
