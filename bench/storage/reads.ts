import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { startS3Server, versitygw } from "#testing/files/s3-server.ts";
import type { Row } from "../row.ts";
import { load } from "../web/load.ts";
import type { FileServerAnswer } from "./file-server.ts";

const program = new URL("file-server.ts", import.meta.url);
/** A photograph on a card. */
const bytes = 30_000;

/** Stored files that a core of a node passes on, from a bucket beside those from a folder. Takes half a minute. */
export async function run(): Promise<Row[]> {
  if (!versitygw)
    throw new Error("it needs an S3 server: `go install github.com/versity/versitygw/cmd/versitygw`");
  const folder = await readsPerCore([String(bytes)]);
  const s3 = await startS3Server();
  try {
    const bucket = await readsPerCore([String(bytes), JSON.stringify(s3.config)]);
    return [
      {
        name: "file-reads",
        value: bucket,
        unit: `files of ${bytes / 1_000} KB a CPU-second of a node, from a bucket`,
        peer: { name: "from a folder", value: folder },
        ratio: Number((bucket / folder).toFixed(2)),
      },
    ];
  } finally {
    await s3.close();
  }
}

async function readsPerCore(args: string[]): Promise<number> {
  const server = fork(program, args);
  try {
    const { port, address } = await opened(server);
    const { cpuMs } = await load(
      { origin: `http://127.0.0.1:${port}`, pid: server.pid ?? 0, idle: 0 },
      address,
    );
    return Math.round(1_000 / cpuMs);
  } finally {
    server.kill();
  }
}

async function opened(server: ChildProcess): Promise<FileServerAnswer> {
  const [answer] = await once(server, "message", { signal: AbortSignal.timeout(20_000) });
  return answer as FileServerAnswer;
}
