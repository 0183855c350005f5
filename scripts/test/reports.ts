export type Failure = { title: string; error: string };
/**
 * The cost of one test file: wall seconds, those of its tests added up, and processor seconds with everything that it
 * started (null where they cannot be read).
 */
export type FileCost = { file: string; layer: string; seconds: number; cpuSeconds: number | null };
/** The findings of one stage. A test that passed only when it was repeated is a failure. */
export type Findings = {
  passed: number;
  skipped: number;
  failures: Failure[];
  costs?: FileCost[];
  /** Files all of whose tests passed, and none of whose was skipped. */
  passedFiles?: string[];
};

type VitestReport = {
  numPassedTests: number;
  numPendingTests: number;
  numTodoTests?: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages?: string[] | null }[];
  }[];
};

/** Reads Vitest's JSON report. A file that fails outside of its tests is one failure. */
export function readVitest(text: string, rootDir: string): Findings {
  const report = JSON.parse(text) as VitestReport;
  const fileOf = (name: string) => name.replace(`${rootDir}/`, "");
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = fileOf(name);
    const failed = assertionResults
      .filter((test) => test.status === "failed")
      .map((test) => ({ title: `${file} › ${test.fullName}`, error: test.failureMessages?.[0] ?? "" }));
    return status === "failed" && failed.length === 0 ? [{ title: file, error: message }] : failed;
  });
  return {
    passed: report.numPassedTests,
    skipped: report.numPendingTests + (report.numTodoTests ?? 0),
    failures,
    passedFiles: report.testResults
      .filter(({ assertionResults: tests }) => tests.length > 0 && tests.every(hasPassed))
      .map(({ name }) => fileOf(name)),
  };
}

const hasPassed = ({ status }: { status: string }) => status === "passed";

type PlaywrightError = { message?: string; value?: string };
type PlaywrightSuite = {
  file: string;
  specs: {
    title: string;
    line: number;
    tests: {
      projectName: string;
      status: "expected" | "unexpected" | "flaky" | "skipped";
      results: { errors: PlaywrightError[]; duration?: number }[];
      annotations?: { type: string; description?: string }[];
    }[];
  }[];
  suites?: PlaywrightSuite[];
};
type PlaywrightReport = { suites: PlaywrightSuite[]; errors: PlaywrightError[] };

/** Reads Playwright's JSON report. An error outside of the tests, as in the set-up, is a failure of its own. */
export function readPlaywright(text: string): Findings {
  const report = JSON.parse(text) as PlaywrightReport;
  const findings: Findings = { passed: 0, skipped: 0, failures: [] };
  for (const suite of report.suites) addSuite(findings, suite);
  const costs = report.suites.map(costOf);
  if (costs.some(({ cpuSeconds }) => cpuSeconds !== null)) findings.costs = costs;
  findings.failures.push(
    ...report.errors.map((error) => ({ title: "browser journeys", error: textOf(error) })),
  );
  return findings;
}

function addSuite(findings: Findings, { file, specs, suites }: PlaywrightSuite): void {
  for (const { title, line, tests } of specs) {
    for (const { projectName, status, results } of tests) {
      if (status === "expected") findings.passed += 1;
      else if (status === "skipped") findings.skipped += 1;
      else {
        const errors = results.flatMap((result) => result.errors.map(textOf));
        const repeated = status === "flaky" ? "passed only when it was repeated: " : "";
        findings.failures.push({
          title: `${file}:${line} › ${title}${projectName === "desktop" ? "" : ` [${projectName}]`}`,
          error: repeated + (errors[0] ?? "no error was reported"),
        });
      }
    }
  }
  for (const suite of suites ?? []) addSuite(findings, suite);
}

function costOf(suite: PlaywrightSuite): FileCost {
  const tests = testsIn(suite);
  const cpu = tests.flatMap(({ annotations = [] }) =>
    annotations.filter(({ type }) => type === "cpu-seconds").map(({ description }) => Number(description)),
  );
  const milliseconds = tests.flatMap(({ results }) => results.map(({ duration = 0 }) => duration));
  return {
    file: `e2e/${suite.file}`,
    layer: "journey",
    seconds: sum(milliseconds) / 1000,
    cpuSeconds: cpu.length > 0 ? sum(cpu) : null,
  };
}

function testsIn({ specs, suites = [] }: PlaywrightSuite): PlaywrightSuite["specs"][number]["tests"] {
  return [...specs.flatMap(({ tests }) => tests), ...suites.flatMap(testsIn)];
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

const textOf = ({ message, value }: PlaywrightError): string => message ?? value ?? "";
