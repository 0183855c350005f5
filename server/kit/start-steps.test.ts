import { expect, test } from "vitest";
import { startStep, startSteps, stepsText } from "./start-steps.ts";

test("each step of a start is told with its time, in the order in which they began, also one that failed", async () => {
  const outer = startStep("outer", async () => {
    expect(await startStep("inner", () => Promise.resolve("done"))).toBe("done");
    await expect(startStep("broken", () => Promise.reject(new Error("no disk")))).rejects.toThrow("no disk");
  });
  await outer;
  const steps = startSteps();
  expect(steps.map(({ name }) => name)).toEqual(["outer", "inner", "broken"]);
  const [whole, ...parts] = steps;
  const sum = parts.reduce((all, { tookMs }) => all + tookMs, 0);
  expect(whole?.tookMs).toBeGreaterThanOrEqual(sum);
  for (const { cpuMs } of steps) expect(cpuMs).toBeGreaterThanOrEqual(0);
});

test("the steps are a table in whole milliseconds", () => {
  const steps = [{ name: "database", beganMs: 904.4, tookMs: 2_061.6, cpuMs: 281.2 }];
  expect(stepsText(steps).split("\n")).toEqual([
    "  at ms   took    CPU  step",
    "    904   2062    281  database",
  ]);
});
