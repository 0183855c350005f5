import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { findChromium, findSchemathesis, schemathesisVersion } from "./find-executable.ts";

/** Runs everything that says whether the product is sound, and closes with one line of counts. */
type Counts = { passed: number; failed: number; skipped: number };

const root = path.resolve(import.meta.dirname, "..");
const reports = mkdtempSync(path.join(tmpdir(), "fanlight-test-"));
const total: Counts = { passed: 0, failed: 0, skipped: 0 };

/** Checks that either hold or do not; each counts as one test. */
const checks: [title: string, command: string[]][] = [
  ["format and simple lint", ["biome", "check", "--error-on-warnings", "."]],
  ["typed routes", ["react-router", "typegen"]],
  [
    "messages",
    "paraglide-js compile --project ./project.inlang --outdir ./web/paraglide --emit-ts-declarations".split(
      " ",
    ),
  ],
  ["types", ["tsc", "--noEmit", "-p", "."]],
  ["typed lint", ["oxlint", "--type-aware", "--deny-warnings", "."]],
  [
    "module borders",
    [
      "depcruise",
      "--config",
      ".dependency-cruiser.cjs",
      "--progress",
      "none",
      "contract",
      "server",
      "web",
      "media-engine",
      "demo",
    ],
  ],
];

for (const [title, command] of checks) {
  checked(await run(title, command));
}
if (!existsSync(path.join(root, "demo/studio/node_modules"))) {
  console.log("\nThe tests of what draws the demo world need `npm ci --prefix demo/studio`. Skipped.");
  add({ passed: 0, failed: 0, skipped: 1 });
} else checked(await run("types of the demo's studio", ["tsc", "--noEmit", "-p", "demo/studio"]));
add(await runVitest());
add(await runJourneys());
rmSync(reports, { recursive: true, force: true });
console.log(
  `\n${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ""}`,
);
process.exitCode = total.failed > 0 ? 1 : 0;

function checked(code: number): void {
  add({ passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 });
}

function add(counts: Counts): void {
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.skipped += counts.skipped;
}

async function runVitest(): Promise<Counts> {
  if (!findSchemathesis())
    console.log(
      `\nThe run over the OpenAPI document needs Schemathesis: \`pip install schemathesis==${schemathesisVersion}\`, or set SCHEMATHESIS_PATH. Skipped.`,
    );
  const file = path.join(reports, "vitest.json");
  const code = await run("unit and integration tests", [
    "vitest",
    "run",
    "--reporter=dot",
    "--reporter=json",
    `--outputFile.json=${file}`,
  ]);
  return counted(code, file, (report) => ({
    passed: report.numPassedTests ?? 0,
    failed: report.numFailedTests ?? 0,
    skipped: report.numPendingTests ?? 0,
  }));
}

async function runJourneys(): Promise<Counts> {
  const file = path.join(reports, "playwright.json");
  const chromium = findChromium();
  if (!chromium) {
    console.log(
      "\nBrowser journeys need Chromium: `apt-get install chromium`, or set CHROMIUM_PATH. Skipped.",
    );
    return { passed: 0, failed: 0, skipped: 1 };
  }
  const code = await run("browser journeys", ["playwright", "test"], {
    CHROMIUM_PATH: chromium,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  return counted(code, file, (report) => ({
    passed: (report.stats?.expected ?? 0) + (report.stats?.flaky ?? 0),
    failed: report.stats?.unexpected ?? 0,
    skipped: report.stats?.skipped ?? 0,
  }));
}

type Report = {
  numPassedTests?: number;
  numFailedTests?: number;
  numPendingTests?: number;
  stats?: { expected: number; unexpected: number; flaky: number; skipped: number };
};

/** Reads a runner's report; a runner that failed without saying which test is one failure. */
function counted(code: number, file: string, read: (report: Report) => Counts): Counts {
  try {
    const counts = read(JSON.parse(readFileSync(file, "utf8")) as Report);
    return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

function run(
  title: string,
  [tool = "", ...args]: string[],
  env: Record<string, string> = {},
): Promise<number> {
  console.log(`\n── ${title}`);
  const startedAt = performance.now();
  const child = spawn(path.join(root, "node_modules", ".bin", tool), args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ["ignore", "inherit", "inherit"],
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      console.log(`── ${title}: ${code === 0 ? "ok" : "FAILED"} in ${seconds} s`);
      resolve(code ?? 1);
    });
  });
}
