import type { BrowserContext, Request } from "@playwright/test";

/** The complaints of a visitor's browser. */
export type Problems = {
  /** Complaints that the test provokes on purpose. */
  expect(pattern: RegExp): void;
  /** All other complaints so far, with the page they came from. */
  unexpected(): string[];
};

/**
 * A player whose picture stands asks for another one, perhaps a moment before the room reports that nobody sends any: that
 * answer is part of playing. Without a picture every test that wants one fails.
 */
const nobodySends = /status of (404|409) .*\/(whep\/[^)]*|api\/stream\/\w+\/(playback|preview))\)$/;

/**
 * Collects errors and policy violations of every page of a context: thrown errors, console errors (the browser reports
 * refused scripts, styles and answers of 4xx and 5xx there), failed requests and violations of the content security policy.
 */
export function watchProblems(context: BrowserContext): Problems {
  const seen: string[] = [];
  const expected: RegExp[] = [nobodySends];
  context.on("console", (message) => {
    if (message.type() !== "error") return;
    const { url } = message.location();
    seen.push(`${pathOf(message.page()?.url())}: ${message.text()} (${url})`);
  });
  context.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "";
    // A page that is left leaves its requests.
    if (reason === "net::ERR_ABORTED") return;
    seen.push(`${pathOf(pageOf(request))}: request failed: ${reason} (${request.method()} ${request.url()})`);
  });
  // The console keeps silent about answers that come when their page is gone.
  context.on("response", (response) => {
    const request = response.request();
    if (response.status() < 400 || request.method() !== "DELETE") return;
    seen.push(`: answer ${response.status()} (${request.method()} ${request.url()})`);
  });
  context.on("weberror", (error) => {
    const { stack, message } = error.error();
    // A move that overtakes another, or takes the page longer than the browser waits, is made without its animation: the
    // router leaves that promise of the View Transition API unhandled.
    if (/Transition was (skipped|aborted)/.test(message)) return;
    seen.push(`${pathOf(error.page()?.url())}: ${stack || message || error.error().name}`);
  });
  return {
    expect: (pattern) => void expected.push(pattern),
    unexpected: () => seen.filter((problem) => !expected.some((pattern) => pattern.test(problem))),
  };
}

function pageOf(request: Request): string | undefined {
  try {
    return request.frame().url();
  } catch {
    // A page that is just being opened has no frame yet.
    return undefined;
  }
}

function pathOf(url: string | undefined): string {
  return url?.startsWith("http") ? new URL(url).pathname : "";
}
