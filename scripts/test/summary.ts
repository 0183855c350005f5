import { stripVTControlCharacters } from "node:util";
import type { Findings } from "./reports.ts";

export type Stage = { title: string; seconds: number; findings: Findings };

/** Lines of an error that are shown at the end; fewer when much failed, for a log that shows only its last screen. */
const errorLines = { few: 8, many: 2 };
const few = 8;
const lineWidth = 240;

/**
 * Everything that is printed at the end: what failed and why, how long each stage and all of them took (some run side by
 * side), and one line of counts.
 */
export function summaryOf(stages: readonly Stage[], seconds: number): string {
  const failures = stages.flatMap(({ findings }) => findings.failures);
  const shown = failures.length <= few ? errorLines.few : errorLines.many;
  const failed = failures.flatMap(({ title, error }) => ["", `✗ ${title}`, ...firstLines(error, shown)]);
  const width = Math.max(...stages.map(({ title }) => title.length));
  const times = stages.map(({ title, seconds: own, findings }) => {
    const verdict = findings.failures.length > 0 ? `${findings.failures.length} failed` : "ok";
    return `  ${title.padEnd(width)}  ${own.toFixed(1).padStart(7)} s  ${verdict}`;
  });
  return [
    ...failed,
    "",
    ...times,
    `  ${"together".padEnd(width)}  ${seconds.toFixed(1).padStart(7)} s`,
    "",
    counts(stages),
  ].join("\n");
}

/** `N passed, N failed`, and what was skipped, if anything was. */
function counts(stages: readonly Stage[]): string {
  const sum = (count: (findings: Findings) => number) =>
    stages.reduce((total, { findings }) => total + count(findings), 0);
  const skipped = sum((findings) => findings.skipped);
  const base = `${sum((findings) => findings.passed)} passed, ${sum((findings) => findings.failures.length)} failed`;
  return skipped > 0 ? `${base}, ${skipped} skipped` : base;
}

function firstLines(error: string, count: number): string[] {
  return stripVTControlCharacters(error)
    .split("\n")
    .filter((line) => line.trim() !== "")
    .slice(0, count)
    .map((line) => `    ${line.slice(0, lineWidth)}`);
}
