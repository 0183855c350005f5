import { type ChildProcess, fork } from "node:child_process";
import type { Socket } from "node:net";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Logger } from "pino";
import type {
  EngineEvent,
  EngineMessage,
  EngineReply,
  EngineRequest,
  EngineSettings,
  FramesHello,
  FramesUpgrade,
  MediaLoss,
  PortMessage,
  RoomReport,
} from "#engine/ipc/protocol.ts";
import { detach } from "./detach-socket.ts";

type EngineFailure = Extract<EngineMessage, { type: "failed" }>["reason"];
type WithoutId<Request> = Request extends unknown ? Omit<Request, "id"> : never;

export type EngineCall = WithoutId<EngineRequest>;

export type EngineProcess = {
  /**
   * Sends one request. `settle` is called once, with null when the engine is down or goes down before it answers: then every
   * session is over. Only what asks for something new ({@link refusable}) gets null of an engine that is behind, too.
   */
  call(request: EngineCall, settle: (reply: EngineReply | null) => void): void;
  /** Passes a connection on, of which `head` was read; one for which there is no engine, or no room on the way, is closed. */
  passOn(client: Socket, head: Buffer): void;
  /** The same with a connection that asks for a WebSocket of frames. */
  passFrames(client: Socket, head: Buffer, upgrade: FramesUpgrade): void;
  /** Puts off its end to what `endsAt` answers now. */
  extend(): void;
  isReady(): boolean;
  processId(): number | null;
  stop(): Promise<void>;
};

export type ProcessOptions = {
  settings: EngineSettings;
  /** Its number in the log, where there are several beside each other. */
  worker?: number;
  /** How many ports in a row they need together; 1 unless given. */
  portsInARow?: number;
  /** When the process and its successors end by themselves, ms of CLOCK_MONOTONIC; absent: never. */
  endsAt?: (() => number) | undefined;
  log: Pick<Logger, "info" | "warn" | "error">;
  onReport: (rooms: RoomReport[], loss: MediaLoss) => void;
  onEvent: (event: EngineEvent) => void;
  /** Somebody asks for frames on a connection that was passed on. */
  onHello?: (hello: FramesHello) => void;
  /** The process is gone; every session it had is lost. */
  onDown: () => void;
  /** The engine is back after having been down. */
  onRestarted: () => void;
};

const entry = fileURLToPath(new URL("../../media-engine/main.ts", import.meta.url));
const firstBackoffMs = 100;
const longestBackoffMs = 5000;
/** The engine reports each second; one that has not for this long hangs and is killed. */
const hangMs = 15_000;
/** So is one that has not reported in this time, long enough for the slowest machine, that it is ready. */
const startMaxMs = 60_000;
const stopMs = 2000;
/** The most calls that may wait for an engine that is behind; further new calls are refused. */
const waitingCallsMax = 2000;
/**
 * The most connections on their way to the engine: each waits until the engine has the one before, and every call behind them
 * all, also one that ends somebody's media.
 */
const passingMax = 256;
/** All others end or withhold media, or put off the engine's end: none of them may be left out while it lives. */
const refusable: ReadonlySet<EngineCall["op"]> = new Set([
  "publish",
  "play",
  "watch",
  "prefer",
  "keyframe",
  "flow",
]);
/** How often a silent engine's time is counted. */
const tickMs = 1000;

/** Why the engine cannot start at all; the message is one line for the operator. */
export class MediaEngineError extends Error {
  override name = "MediaEngineError";
}

/**
 * Runs the engine's process and starts it again whenever it ends. Resolves once the engine is ready; rejects with a
 * {@link MediaEngineError} when it cannot start at all, which is when its port is taken.
 */
export function startEngineProcess(options: ProcessOptions): Promise<EngineProcess> {
  return new Promise((resolve, reject) => {
    const supervisor = new Supervisor(options, () => resolve(supervisor), reject);
    supervisor.start();
  });
}

