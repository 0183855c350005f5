import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { waitMsMax } from "./migrate.ts";

const deployed = (file: string) => readFileSync(new URL(`../../../deploy/${file}`, import.meta.url), "utf8");

test("who runs containers waits for a start as long as migrations may take", () => {
  const [, probe = ""] = /startupProbe: (.*)/.exec(deployed("kubernetes.yaml")) ?? [];
  const [failures, seconds] = ["failureThreshold", "periodSeconds"].map((name) =>
    Number(new RegExp(`${name}: (\\d+)`).exec(probe)?.[1]),
  );
  expect(Number(failures) * Number(seconds) * 1_000).toBeGreaterThanOrEqual(waitMsMax);
  const [, hours] = /--start-period=(\d+)h/.exec(deployed("Dockerfile")) ?? [];
  expect(Number(hours) * 3_600_000).toBeGreaterThanOrEqual(waitMsMax);
});
