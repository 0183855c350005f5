import { expect, test } from "vitest";
import { manualClock } from "#testing/manual-clock.ts";
import { watchFiles } from "./watch-files.ts";

test("an answer is good for 15 s, and for nothing once the machine's clock was set back", async () => {
  const clock = manualClock("2026-11-21T12:00:00Z");
  let problem: string | null = null;
  const check = async () => {
    if (problem) throw new Error(problem);
  };
  const filesProblem = watchFiles({ check }, clock);
  expect(await filesProblem()).toBeNull();
  problem = "the disk is full";
  clock.set("2026-11-21T12:00:14Z");
  expect(await filesProblem()).toBeNull();
  clock.set("2026-11-21T12:00:15Z");
  expect(await filesProblem()).toBe("the disk is full");
  problem = null;
  clock.set("2026-11-21T11:00:00Z");
  expect(await filesProblem()).toBeNull();
});