class Supervisor implements EngineProcess {
  readonly #options: ProcessOptions;
  readonly #onFirstReady: () => void;
  readonly #onFailure: (error: Error) => void;
  readonly #waiting = new Map<number, (reply: EngineReply | null) => void>();
  /** Connections on their way to the engine, which takes one after the other. */
  readonly #passing = new Set<Socket>();
  #child: ChildProcess | null = null;
  #isReady = false;
  #isStopping = false;
  #hasBeenReady = false;
  #backoffMs = firstBackoffMs;
  #nextCallId = 1;
  #restartTimer: NodeJS.Timeout | null = null;
  #hangTimer: NodeJS.Timeout | null = null;

  /** In log lines, where there are several. */
  readonly #who: { worker?: number };

  constructor(options: ProcessOptions, onFirstReady: () => void, onFailure: (error: Error) => void) {
    this.#options = options;
    this.#who = options.worker === undefined ? {} : { worker: options.worker };
    this.#onFirstReady = onFirstReady;
    this.#onFailure = onFailure;
  }

  start(): void {
    const child = this.#fork();
    if (!child) return;
    this.#child = child;
    this.#watchForHang(startMaxMs);
    this.#logErrors(child);
    child.on("message", (message: EngineMessage) => {
      if (message.type === "ready") this.#becomeReady();
      else if (message.type === "failed") this.#reportFailure(message.reason);
      else this.#receive(message);
    });
    child.once("exit", (code, signal) => this.#afterExit(signal ?? `code ${code}`));
    child.on("error", (err) => {
      this.#options.log.error({ err, ...this.#who }, "the media engine's process failed");
      // There was never a process whose exit could be reported.
      if (child.pid === undefined) this.#afterExit("not started");
    });
  }

  /** Null when the system has no room for a process; it is tried again. */
  #fork(): ChildProcess | null {
    try {
      return fork(entry, [JSON.stringify(this.#options.settings)], {
        execPath: process.execPath,
        execArgv: ["--disable-warning=ExperimentalWarning"],
        // The engine parses untrusted input: it gets none of the application's secrets. It switches to `runAs` itself.
        env: { PATH: process.env.PATH ?? "" },
        stdio: ["ignore", "ignore", "pipe", "ipc"],
      });
    } catch (err) {
      this.#options.log.error({ err, ...this.#who }, "the media engine's process failed");
      this.#afterExit("not started");
      return null;
    }
  }

  readonly passOn = (client: Socket, head: Buffer): void =>
    this.#pass(client, { op: "connection", head: head.toString("base64") });

  readonly passFrames = (client: Socket, head: Buffer, upgrade: FramesUpgrade): void =>
    this.#pass(client, { op: "frames", head: head.toString("base64"), upgrade });

  #pass(client: Socket, message: PortMessage): void {
    // The handle goes with the message; this side's socket counts as open until it is destroyed.
    const left = () => client.destroy();
    if (!this.#isReady || !this.#child || this.#passing.size >= passingMax) return void left();
    detach(client);
    client.on("error", left);
    this.#passing.add(client);
    client.once("close", () => this.#passing.delete(client));
    this.#child.send(message, client, left);
  }

  call(request: EngineCall, settle: (reply: EngineReply | null) => void): void {
    const child = this.#child;
    if (!this.#isReady || !child || (refusable.has(request.op) && this.#isBehind(child))) {
      settle(null);
      return;
    }
    const id = this.#nextCallId++;
    this.#waiting.set(id, settle);
    // A message that cannot be sent is done when the process has ended, and only then: it may still be sending
    // media.
    if (child.connected)
      child.send({ ...request, id }, (error) => {
        if (error) child.kill("SIGKILL");
      });
  }

  #isBehind(child: ChildProcess): boolean {
    return !child.connected || this.#waiting.size >= waitingCallsMax;
  }

  readonly extend = (): void => {
    const { endsAt } = this.#options;
    if (endsAt) this.call({ op: "extend", endsAt: endsAt() }, () => {});
  };

  isReady(): boolean {
    return this.#isReady;
  }

  processId(): number | null {
    return this.#child?.pid ?? null;
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    if (this.#restartTimer) clearTimeout(this.#restartTimer);
    const child = this.#child;
    if (child?.pid === undefined) return;
    const exited = new Promise((resolve) => child.once("exit", resolve));
    const timer = setTimeout(() => child.kill("SIGKILL"), stopMs);
    if (child.connected) child.disconnect();
    await exited;
    clearTimeout(timer);
  }

  #becomeReady(): void {
    this.#isReady = true;
    // Before all else that is asked: however long it took to start, it serves nobody past the end as it stands now.
    this.extend();
    this.#watchForHang(hangMs);
    if (this.#hasBeenReady) {
      this.#options.log.warn(this.#who, "media engine restarted");
      this.#options.onRestarted();
    } else this.#onFirstReady();
    this.#hasBeenReady = true;
  }

  #reportFailure(reason: EngineFailure): void {
    this.#options.log.error({ reason, ...this.#who }, "media engine cannot start");
    if (this.#hasBeenReady) return;
    this.#isStopping = true;
    const { settings, portsInARow = 1 } = this.#options;
    const { udpPort, runAs } = settings;
    const free =
      portsInARow > 1
        ? `the first of ${portsInARow} free ones in a row, or MEDIA_WORKERS to fewer`
        : "a free one";
    this.#onFailure(
      new MediaEngineError(
        {
          udp_port_taken: `UDP port ${udpPort} is taken; set MEDIA_PORT to ${free}.`,
          tcp_port_taken: `TCP port ${udpPort} is taken; set MEDIA_PORT to ${free}, or MEDIA_TCP=0 for media over UDP alone.`,
          rights_kept: `the media engine could not become the user with id ${runAs?.uid}.`,
        }[reason],
      ),
    );
  }

