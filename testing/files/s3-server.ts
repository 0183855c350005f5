import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import type { S3Place } from "#server/storage/s3-files.ts";
import { freePort } from "#testing/free-port.ts";
import { freeze } from "#testing/processes/freeze.ts";
import { until } from "#testing/until.ts";
import { findVersitygw } from "../../scripts/find-executable.ts";

/** A real S3 server on this machine, with one empty bucket. */
export type S3Server = {
  place: S3Place;
  /** Stops answering; connections stay open. */
  freeze(): Promise<void>;
  thaw(): void;
  /** Ends it at once; what it keeps stays. */
  kill(): Promise<void>;
  /** Starts it again at the same address. */
  start(): Promise<void>;
  /** Ends it and deletes what it keeps. */
  close(): Promise<void>;
};

/** Path of the server's program; null: the tests that need it are skipped. */
export const versitygw = findVersitygw();

/** Starts a server that listens on this machine alone; it takes no port of its own choice, so one that was free is tried. */
export async function startS3Server(): Promise<S3Server> {
  for (;;) {
    const server = await tryPort(await freePort());
    if (server) return server;
  }
}

/** Null: something else has taken the port meanwhile. */
async function tryPort(port: number): Promise<S3Server | null> {
  const folder = mkdtempSync(path.join(tmpdir(), "fanlight-s3-"));
  const bucket = "fanlight-files";
  const place: S3Place = {
    endpoint: `http://127.0.0.1:${port}`,
    region: "us-east-1",
    bucket,
    accessKey: "fanlight",
    secretKey: "a secret of these tests",
  };
  for (const name of [`data/${bucket}`, "about"]) mkdirSync(path.join(folder, name), { recursive: true });
  let child: ChildProcess | undefined;
  const start = async () => {
    child = spawn(
      versitygw ?? "",
      [
        ...["--port", `127.0.0.1:${port}`, "--access", place.accessKey, "--secret", place.secretKey],
        ...["--quiet", "--keep-alive", "posix", "--sidecar", path.join(folder, "about")],
        path.join(folder, "data"),
      ],
      { stdio: "ignore" },
    );
    const started = child;
    await until(() => started.exitCode !== null || answers(port), "the S3 server to listen");
    return started.exitCode === null;
  };
  const kill = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child?.once("exit", resolve));
    child.kill("SIGKILL");
    await ended;
  };
  if (!(await start())) {
    rmSync(folder, { recursive: true, force: true });
    return null;
  }
  return {
    place,
    start: async () => {
      if (!(await start())) throw new Error("the S3 server did not start again");
    },
    kill,
    freeze: () => freeze(child?.pid ?? 0),
    thaw: () => void child?.kill("SIGCONT"),
    async close() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    for (const [event, is] of [
      ["connect", true],
      ["error", false],
    ] as const)
      socket.once(event, () => {
        socket.destroy();
        resolve(is);
      });
  });
}
