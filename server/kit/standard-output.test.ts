import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { until } from "#testing/until.ts";

const imports = `
  const { createLogger } = await import("#server/kit/log.ts");
  const { outliveOutput } = await import("#server/kit/standard-output.ts");
  const { leaveOnSignal } = await import("#server/start/leave-on-signal.ts");
  outliveOutput();
  const log = createLogger("info");`;

/** Logs and speaks until it is asked to end; names each turn as a complaint. */
const worker = `
  leaveOnSignal(async () => log.info("stopping"));
  let turns = 0;
  setInterval(() => {
    log.info({ turn: ++turns }, "x".repeat(100));
    console.log("a word");
    console.error("turn " + turns + ".");
  }, 5);`;

/** Runs a script by a command, `node` unless given; it is killed when the test ends before it. */
function run(script: string, stdout: number | "pipe", command: readonly string[] = ["env"]) {
  const [program = "", ...before] = command;
  const node = [process.execPath, "--input-type=module", "--eval", imports + script];
  const child: ChildProcess = spawn(program, [...before, ...node], {
    cwd: import.meta.dirname,
    stdio: ["ignore", stdout, "pipe"],
    env: { ...process.env, NODE_NO_WARNINGS: "1" },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let complaints = "";
  child.stderr?.on("data", (part: Buffer) => {
    complaints += part.toString();
  });
  const says = (words: string) => until(() => complaints.includes(words), words);
  return { child, says, complaints: () => complaints };
}

test("a full disk under the log holds up nothing, and keeps no process from ending", async () => {
  const full = openSync("/dev/full", "w");
  onTestFinished(() => closeSync(full));
  const { child, says, complaints } = run(worker, full);
  const ended = once(child, "exit");
  await says("turn 10.");
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
  expect(complaints()).toMatch(/^(turn \d+\.\n)+$/);
});

test("what was logged while a disk was full is written once there is room", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "fanlight-output-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, "log");
  const output = openSync(file, "a");
  onTestFinished(() => closeSync(output));
  // Files of this process may have so many blocks, which is too few for what it has to say.
  const { child, says } = run(worker, output, ["sh", "-c", 'ulimit -f 2; exec "$@"', "sh"]);
  const ended = once(child, "exit");
  await says("turn 20.");
  truncateSync(file);
  const written = () => readFileSync(file, "utf8").split("\n");
  await until(() => written().some((line) => line.startsWith('{"level":30')), "lines");
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
});

test("a process that ends while its log is read slowly ends when all of it is read, in its order", async () => {
  const lines = 20_000;
  const { child, says } = run(
    `for (let turn = 0; turn < ${lines}; turn++) log.info({ turn }, "a line");
    console.error("logged");
    process.exit();`,
    "pipe",
  );
  await says("logged");
  if (!child.stdout) throw new Error("its output is no pipe");
  const read = await text(child.stdout);
  const turns = read
    .trim()
    .split("\n")
    .map((line) => (JSON.parse(line) as { turn: number }).turn);
  expect(turns).toEqual(Array.from({ length: lines }, (_, turn) => turn));
});
