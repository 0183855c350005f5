import { execFile, spawn } from "node:child_process";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { freePort } from "#testing/free-port.ts";

const rootDir = path.resolve(import.meta.dirname, "../..");
let dataDir = "";
beforeAll(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), "fanlight-failed-start-"));
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

type Place = { port: number | string; mediaPort?: number; dataDir: string; uid?: number; gid?: number };

/** Starts the product as `npm start` does, where it cannot; answers its exit code and what it complained of. */
function startInVain({
  port,
  mediaPort,
  dataDir: folder,
  ...user
}: Place): Promise<{ code: unknown; lines: string[] }> {
  const env = {
    ...{ PATH: process.env.PATH, PORT: String(port), DATA_DIR: folder, LOG_LEVEL: "error" },
    ...(mediaPort === undefined ? {} : { MEDIA_PORT: String(mediaPort) }),
  };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ["scripts/start.mjs"],
      { cwd: rootDir, env, ...user },
      (error, _output, complained) => resolve({ code: error?.code, lines: complained.trim().split("\n") }),
    );
  });
}

test("a port that is taken is reported in one line", async () => {
  const taken = createServer();
  await new Promise<void>((done) => taken.listen(0, () => done()));
  const { port } = taken.address() as { port: number };
  const line = expect.stringMatching(new RegExp(`^Fanlight cannot start: port ${port} is taken`));
  expect(await startInVain({ port, dataDir })).toEqual({ code: 1, lines: [line] });
  taken.close();
});

test(
  "a media port that is taken is reported in one line, by the name of its setting",
  { timeout: 120_000 },
  async () => {
    const taken = createSocket("udp4").bind(await freePort());
    await once(taken, "listening");
    const { port: mediaPort } = taken.address();
    expect(await startInVain({ port: await freePort(), mediaPort, dataDir })).toEqual({
      code: 1,
      lines: [`Fanlight cannot start: UDP port ${mediaPort} is taken; set MEDIA_PORT to a free one.`],
    });
    taken.close();
  },
);

test("a data folder that cannot be written is reported in one line", async () => {
  const ordinary = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const locked = path.join(dataDir, "locked");
  mkdirSync(locked, { mode: 0o555 });
  const { code, lines } = await startInVain({
    port: await freePort(),
    dataDir: path.join(locked, "data"),
    ...ordinary,
  });
  expect([code, lines.length]).toEqual([1, 1]);
  expect(lines[0]).toMatch(/^Fanlight cannot start/);
  expect(lines[0]).toContain(locked);
});

test("settings that make no sense are reported by name", async () => {
  const { code, lines } = await startInVain({ port: "many", dataDir });
  expect(code).toBe(1);
  expect(lines.join("\n")).toContain("PORT");
});

test(
  "what a start cannot write to a full disk is lost, and the start goes on",
  { timeout: 120_000 },
  async () => {
    const taken = createSocket("udp4").bind(await freePort());
    onTestFinished(() => void taken.close());
    await once(taken, "listening");
    const full = openSync("/dev/full", "w");
    onTestFinished(() => closeSync(full));
    const { port } = taken.address();
    const child = spawn(process.execPath, ["scripts/start.mjs"], {
      cwd: rootDir,
      env: {
        ...{ PATH: process.env.PATH, PORT: String(await freePort()), MEDIA_PORT: String(port) },
        ...{ DATA_DIR: dataDir, LOG_LEVEL: "error" },
      },
      stdio: ["ignore", full, "pipe"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    let complained = "";
    child.stderr?.on("data", (part: Buffer) => {
      complained += part.toString();
    });
    await once(child, "close");
    expect(complained).toBe(
      `Fanlight cannot start: UDP port ${port} is taken; set MEDIA_PORT to a free one.\n`,
    );
  },
);
