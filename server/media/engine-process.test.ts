import { spawn } from "node:child_process";
import { createSocket } from "node:dgram";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { startMediaEngine } from "#server/media/media.ts";
import { until } from "#testing/until.ts";

const log = { info() {}, warn() {}, error() {} };

const parentProgram = `
  import { startMediaEngine } from "#server/media/media.ts";
  const media = await startMediaEngine({ udpPort: 0, log: { info() {}, warn() {}, error() {} } });
  console.log(media.processId());
  setInterval(() => {}, 1000);
`;

test("a taken UDP port is one clear refusal to start", async () => {
  const socket = createSocket("udp4");
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  const udpPort = socket.address().port;
  await expect(startMediaEngine({ udpPort, bindAddress: "127.0.0.1", log })).rejects.toThrow(
    `UDP port ${udpPort} is taken`,
  );
  socket.close();
});

test("the engine does not outlive the application, however that ends", async () => {
  const parent = spawn(process.execPath, ["--input-type=module-typescript", "--eval", parentProgram], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const processId = await new Promise<number>((resolve) => {
    createInterface({ input: parent.stdout }).once("line", (line) => resolve(Number(line)));
  });
  expect(isAlive(processId)).toBe(true);
  parent.kill("SIGKILL");
  await until(() => !isAlive(processId), "the engine's end");
});

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch {
    return false;
  }
}
