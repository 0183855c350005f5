import { spawn, spawnSync } from "node:child_process";
import { createSocket } from "node:dgram";
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { expect, test, vi } from "vitest";
import { monotonicMs } from "#server/kit/nodes/ownership.ts";
import { systemUsers } from "#server/kit/system-users.ts";
import { startEngineProcess } from "#server/media/engine-process.ts";
import { ownedMedia, startMediaEngine } from "#server/media/media.ts";
import { startTestMedia } from "#testing/media/media-rig.ts";
import { environmentOf, filesOf, rightsOf } from "#testing/processes/rights-of.ts";
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

const noSettings = { onReport() {}, onEvent() {}, onDown() {}, onRestarted() {} };

test("an engine whose first process ends before it is ready is started again", async () => {
  // An address of the documentation, which no machine has.
  const settings: { udpPort: number; bindAddress?: string } = { udpPort: 0, bindAddress: "192.0.2.1" };
  const ended = (_fields: object, message?: string) => {
    if (message === "media engine ended") delete settings.bindAddress;
  };
  const engine = await startEngineProcess({ settings, log: { ...log, error: ended }, ...noSettings });
  expect(settings.bindAddress).toBeUndefined();
  expect(engine.isReady()).toBe(true);
  await engine.stop();
});

test("an engine that the system cannot start yet is started when it can", async () => {
  const failures: string[] = [];
  const node = process.execPath;
  process.execPath = "/nowhere/node";
  const started = startEngineProcess({
    settings: { udpPort: 0 },
    log: { ...log, error: (...logged: unknown[]) => void failures.push(String(logged.at(-1))) },
    ...noSettings,
  });
  await until(() => failures.includes("media engine ended"), "the failed start");
  process.execPath = node;
  const engine = await started;
  expect(engine.isReady()).toBe(true);
  await engine.stop();
});

test("an engine that never reports that it is ready is ended and started again", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "fanlight-silent-"));
  const silent = path.join(folder, "silent");
  writeFileSync(silent, "#!/bin/sh\nexec sleep 600\n", { mode: 0o755 });
  const node = process.execPath;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    process.execPath = silent;
    const failures: string[] = [];
    const started = startEngineProcess({
      settings: { udpPort: 0 },
      log: { ...log, error: (...logged: unknown[]) => void failures.push(String(logged.at(-1))) },
      ...noSettings,
    });
    process.execPath = node;
    vi.advanceTimersByTime(60_000);
    expect(failures).toEqual(["media engine hangs"]);
    vi.useRealTimers();
    const engine = await started;
    expect(engine.isReady()).toBe(true);
    await engine.stop();
  } finally {
    process.execPath = node;
    vi.useRealTimers();
    rmSync(folder, { recursive: true });
  }
});

test.skipIf(process.getuid?.() !== 0)(
  "started by root, no thread of the engine has root's rights, environment or files, nor the database's user",
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "fanlight-rights-"));
    const secret = path.join(folder, "secret");
    writeFileSync(secret, "signs every token", { mode: 0o600 });
    const held = openSync(secret, "r");
    process.env.SECRET_OF_THE_TEST = "signs every token";
    const [nobody] = systemUsers(["nobody"]);
    const media = await startMediaEngine({ udpPort: 0, log, ...(nobody ? { apartFrom: nobody.uid } : {}) });
    try {
      const pid = media.processId() ?? 0;
      const { uids, gids, groups } = rightsOf(pid);
      expect([uids.length, gids.length, groups]).toEqual([1, 1, []]);
      expect([0, nobody?.uid]).not.toContain(uids[0]);
      expect(gids).not.toContain(0);
      expect(environmentOf(pid)).not.toContain("signs every token");
      expect(filesOf(pid)).not.toContain(secret);
      const [uid, gid] = [Number(uids[0]), Number(gids[0])];
      expect(spawnSync("cat", [secret], { uid, gid }).status).not.toBe(0);
    } finally {
      await media.stop();
      delete process.env.SECRET_OF_THE_TEST;
      closeSync(held);
      rmSync(folder, { recursive: true });
    }
  },
);

test.skipIf(process.getuid?.() !== 0)(
  "a port that only root may take carries media all the same",
  async () => {
    const rig = await startTestMedia(await freePrivilegedPort());
    try {
      await rig.live("luna");
      const viewer = await rig.viewer("luna");
      await until(() => viewer.rtp.length > 20, "packets");
    } finally {
      await rig.stop();
    }
  },
);

test("an engine that was still starting as its lease was renewed serves, however busy its application is; past its end it is gone", async () => {
  const failures: string[] = [];
  const note = (...logged: unknown[]) => void failures.push(String(logged.at(-1)));
  const media = ownedMedia((endsAt) =>
    startMediaEngine({ udpPort: 0, endsAt, log: { ...log, error: note } }),
  );
  // Answers nothing for longer than the engine waits between two looks at its end.
  const busy = setInterval(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300));
  const begun = media.begin(monotonicMs());
  setImmediate(() => media.extend(monotonicMs() + 60_000));
  await begun;
  clearInterval(busy);
  let reports = 0;
  media.onReport(() => {
    reports += 1;
  });
  await until(() => reports > 1, "two reports");
  expect(failures).toEqual([]);
  const engine = media.processId() ?? 0;
  media.extend(monotonicMs());
  await until(() => !isAlive(engine), "the engine's end");
  await media.end();
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

/** A UDP port below 1024 that nobody has. */
async function freePrivilegedPort(): Promise<number> {
  for (let port = 700; port < 1024; port++) {
    const socket = createSocket("udp4");
    const isFree = await new Promise<boolean>((resolve) => {
      socket.once("error", () => resolve(false));
      socket.bind(port, "127.0.0.1", () => resolve(true));
    });
    socket.close();
    if (isFree) return port;
  }
  throw new Error("no port below 1024 is free");
}
