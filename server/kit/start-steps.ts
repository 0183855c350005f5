import { type PerformanceMeasure, performance } from "node:perf_hooks";

const prefix = "start: ";

/** A step of the start: when it began, in ms since the process did, how long it took, and the CPU that the process used meanwhile. */
export type StartStep = { name: string; beganMs: number; tookMs: number; cpuMs: number };

/**
 * Runs a step of the start, and leaves its time among the measures of the process (`performance.measure`). Steps may lie
 * in one another, or side by side; each counts what all of them used meanwhile.
 */
export async function startStep<Outcome>(
  name: string,
  run: () => Outcome | Promise<Outcome>,
): Promise<Outcome> {
  const [start, before] = [performance.now(), process.cpuUsage()];
  try {
    return await run();
  } finally {
    const { user, system } = process.cpuUsage(before);
    performance.measure(prefix + name, { start, detail: (user + system) / 1_000 });
  }
}

/** The steps until now, in the order in which they began. */
export function startSteps(): StartStep[] {
  const measures = performance.getEntriesByType("measure") as PerformanceMeasure[];
  return measures
    .filter(({ name }) => name.startsWith(prefix))
    .map(({ name, startTime, duration, detail }) => ({
      name: name.slice(prefix.length),
      beganMs: startTime,
      tookMs: duration,
      cpuMs: Number(detail),
    }))
    .toSorted((a, b) => a.beganMs - b.beganMs);
}

/** A line for each step: when it began, how long it took and what it used, in whole ms. */
export function stepsText(steps: readonly StartStep[]): string {
  const column = (text: string | number) => String(text).padStart(7);
  const line = (...[began, took, cpu, name]: (string | number)[]) =>
    `${[began, took, cpu].map((each) => column(each ?? "")).join("")}  ${name}`;
  return [
    line("at ms", "took", "CPU", "step"),
    ...steps.map(({ name, beganMs, tookMs, cpuMs }) =>
      line(...[beganMs, tookMs, cpuMs].map(Math.round), name),
    ),
  ].join("\n");
}
