import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import {
  describeSelection,
  recordPassed,
  type Selection,
  selectHeavyTests,
} from "../testing/heavy/selection.ts";
import { rootDir } from "./test/run-tool.ts";
import { runCheck, runJourneys, runVitest } from "./test/stages.ts";
import { type Stage, summaryOf } from "./test/summary.ts";

/**
 * Runs what shows whether the product is sound, and closes with one line of counts.
 * `usual`: everything, of the heavy tests those whose sources have changed. `all`: everything, and notes which heavy
 * tests have passed. `quick`: all but the journeys and the tests that start processes of the product. `changed`: what
 * the files touch that differ from a commit, by default the last one. `nodes`: several nodes on one Redis.
 * `--json FILE` writes the stages with what each test file cost (`Stage[]`).
 */
const { values, positionals } = parseArgs({ options: { json: { type: "string" } }, allowPositionals: true });
const [mode = "usual", since = "HEAD"] = positionals;
const borders = ["contract", "server", "web", "media-engine", "demo"];
const checks = {
  format: ["oxfmt", "--check", "--no-error-on-unmatched-pattern"],
  routes: ["react-router", "typegen", ".", "--config", "scripts/test/routes.vite.config.ts"],
  messages: [
    "paraglide-js",
    ...["compile", "--project", "./project.inlang", "--outdir", "./web/paraglide"],
    "--emit-ts-declarations",
  ],
  types: ["tsc", "--noEmit", "--checkers", "1", "-p", "."],
  studioTypes: ["tsc", "--noEmit", "-p", "demo/studio"],
  lint: ["oxlint", "--type-aware", "--deny-warnings", "--report-unused-disable-directives"],
  borders: ["depcruise", "--config", ".dependency-cruiser.cjs", "--progress", "none"],
} as const;

/** Tools that generate code come before those that read it; the rest runs side by side. */
async function runChecks(files: readonly string[] = ["."]): Promise<Stage[]> {
  const sources = files.filter((file) => file === "." || /\.[cm]?[jt]sx?$/.test(file));
  console.log("\n── checks");
  const generated = await Promise.all([
    runCheck("typed routes", checks.routes),
    runCheck("messages", checks.messages),
  ]);
  const checked = await Promise.all([
    runCheck("format", [...checks.format, ...files]),
    runCheck("types", checks.types),
    existsSync("demo/studio/node_modules")
      ? runCheck("types of the demo's studio", checks.studioTypes)
      : skippedStudio(),
    ...(sources.length > 0 ? [runCheck("lint", [...checks.lint, ...sources])] : []),
    runCheck("module borders", [...checks.borders, ...borders]),
  ]);
  return [...generated, ...checked];
}

/** Stands for the tests of what draws the demo world where their dependencies are not installed. */
function skippedStudio(): Stage {
  console.log("\nThe tests of what draws the demo world need `npm ci --prefix demo/studio`. Skipped.");
  return { title: "the demo's studio", seconds: 0, findings: { passed: 0, skipped: 1, failures: [] } };
}

/** Files that differ from `since`, a commit, and those that git does not know yet; relative to the checkout. */
function changedFiles(since: string): string[] {
  const known = git("diff", "--name-only", "--diff-filter=d", "--relative", since);
  const added = git("ls-files", "--others", "--exclude-standard");
  return [...new Set([...known, ...added])];
}

function git(...args: string[]): string[] {
  return execFileSync("git", args, { cwd: rootDir, encoding: "utf8" }).split("\n").filter(Boolean);
}

/** A Vitest project of that name holds the tests that start and kill processes of the product. */
const withoutProcesses = ["--project=!process"];

const testsOfNodes = [
  "server/app/nodes",
  "server/realtime/redis",
  "server/kit/redis",
  "server/kit/nodes",
  "server/start/run-nodes.test.ts",
];

/** A run's stages, and its notes beside their results. */
type Run = { stages: Stage[]; notes?: string };

async function runMode(reportDir: string): Promise<Run> {
  if (mode === "changed") {
    const files = changedFiles(since);
    if (files.length === 0) return { stages: [] };
    return { stages: [...(await runChecks(files)), await runVitest(reportDir, ["--changed", since])] };
  }
  if (mode === "nodes") return { stages: [await runVitest(reportDir, testsOfNodes)] };
  const checked = await runChecks();
  if (mode === "quick") return { stages: [...checked, await runVitest(reportDir, withoutProcesses)] };
  const selection = selectHeavyTests();
  if (mode === "all") return runAll(reportDir, checked, selection);
  const omitted = selection.unchanged.flatMap((file) => ["--exclude", file]);
  // Not side by side: on two cores that takes as long, since both then wait and poll longer.
  const stages = [...checked, await runVitest(reportDir, omitted), await runJourneys(reportDir)];
  return { stages, notes: describeSelection(selection) };
}

/** How much of what is drawn by chance is tried when there is time: requests for each operation, lives of gateways. */
const longRun = { SCHEMATHESIS_EXAMPLES: "6", FAULT_SEEDS: "12" };

async function runAll(reportDir: string, checked: Stage[], selection: Selection): Promise<Run> {
  process.env = { ...longRun, ...process.env };
  const tests = await runVitest(reportDir);
  recordPassed(selection, new Set(tests.findings.passedFiles));
  return {
    stages: [...checked, tests, await runJourneys(reportDir)],
    notes: "every heavy test was to run; testing/heavy/passed.json names those that passed: commit it",
  };
}

if (!["usual", "all", "quick", "changed", "nodes"].includes(mode))
  throw new Error(`there is no such set of tests: ${mode}`);
const reportDir = mkdtempSync(path.join(tmpdir(), "fanlight-test-"));
try {
  const startedAt = performance.now();
  const { stages, notes } = await runMode(reportDir);
  if (values.json) writeFileSync(values.json, JSON.stringify(stages, null, 1));
  console.log(summaryOf(stages, (performance.now() - startedAt) / 1000, notes));
  process.exitCode = stages.some(({ findings }) => findings.failures.length > 0) ? 1 : 0;
} finally {
  rmSync(reportDir, { recursive: true, force: true });
}
