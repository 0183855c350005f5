import type { Visitor } from "./visitor.ts";

/** Holds the page's scripts back until the returned function is called. */
export async function holdScripts({ page }: Visitor): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}
