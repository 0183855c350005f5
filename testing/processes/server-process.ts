import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { freePort } from "#testing/free-port.ts";
import { until } from "#testing/until.ts";

/** As many ports as any of the servers listens on; most use the first alone. */
export type Ports = readonly [number, number, number];

/** A server of somebody else's as the tests start it. */
export type ServerProgram = {
  /** As messages name it. */
  name: string;
  file: string;
  argsOf(ports: Ports): string[];
  /** Variables beside those of the tests. */
  env?: Readonly<Record<string, string>>;
  answers(ports: Ports): Promise<boolean>;
};

/** A server that runs on this machine, at the same ports through all stops and starts. */
export type ServerProcess = {
  ports: Ports;
  /** Another one after {@link start}. */
  readonly pid: number;
  /** Stops answering; connections stay open. */
  freeze(): Promise<void>;
  thaw(): void;
  /** Ends it at once. */
  kill(): Promise<void>;
  /** Starts it again. */
  start(): Promise<void>;
};

const triesMax = 20;

/**
 * Starts a server and resolves when it answers. None of them takes a port of its own choice, so ports that were free are
 * tried: when something else has taken one meanwhile, the program ends and others are.
 */
export async function startServer(program: ServerProgram): Promise<ServerProcess> {
  for (let tries = 0; tries < triesMax; tries++) {
    const server = serverAt([await freePort(), await freePort(), await freePort()], program);
    if (await server.begins()) return server;
  }
  throw new Error(`${program.name} ended at each of ${triesMax} starts`);
}

function serverAt(
  ports: Ports,
  { name, file, argsOf, env, answers }: ServerProgram,
): ServerProcess & { begins(): Promise<boolean> } {
  let child: ChildProcess | undefined;
  async function begins(): Promise<boolean> {
    const started = spawn(file, argsOf(ports), { stdio: "ignore", env: { ...process.env, ...env } });
    child = started;
    await until(async () => started.exitCode !== null || (await answers(ports)), `${name} to answer`);
    return started.exitCode === null;
  }
  return {
    ports,
    get pid() {
      return child?.pid ?? 0;
    },
    begins,
    freeze: () => freeze(child?.pid ?? 0),
    thaw: () => void child?.kill("SIGCONT"),
    async kill() {
      const running = child;
      if (!running || running.exitCode !== null || running.signalCode !== null) return;
      const ended = new Promise((resolve) => running.once("exit", resolve));
      running.kill("SIGKILL");
      await ended;
    },
    async start() {
      if (!(await begins())) throw new Error(`${name} did not start again`);
    },
  };
}

/** Stops a process where it is (SIGSTOP); over once all of its threads stand still, as far as Linux reports. */
export async function freeze(pid: number): Promise<void> {
  process.kill(pid, "SIGSTOP");
  if (process.platform === "linux")
    await until(() => statesOf(pid).every((state) => state === "T"), "all threads to stop");
}

/** The state of each thread, proc_pid_stat(5): what follows the name in brackets. */
function statesOf(pid: number): (string | undefined)[] {
  const tasks = `/proc/${pid}/task`;
  return readdirSync(tasks).map((thread) => {
    const text = readFileSync(`${tasks}/${thread}/stat`, "utf8");
    return text[text.lastIndexOf(")") + 2];
  });
}
