import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const module = fileURLToPath(new URL("./leave-on-signal.ts", import.meta.url));

/** A process whose stop is this expression, asked to stop once it runs; its exit code and what it printed as errors. */
async function stopped(stop: string) {
  const program = `
    const { leaveOnSignal } = await import(${JSON.stringify(module)});
    leaveOnSignal(() => ${stop}, 300);
    setInterval(() => undefined, 1_000);
    console.log("runs");`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    env: { ...process.env, NODE_NO_WARNINGS: "1" },
  });
  const errors = text(child.stderr);
  await once(child.stdout, "data");
  child.kill("SIGTERM");
  const [code] = await once(child, "exit");
  return { code, errors: await errors };
}

test("who is asked to stop ends with 0 once everything is stopped", async () => {
  expect(await stopped("Promise.resolve()")).toEqual({ code: 0, errors: "" });
});

test("a stop that hangs or fails ends the process all the same, and says so", async () => {
  const [hung, failed] = await Promise.all([
    stopped("new Promise(() => undefined)"),
    stopped("Promise.reject(new Error('the disk is full'))"),
  ]);
  expect(hung).toEqual({ code: 1, errors: "Stopping took longer than 0.3 s: ended as it was\n" });
  expect(failed).toEqual({ code: 1, errors: expect.stringContaining("the disk is full") });
});
