import { expect, test } from "vitest";
import { readPlaywright, readVitest } from "./reports.ts";
import { summaryOf } from "./summary.ts";

const spec = (title: string, status: string, message?: string) => ({
  title,
  line: 7,
  tests: [{ projectName: "desktop", status, results: [{ errors: message ? [{ message }] : [] }] }],
});

const playwright = (specs: object[], errors: object[] = []) =>
  readPlaywright(
    JSON.stringify({
      suites: [{ file: "a.spec.ts", specs: [], suites: [{ file: "a.spec.ts", specs }] }],
      errors,
    }),
  );

test("a journey that passed only when it was repeated counts as failed", () => {
  const found = playwright([
    spec("holds", "expected"),
    spec("wavers", "flaky", "too late"),
    spec("waits", "skipped"),
  ]);
  expect(found).toEqual({
    passed: 1,
    skipped: 1,
    failures: [{ title: "a.spec.ts:7 › wavers", error: "passed only when it was repeated: too late" }],
  });
});

test("what goes wrong before the first journey is a failure", () => {
  expect(playwright([], [{ message: "the product did not start" }]).failures).toEqual([
    { title: "browser journeys", error: "the product did not start" },
  ]);
});

test("a test file that cannot be loaded is a failure, and tests are named with their file", () => {
  const found = readVitest(
    JSON.stringify({
      numPassedTests: 3,
      numPendingTests: 1,
      testResults: [
        { name: "/root/web/a.test.ts", status: "failed", message: "no such module", assertionResults: [] },
        {
          name: "/root/web/b.test.ts",
          status: "failed",
          message: "",
          assertionResults: [
            { fullName: "adds", status: "failed", failureMessages: ["expected 2"] },
            { fullName: "subtracts", status: "passed", failureMessages: [] },
          ],
        },
      ],
    }),
    "/root",
  );
  expect(found).toEqual({
    passed: 3,
    skipped: 1,
    failures: [
      { title: "web/a.test.ts", error: "no such module" },
      { title: "web/b.test.ts › adds", error: "expected 2" },
    ],
  });
});

test("the end names what failed with the first lines of why, each stage's time, and last of all the counts", () => {
  const error = `\u001B[31mone\u001B[39m\n\n${Array.from({ length: 20 }, (_, line) => `line ${line}`).join("\n")}`;
  const text = summaryOf(
    [
      { title: "types", seconds: 3.21, findings: { passed: 1, skipped: 0, failures: [] } },
      {
        title: "browser journeys",
        seconds: 100,
        findings: { passed: 4, skipped: 2, failures: [{ title: "a.spec.ts:7 › wavers", error }] },
      },
    ],
    102.1,
  );
  expect(text.split("\n")).toEqual([
    "",
    "✗ a.spec.ts:7 › wavers",
    "    one",
    ...Array.from({ length: 7 }, (_, line) => `    line ${line}`),
    "",
    "  types                 3.2 s  ok",
    "  browser journeys    100.0 s  1 failed",
    "  together            102.1 s",
    "",
    "5 passed, 1 failed, 2 skipped",
  ]);
});
