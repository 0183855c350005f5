import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";

/** `failed`: the titles of the tests that failed; `broken`: what kept the files from being run to their end. */
export type Run = { passed: number; failed: string[]; broken: string | null };

type Report = {
  numPassedTests: number;
  testResults: {
    name: string;
    message: string;
    assertionResults: { status: string; fullName: string }[];
  }[];
};

/** Runs test files of the checkout at `root` by its Vitest. */
export function runTests(root: string, files: readonly string[]): Run {
  const report = path.join(root, "mutate-report.json");
  rmSync(report, { force: true });
  const { stderr } = spawnSync(
    path.join(root, "node_modules/.bin/vitest"),
    ["run", "--reporter=json", `--outputFile=${report}`, ...files],
    { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 },
  );
  if (!existsSync(report)) return { passed: 0, failed: [], broken: stderr.slice(-2_000) };
  const { numPassedTests, testResults } = JSON.parse(readFileSync(report, "utf8")) as Report;
  const failed = testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === "failed").map(({ fullName }) => fullName),
  );
  const notRun = testResults.filter(
    ({ assertionResults, message }) => assertionResults.length === 0 && message,
  );
  const missing = testResults.length === 0 ? "no test file was found" : null;
  const [first] = notRun;
  return { passed: numPassedTests, failed, broken: first ? `${first.name}: ${first.message}` : missing };
}
