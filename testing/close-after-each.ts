import { afterEach } from "vitest";

/**
 * `const kept = closeAfterEach();` at the top of a test file: what a test opens through `kept(…)` is closed when the test
 * is over, also if it fails.
 */
export function closeAfterEach(): <T extends { close(): void }>(each: T) => T {
  const open: { close(): void }[] = [];
  afterEach(() => {
    for (const each of open.splice(0)) each.close();
  });
  return (each) => {
    open.push(each);
    return each;
  };
}
