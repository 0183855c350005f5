import type { Row } from "../row.ts";
import { firstPressOf } from "./first-press.ts";
import { frameworkPage, serveFrameworkAlone } from "./framework-alone.ts";
import { lighthouseOf } from "./lighthouse.ts";
import { pagesFor, type SeenPage, signIn } from "./pages.ts";
import { startProductProcess } from "./product.ts";

/**
 * The files that a phone loads for each page, Lighthouse's report of it, and the time until it answers a first press;
 * the same of a page with one button that the framework alone makes, which is the floor of all of them.
 */
export async function* run(): AsyncGenerator<Row[]> {
  const framework = await serveFrameworkAlone();
  const product = await startProductProcess();
  try {
    const pages = pagesFor(await signIn(product.origin));
    yield await firstPressOf(product.origin, pages, framework.origin);
    yield await lighthouseIfRead(framework.origin, frameworkPage);
    for (const page of pages) yield await lighthouseIfRead(product.origin, page);
  } finally {
    await product.stop();
    framework.stop();
  }
}

/** A page that Lighthouse could not read is named, fails the run at its end, and costs no other page its figures. */
async function lighthouseIfRead(origin: string, page: SeenPage): Promise<Row[]> {
  try {
    return await lighthouseOf(origin, page);
  } catch (error) {
    console.error(`  ${page.name}: not measured: ${(error as Error).message}`);
    process.exitCode = 1;
    return [];
  }
}
