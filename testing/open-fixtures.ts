import { afterEach } from "vitest";

/**
 * Lets the tests of one file open fixtures, and closes them after each. Call it below `fileDatabase()`, so that they are
 * closed before the ledger is audited.
 */
export function openFixtures<Options extends object, Fixture extends { close(): Promise<void> }>(
  openFixture: (options: Partial<Options>) => Promise<Fixture>,
): (options?: Partial<Options>) => Promise<Fixture> {
  const open = new Set<Fixture>();
  afterEach(async () => {
    for (const fixture of open) await fixture.close();
    open.clear();
  });
  return async (options = {}) => {
    const fixture = await openFixture(options);
    open.add(fixture);
    return fixture;
  };
}
