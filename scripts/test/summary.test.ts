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

test("a file has passed when it has tests, each of them passed and none was skipped", () => {
  const results = [
    ["whole", ["passed", "passed"]],
    ["failed", ["passed", "failed"]],
    ["skipped", ["passed", "skipped"]],
    ["empty", []],
  ] as const;
  const { passedFiles } = readVitest(
    JSON.stringify({
      numPassedTests: 4,
      numPendingTests: 1,
      testResults: results.map(([name, statuses]) => ({
        name: `/root/${name}.test.ts`,
        status: "passed",
        message: "",
        assertionResults: statuses.map((status) => ({ fullName: status, status })),
      })),
    }),
    "/root",
  );
  expect(passedFiles).toEqual(["whole.test.ts"]);
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
    passedFiles: [],
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

test("the end names the dearest files first, and what each layer costs, where that could be measured", () => {
  const costs = [
    { file: "a.test.ts", layer: "pure", seconds: 1, cpuSeconds: 0.5 },
    { file: "b.test.ts", layer: "app", seconds: 20, cpuSeconds: 12.5 },
    { file: "c.test.ts", layer: "app", seconds: 3, cpuSeconds: null },
  ];
  const stage = {
    title: "tests",
    seconds: 21,
    cpuSeconds: 30,
    findings: { passed: 3, skipped: 0, failures: [] },
  };
  expect(summaryOf([{ ...stage, findings: { ...stage.findings, costs } }], 21).split("\n")).toEqual([
    "",
    "     12.5 CPU-s     20.0 s  b.test.ts",
    "      0.5 CPU-s      1.0 s  a.test.ts",
    "      0.0 CPU-s      3.0 s  c.test.ts",
    "",
    "     12.5 CPU-s     23.0 s  app (2)",
    "      0.5 CPU-s      1.0 s  pure (1)",
    "",
    "  tests     21.0 s  ok  30 CPU-s",
    "  together     21.0 s",
    "",
    "3 passed, 0 failed",
  ]);
});

test("a journey's cost is what its file's tests took, with the processor seconds that each has noted", () => {
  const journey = (cpu: string) => ({
    title: "t",
    line: 1,
    tests: [
      {
        projectName: "desktop",
        status: "expected",
        results: [{ errors: [], duration: 2_000 }],
        annotations: [{ type: "cpu-seconds", description: cpu }],
      },
    ],
  });
  expect(playwright([journey("3.5"), journey("0.5")]).costs).toEqual([
    { file: "e2e/a.spec.ts", layer: "journey", seconds: 4, cpuSeconds: 4 },
  ]);
});
