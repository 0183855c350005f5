import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { CheerSize } from "../presenters/motion.ts";
import type { Command, LostReason, Report } from "./messages.ts";

/** Puts the demo world's models on air and lets their scenes answer what happens in their rooms. */
export type Broadcaster = {
  /** Publishes a model with her stream key; again, if she is on air already. A crashed engine is waited for. */
  goLive(login: string, key: string): void;
  /** Takes a model off the air. Tell it before a real person takes her stream over. */
  goDark(login: string): void;
  /** Plays a reaction in a live model's scene; `size` matters for a cheer only. */
  react(login: string, kind: "cheer" | "curtain" | "open", size?: CheerSize): void;
  /** Hears each time media begins to flow, and flows again after an interruption. Returns the way to stop listening. */
  onLive(listener: (login: string) => void): () => void;
  /** Hears that a model is off the air without having been told; she stays dark until told to go live. */
  onLost(listener: (login: string, reason: LostReason) => void): () => void;
  /** Ends all publications and the process. */
  stop(): Promise<void>;
};

export type BroadcasterNeeds = {
  /** Where `/whip/{login}` is served. */
  origin: string;
  /** The folder that `prepareAssets` names. */
  assetsDir: string;
  log(line: string): void;
};

const RESTART_MS_FIRST = 500;
const RESTART_MS_MAX = 10_000;
/** A process that lived this long is no longer counted as failing to start. */
const HEALTHY_MS = 30_000;
const STOPPING_MS_MAX = 4_000;
const PROGRAM = fileURLToPath(new URL("./main.ts", import.meta.url));

function listeners<Arguments extends unknown[]>() {
  const all = new Set<(...given: Arguments) => void>();
  return {
    tell(...given: Arguments) {
      for (const listener of all) listener(...given);
    },
    add(listener: (...given: Arguments) => void) {
      all.add(listener);
      return () => void all.delete(listener);
    },
  };
}

/** Ends a process in an orderly way, or by force after a while. */
function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    const force = setTimeout(() => child.kill("SIGKILL"), STOPPING_MS_MAX);
    child.once("exit", () => {
      clearTimeout(force);
      resolve();
    });
    child.send({ type: "quit" } satisfies Command, () => {});
  });
}

/** Starts the broadcaster's process and keeps it running: when it dies, it is started anew and told who was on air. */
export function startBroadcaster({ origin, assetsDir, log }: BroadcasterNeeds): Broadcaster {
  const keys = new Map<string, string>();
  const live = listeners<[string]>();
  const lost = listeners<[string, LostReason]>();
  let stopping = false;
  let failures = 0;
  let restart: NodeJS.Timeout | null = null;
  let child = launch();

  function launch(): ChildProcess {
    const startedMs = performance.now();
    const started = fork(PROGRAM, [origin, assetsDir], {
      execArgv: [],
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    started.on("message", hear);
    started.on("error", (error) => log(`broadcaster: ${error.message}`));
    started.once("exit", () => {
      if (stopping) return;
      failures = performance.now() - startedMs > HEALTHY_MS ? 0 : failures + 1;
      log("broadcaster: its process ended, starting it again");
      restart = setTimeout(relaunch, Math.min(RESTART_MS_MAX, RESTART_MS_FIRST * 2 ** failures));
    });
    return started;
  }
  function relaunch() {
    child = launch();
    for (const [login, key] of keys) tell({ type: "start", login, key });
  }
  function tell(command: Command) {
    if (child.connected) child.send(command, () => {});
  }
  function hear(message: unknown) {
    const report = message as Report;
    if (report.type === "log") log(report.line);
    else if (report.type === "live") live.tell(report.login);
    else {
      keys.delete(report.login);
      lost.tell(report.login, report.reason);
    }
  }

  return {
    goLive(login, key) {
      keys.set(login, key);
      tell({ type: "start", login, key });
    },
    goDark(login) {
      keys.delete(login);
      tell({ type: "stop", login });
    },
    react: (login, kind, size = "small") =>
      tell({ type: "react", login, reaction: kind === "cheer" ? { kind, size } : { kind } }),
    onLive: (listener) => live.add(listener),
    onLost: (listener) => lost.add(listener),
    async stop() {
      stopping = true;
      if (restart) clearTimeout(restart);
      await ended(child);
    },
  };
}
