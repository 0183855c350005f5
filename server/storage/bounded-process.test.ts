import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { plainNodeMegabytes } from "#testing/processes/plain-node.ts";
import { boundedProcess, outOfTime, type ProcessBounds } from "./bounded-process.ts";

const wide: ProcessBounds = { heapMegabytesMax: 64, memoryMegabytesMax: 1_000_000, cpuSecondsMax: 60 };

/** Starts a program within bounds. */
async function start(program: string, bounds: Partial<ProcessBounds>) {
  const folder = await mkdtemp(path.join(tmpdir(), "fanlight-bounded-"));
  const module = path.join(folder, "program.mjs");
  await writeFile(module, program);
  const child = boundedProcess(module, ["a b"], { ...wide, ...bounds });
  const ended = new Promise<string | number | null>((resolve) =>
    child.once("exit", (code, signal) => resolve(signal ?? code)),
  );
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
    await rm(folder, { recursive: true });
  });
  return { child, message: new Promise<unknown>((resolve) => child.once("message", resolve)), ended };
}

test("a process gets its arguments and none of the environment", async () => {
  process.env.FANLIGHT_TEST_SECRET = "secret";
  onTestFinished(() => void delete process.env.FANLIGHT_TEST_SECRET);
  const { message, ended } = await start(
    "process.send([process.argv[2], process.env.FANLIGHT_TEST_SECRET ?? null]); process.disconnect();",
    {},
  );
  expect(await message).toEqual(["a b", null]);
  expect(await ended).toBe(0);
});

test("a process that computes on though its parent is gone is ended by the system", async () => {
  const { child, message, ended } = await start("process.send('begun', () => { for (;;); });", {
    cpuSecondsMax: 1,
  });
  await message;
  child.disconnect();
  expect(["SIGKILL", outOfTime]).toContain(await ended);
});

test.runIf(process.platform === "linux")(
  "what a process wants outside of its heap is bounded too: a buffer that does not fit is an error",
  async () => {
    const program = (megabytes: number) => `
      let outcome = "fits";
      try { new Uint8Array(${megabytes} * 1024 * 1024).fill(1); } catch (error) { outcome = error.name; }
      process.send(outcome, () => process.disconnect());`;
    const bounds = { memoryMegabytesMax: (await plainNodeMegabytes()) + 500 };
    expect(await (await start(program(100), bounds)).message).toBe("fits");
    expect(await (await start(program(700), bounds)).message).toBe("RangeError");
  },
);
