import { stripVTControlCharacters } from "node:util";
import type { Findings } from "./reports.ts";

/** `cpuSeconds`: with everything that the stage started; of stages that ran alone, where they can be read. */
export type Stage = { title: string; seconds: number; cpuSeconds?: number | null; findings: Findings };

/** Lines of an error that are shown at the end; fewer when much failed, for a log that shows only its last screen. */
const errorLines = { few: 8, many: 2 };
const few = 8;
const dearestShown = 20;
const lineWidth = 240;

/**
 * Everything that is printed at the end: what failed and why, what the run has to tell beside that, how long each stage
 * and all of them took (some run side by side), and one line of counts.
 */
export function summaryOf(stages: readonly Stage[], seconds: number, notes?: string): string {
  const failures = stages.flatMap(({ findings }) => findings.failures);
  const shown = failures.length <= few ? errorLines.few : errorLines.many;
  const failed = failures.flatMap(({ title, error }) => ["", `✗ ${title}`, ...firstLines(error, shown)]);
  const width = Math.max(...stages.map(({ title }) => title.length));
  const times = stages.map(({ title, seconds: own, cpuSeconds, findings }) => {
    const verdict = findings.failures.length > 0 ? `${findings.failures.length} failed` : "ok";
    const cpu = cpuSeconds == null ? "" : `  ${cpuSeconds.toFixed(0)} CPU-s`;
    return `  ${title.padEnd(width)}  ${own.toFixed(1).padStart(7)} s  ${verdict}${cpu}`;
  });
  return [
    ...failed,
    ...dearest(stages),
    ...(notes ? ["", notes] : []),
    "",
    ...times,
    `  ${"together".padEnd(width)}  ${seconds.toFixed(1).padStart(7)} s`,
    "",
    counts(stages),
  ].join("\n");
}

/** The files that cost most processor time, and what each layer costs. */
function dearest(stages: readonly Stage[]): string[] {
  const costs = stages
    .flatMap(({ findings }) => findings.costs ?? [])
    .map((cost) => ({ ...cost, cpu: cost.cpuSeconds ?? 0 }))
    .toSorted((a, b) => b.cpu - a.cpu);
  if (costs.every(({ cpu }) => cpu === 0)) return [];
  const row = (cpu: number, seconds: number, name: string) =>
    `  ${cpu.toFixed(1).padStart(7)} CPU-s  ${seconds.toFixed(1).padStart(7)} s  ${name}`;
  const layers = Map.groupBy(costs, ({ layer }) => layer);
  return [
    "",
    ...costs.slice(0, dearestShown).map(({ cpu, seconds, file }) => row(cpu, seconds, file)),
    "",
    ...[...layers].map(([layer, files]) =>
      row(total(files, "cpu"), total(files, "seconds"), `${layer} (${files.length})`),
    ),
  ];
}

const total = <Key extends string>(rows: readonly Record<Key, number>[], key: Key) =>
  rows.reduce((sum, row) => sum + row[key], 0);

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
