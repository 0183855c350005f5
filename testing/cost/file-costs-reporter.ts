import { writeFileSync } from "node:fs";
import path from "node:path";
import type { Reporter, TestModule } from "vitest/node";
import type { FileCost } from "../../scripts/test/reports.ts";
import type {} from "./measure-file.ts";

/** Writes what each test file cost, as a JSON list of `FileCost`, to the file that `FILE_COSTS` names. */
export default class FileCostsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const target = process.env.FILE_COSTS;
    if (target) writeFileSync(target, JSON.stringify(modules.map(costOf)));
  }
}

function costOf(module: TestModule): FileCost {
  return {
    file: path.relative(process.cwd(), module.moduleId),
    layer: module.project.name,
    seconds: module.diagnostic().duration / 1000,
    cpuSeconds: module.meta().cpuSeconds ?? null,
  };
}
