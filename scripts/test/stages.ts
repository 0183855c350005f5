import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import {
  findChromium,
  findCoturn,
  findFirefox,
  findLivekitServer,
  findRedisServer,
  findSchemathesis,
  findVersitygw,
  findWebKit,
  livekitVersion,
  schemathesisVersion,
  versitygwVersion,
} from "../find-executable.ts";
import { type FileCost, type Findings, readPlaywright, readVitest } from "./reports.ts";
import { rootDir, runTool, type ToolResult } from "./run-tool.ts";
import type { Stage } from "./summary.ts";

/** A check that either holds or does not; it counts as one test. Several may run side by side. */
export async function runCheck(title: string, command: readonly string[]): Promise<Stage> {
  const { code, seconds, outputTail } = await runTool(command, { isHeld: true });
  console.log(verdictOf(title, code, seconds));
  const findings: Findings = { passed: 1, skipped: 0, failures: [] };
  if (code === 0) return { title, seconds, findings };
  return { title, seconds, findings: { ...findings, passed: 0, failures: [{ title, error: outputTail }] } };
}

/** Unit and integration tests; `args` choose among them. */
export async function runVitest(reportDir: string, args: readonly string[] = []): Promise<Stage> {
  if (!findSchemathesis())
    console.log(
      `\nThe run over the OpenAPI document needs Schemathesis: \`pip install schemathesis==${schemathesisVersion}\`, or set SCHEMATHESIS_PATH. Skipped.`,
    );
  if (!findVersitygw())
    console.log(
      `\nThe tests of files on S3 need versitygw: \`go install github.com/versity/versitygw/cmd/versitygw@${versitygwVersion}\`, or set VERSITYGW_PATH. Skipped.`,
    );
  if (!findRedisServer())
    console.log(
      "\nThe tests of several nodes need Redis: `apt-get install redis-server`, or set REDIS_SERVER_PATH. Skipped.",
    );
  if (!findLivekitServer())
    console.log(
      `\nThe tests of LiveKit need its server, ${livekitVersion}: a release of github.com/livekit/livekit, or set LIVEKIT_SERVER_PATH. Skipped.`,
    );
  if (!findCoturn())
    console.log(
      "\nThe tests of TURN servers need coturn: `apt-get install coturn`, or set TURNSERVER_PATH. Skipped.",
    );
  const file = path.join(reportDir, "vitest.json");
  const costs = path.join(reportDir, "costs.json");
  const command = ["vitest", "run", "--retry=0", "--silent=passed-only"];
  const reporters = [
    ...["--reporter=default", "--reporter=json", `--outputFile.json=${file}`],
    "--reporter=./testing/cost/file-costs-reporter.ts",
  ];
  const title = "unit and integration tests";
  const result = await withHeading(title, () =>
    runTool([...command, ...reporters, ...args], { env: { FILE_COSTS: costs } }),
  );
  return reported(title, result, file, (text) => ({
    ...readVitest(text, rootDir),
    ...(existsSync(costs) && { costs: JSON.parse(readFileSync(costs, "utf8")) as FileCost[] }),
  }));
}

/** Browser journeys; without a Chromium they are one skipped test. */
export async function runJourneys(reportDir: string): Promise<Stage> {
  const title = "browser journeys";
  const chromium = findChromium();
  if (!chromium) {
    console.log(
      "\nBrowser journeys need Chromium: `apt-get install chromium-headless-shell`, or set CHROMIUM_PATH. Skipped.",
    );
    return { title, seconds: 0, findings: { passed: 0, skipped: 1, failures: [] } };
  }
  if (!findFirefox())
    console.log(
      "\nThe journey in Firefox needs it: `apt-get install firefox-esr`, or set FIREFOX_PATH. Skipped.",
    );
  if (!findWebKit())
    console.log(
      "\nThe journey in WebKit needs its driver and a screen: `apt-get install webkit2gtk-driver xvfb`. Skipped.",
    );
  const file = path.join(reportDir, "playwright.json");
  const result = await withHeading(title, () =>
    runTool(["playwright", "test", "--retries=0", "--forbid-only"], {
      env: { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
    }),
  );
  return reported(title, result, file, readPlaywright);
}

/** Reads a runner's report; a runner that failed without naming a test is one failure. */
function reported(
  title: string,
  { code, seconds, cpuSeconds, outputTail }: ToolResult,
  file: string,
  read: (text: string) => Findings,
): Stage {
  const findings: Findings = existsSync(file)
    ? read(readFileSync(file, "utf8"))
    : { passed: 0, skipped: 0, failures: [] };
  rmSync(file, { force: true });
  if (code !== 0 && findings.failures.length === 0) findings.failures.push({ title, error: outputTail });
  return { title, seconds, cpuSeconds, findings };
}

async function withHeading(title: string, run: () => Promise<ToolResult>): Promise<ToolResult> {
  console.log(`\n── ${title}`);
  const result = await run();
  console.log(verdictOf(title, result.code, result.seconds));
  return result;
}

const verdictOf = (title: string, code: number, seconds: number) =>
  `── ${title}: ${code === 0 ? "ok" : "FAILED"} in ${seconds.toFixed(1)} s`;
