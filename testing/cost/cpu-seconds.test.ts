import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { cpuSecondsOf, cpuSecondsOfEnded } from "./cpu-seconds.ts";

/** Works for half a processor second, says so, and lives until its input ends. */
const worker = `
  while (process.cpuUsage().user < 500_000);
  process.stdout.write("worked");
  process.stdin.resume();
`;

test.skipIf(process.platform !== "linux")(
  "the time of a process counts for the one that started it, while it runs and when it has ended",
  async () => {
    const [before, endedBefore] = [cpuSecondsOf(process.pid) ?? 0, cpuSecondsOfEnded() ?? 0];
    const child = spawn(process.execPath, ["-e", worker], { stdio: ["pipe", "pipe", "inherit"] });
    await once(child.stdout, "data");
    const running = cpuSecondsOf(process.pid) ?? 0;
    expect(running - before).toBeGreaterThan(0.4);
    expect(cpuSecondsOf(child.pid ?? 0)).toBeGreaterThan(0.4);
    child.stdin.end();
    await once(child, "close");
    expect((cpuSecondsOf(process.pid) ?? 0) - before).toBeGreaterThan(0.4);
    expect((cpuSecondsOfEnded() ?? 0) - endedBefore).toBeGreaterThan(0.4);
    expect(cpuSecondsOf(child.pid ?? 0)).toBeNull();
  },
);