  #receive(message: Exclude<EngineMessage, { type: "ready" | "failed" }>): void {
    if (message.type === "reply") this.#settle(message.reply.id, message.reply);
    else if (message.type === "event") this.#options.onEvent(message.event);
    else if (message.type === "hello") this.#options.onHello?.(message.hello);
    else {
      this.#watchForHang(hangMs);
      this.#backoffMs = firstBackoffMs;
      this.#options.onReport(message.rooms, message.loss);
    }
  }

  #settle(id: number, reply: EngineReply | null): void {
    const settle = this.#waiting.get(id);
    this.#waiting.delete(id);
    settle?.(reply);
  }

  #afterExit(cause: string): void {
    const wasReady = this.#isReady;
    this.#isReady = false;
    this.#child = null;
    if (this.#hangTimer) clearTimeout(this.#hangTimer);
    for (const id of [...this.#waiting.keys()]) this.#settle(id, null);
    for (const client of this.#passing) client.destroy();
    if (this.#isStopping) return;
    if (wasReady) this.#options.onDown();
    this.#options.log.error({ cause, backoffMs: this.#backoffMs, ...this.#who }, "media engine ended");
    this.#restartTimer = setTimeout(() => this.start(), this.#backoffMs);
    this.#backoffMs = Math.min(longestBackoffMs, this.#backoffMs * 2);
  }

  /**
   * In ticks, of which one counts once however late it is: where this process stood still itself, what the engine has
   * reported meanwhile is read after the overdue tick.
   */
  #watchForHang(silentMs: number): void {
    if (this.#hangTimer) clearTimeout(this.#hangTimer);
    this.#hangTimer = setTimeout(() => {
      if (silentMs > tickMs) return this.#watchForHang(silentMs - tickMs);
      this.#options.log.error(this.#who, "media engine hangs");
      this.#child?.kill("SIGKILL");
    }, tickMs);
    this.#hangTimer.unref();
  }

  #logErrors(child: ChildProcess): void {
    if (!child.stderr) return;
    createInterface({ input: child.stderr }).on("line", (line) =>
      this.#options.log.warn({ line, ...this.#who }, "media engine"),
    );
  }
}
