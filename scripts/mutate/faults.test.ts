import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { rootDir } from "../test/run-tool.ts";
import { faults, kinds } from "./faults.ts";
import { withFault } from "./plant.ts";

test("each planted fault has its place in the sources, once, and tests that are to notice it", () => {
  for (const fault of faults) {
    const text = readFileSync(path.join(rootDir, fault.file), "utf8");
    expect(withFault(text, fault), fault.title).not.toBe(text);
    for (const file of fault.noticedBy) expect(existsSync(path.join(rootDir, file)), file).toBe(true);
  }
});

test("faults of every kind are planted, twenty at the least", () => {
  expect(faults.length).toBeGreaterThanOrEqual(20);
  expect(new Set(faults.map(({ kind }) => kind))).toEqual(new Set(kinds));
});

test("a place that stands twice, or no more, is named", () => {
  const fault = {
    ...faults[0],
    title: "twice",
    file: "a.ts",
    right: "x",
    wrong: "y",
  } as (typeof faults)[number];
  expect(withFault("a x b", fault)).toBe("a y b");
  expect(() => withFault("x x", fault)).toThrow("a.ts");
  expect(() => withFault("z", fault)).toThrow("a.ts");
});
