import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

export type EmbeddedProcess = {
  /** The address of the process's server. */
  url: string;
  ownerUrl: string;
  adopted: boolean;
  serverPid: number;
  /** Kills the process, and whatever shares its group, with a signal and waits for its end. */
  kill(signal: NodeJS.Signals): Promise<void>;
};

const program = `
  import { startEmbeddedPostgres } from "#server/kit/database/embedded/embedded-postgres.ts";
  import { silentLog } from "#server/kit/database/log.ts";
  const server = await startEmbeddedPostgres({ dataDir: process.argv[1], log: silentLog, durable: process.argv[2] === "durable" });
  console.log(JSON.stringify({ url: server.url, ownerUrl: server.ownerUrl, adopted: server.adopted, serverPid: server.pid }));
  setInterval(() => {}, 1000);
`;

/**
 * Starts the embedded database from a process of its own, in a process group of its own, that can be killed.
 * `uid` makes it an ordinary user's process when the tests run as root. Rejects with what the process complained about.
 */
export async function embeddedProcess(
  dataDir: string,
  options: { durable?: boolean; uid?: number } = {},
): Promise<EmbeddedProcess> {
  const child = spawn(
    process.execPath,
    ["--input-type=module", "-e", program, dataDir, options.durable ? "durable" : "careless"],
    { cwd: process.cwd(), detached: true, stdio: ["ignore", "pipe", "pipe"], uid: options.uid },
  );
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  let complaint = "";
  child.stderr.on("data", (chunk) => {
    complaint += chunk;
  });
  for await (const line of createInterface(child.stdout)) {
    return {
      ...(JSON.parse(line) as Pick<EmbeddedProcess, "url" | "ownerUrl" | "adopted" | "serverPid">),
      async kill(signal) {
        if (child.pid) process.kill(-child.pid, signal);
        await ended;
      },
    };
  }
  throw new Error(`the process ended: ${complaint}`);
}
