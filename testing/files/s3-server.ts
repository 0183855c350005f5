import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import type { S3Config } from "#server/storage/s3-files.ts";
import { type ServerProcess, startServer } from "#testing/processes/server-process.ts";
import { findVersitygw } from "../../scripts/find-executable.ts";

/** A real S3 server on this machine, with one empty bucket. Its files stay when it is killed. */
export type S3Server = Omit<ServerProcess, "ports"> & {
  config: S3Config;
  /** Ends it and deletes what it keeps. */
  close(): Promise<void>;
};

/** Path of the server's program; null: the tests that need it are skipped. */
export const versitygw = findVersitygw();

/** Starts a server that listens on this machine alone. */
export async function startS3Server(): Promise<S3Server> {
  const folder = mkdtempSync(path.join(tmpdir(), "fanlight-s3-"));
  const access = {
    region: "us-east-1",
    bucket: "fanlight-files",
    accessKey: "fanlight",
    secretKey: "a secret of these tests",
  };
  for (const name of [`data/${access.bucket}`, "about"])
    mkdirSync(path.join(folder, name), { recursive: true });
  const server = await startServer({
    name: "the S3 server",
    file: versitygw ?? "",
    argsOf: ([port]) => [
      ...["--port", `127.0.0.1:${port}`, "--access", access.accessKey, "--secret", access.secretKey],
      ...["--quiet", "--keep-alive", "posix", "--sidecar", path.join(folder, "about")],
      path.join(folder, "data"),
    ],
    answers: ([port]) => answers(port),
  });
  return Object.assign(server, {
    config: { endpoint: `http://127.0.0.1:${server.ports[0]}`, ...access },
    async close() {
      await server.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  });
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
