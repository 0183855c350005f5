import { execFileSync, spawn } from "node:child_process";
import path from "node:path";
import { freePort } from "#testing/free-port.ts";

/** A product started for one test. */
export type Running = {
  port: number;
  /** Resolves when it reports that it is ready; rejects when it ends before. */
  ready(): Promise<void>;
  /** Resolves with the exit code, null when a signal ended it. */
  exit(): Promise<number | null>;
  /** Sends a signal and answers how many ms the process took to end. */
  end(signal: "SIGTERM" | "SIGKILL"): Promise<number>;
  /** Does what Ctrl-C does in a terminal: every process of the group gets the signal. */
  pressCtrlC(): void;
  /** Ms from its beginning until it was ready. */
  tookMs(): number;
  /** All it has printed so far. */
  output(): string;
  /** The errors that the product has printed, to the last line: resolves when it has ended and all of that is read. */
  lastErrors(): Promise<string>;
};

type Options = {
  dataDir: string;
  port: number;
  uid?: number;
  gid?: number;
  env?: NodeJS.ProcessEnv;
  /** By `npm start`, in a process group of its own, instead of by the script behind it. */
  byNpm?: boolean;
  /** A module that Node loads before the product. */
  preload?: string;
};

const rootDir = path.resolve(import.meta.dirname, "..");

/** Starts the product as `npm start` does, with a data folder and port of its own. */
export function startProduct({ dataDir, port, env, byNpm = false, preload, ...user }: Options): Running {
  const startedAt = performance.now();
  const before = preload ? ["--import", preload] : [];
  const [program, ...args] = byNpm ? ["npm", "start"] : [process.execPath, ...before, "scripts/start.mjs"];
  const child = spawn(program, args, {
    cwd: rootDir,
    detached: byNpm,
    env: { PATH: process.env.PATH, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: "error", ...env },
    stdio: ["ignore", "pipe", "pipe"],
    ...user,
  });
  let output = "";
  let errors = "";
  let readyMs = Number.POSITIVE_INFINITY;
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  // The process's end may be known before its last lines are read.
  const read = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const ready = new Promise<void>((resolve, reject) => {
    child.stdout.on("data", (part: Buffer) => {
      output += part.toString();
      if (!output.includes("Fanlight is ready")) return;
      readyMs = Math.min(readyMs, performance.now() - startedAt);
      resolve();
    });
    child.stderr.on("data", (part: Buffer) => {
      output += part.toString();
      errors += part.toString();
    });
    void read.then(() => reject(new Error(`it ended before it was ready:\n${output}`)));
  });
  ready.catch(() => undefined);
  return {
    port,
    ready: () => ready,
    exit: () => ended,
    async end(signal) {
      const sentAt = performance.now();
      child.kill(signal);
      await ended;
      return performance.now() - sentAt;
    },
    pressCtrlC: () => void process.kill(-Number(child.pid), "SIGINT"),
    tookMs: () => readyMs,
    output: () => output,
    lastErrors: () => read.then(() => errors),
  };
}

/**
 * Starts the product on a port that is free and waits until it is ready. Another process may take the port
 * before the product does, which then reports it: it is started on another one.
 */
export async function startOnFreePort(options: Omit<Options, "port">): Promise<Running> {
  for (;;) {
    const product = startProduct({ ...options, port: await freePort() });
    try {
      await product.ready();
      return product;
    } catch (error) {
      if (!(await product.lastErrors()).includes(`port ${product.port} is taken`)) throw error;
    }
  }
}

/** Copies a stopped product's data folder; the database's files belong to a user of their own. */
export function copyDataDir(from: string, to: string): void {
  execFileSync("cp", ["-a", `${from}/.`, to]);
}
