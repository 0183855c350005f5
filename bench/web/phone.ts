import type { Row } from "../row.ts";
import { firstPressOf } from "./first-press.ts";
import { lighthouseOf } from "./lighthouse.ts";
import { pagesFor, signIn } from "./pages.ts";
import { startProductProcess } from "./product.ts";

/** What a phone has to load of each page, what Lighthouse says of it, and when it answers the first press. */
export async function run(): Promise<Row[]> {
  const product = await startProductProcess();
  try {
    const pages = pagesFor(await signIn(product.origin));
    const rows = await firstPressOf(product.origin, pages);
    for (const page of pages) rows.push(...(await lighthouseOf(product.origin, page)));
    return rows;
  } finally {
    await product.stop();
  }
}
