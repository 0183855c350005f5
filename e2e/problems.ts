import type { BrowserContext } from "@playwright/test";

/** What a visitor's browser complained about. */
export type Problems = {
  /** Complaints that the test provokes on purpose. */
  expect(pattern: RegExp): void;
  /** All other complaints so far, with the page they came from. */
  unexpected(): string[];
};

/**
 * Collects errors and policy violations of every page of a context: thrown errors, console errors (the browser reports
 * refused scripts, styles and answers of 4xx and 5xx there) and violations of the content security policy.
 */
export function watchProblems(context: BrowserContext): Problems {
  const seen: string[] = [];
  const expected: RegExp[] = [];
  context.on("console", (message) => {
    if (message.type() !== "error") return;
    const { url } = message.location();
    seen.push(`${pathOf(message.page()?.url())}: ${message.text()} (${url})`);
  });
  context.on("weberror", (error) => {
    seen.push(`${pathOf(error.page()?.url())}: ${error.error().stack ?? error.error().message}`);
  });
  return {
    expect: (pattern) => void expected.push(pattern),
    unexpected: () => seen.filter((problem) => !expected.some((pattern) => pattern.test(problem))),
  };
}

function pathOf(url: string | undefined): string {
  return url?.startsWith("http") ? new URL(url).pathname : "";
}
