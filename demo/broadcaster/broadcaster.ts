import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { CheerSize } from "../clips.ts";
import type { Command, LostReason, Report } from "./messages.ts";
import type { PlaybackTarget } from "./playback.ts";

/** Puts the demo world's models on air and lets their scenes answer what happens in their rooms. */
export type Broadcaster = {
  /** Publishes a model with their stream key; again, if they are live already. A crashed engine is waited for. */
  goLive(login: string, key: string): void;
  /** Stops a model's broadcast. To be called before a real user takes over the stream. */
  goDark(login: string): void;
  /** Plays a reaction in a live model's scene; `size` matters for a cheer only. */
  react(login: string, kind: "cheer" | "curtain" | "open", size?: CheerSize): void;
  /** Watches a model's room as a fan does. */
  watch(login: string, target: PlaybackTarget): void;
  unwatch(login: string): void;
  /** Called when what was watched of a model has ended. */
  onWatchEnded(listener: (login: string) => void): () => void;
  /** Called each time media begins to flow, and flows again after an interruption. Returns the way to stop listening. */
  onLive(listener: (login: string) => void): () => void;
  /** Called when a broadcast was lost; it stays off until `goLive`. */
  onLost(listener: (login: string, reason: LostReason) => void): () => void;
  /** Ends all publications and the process. */
  stop(): Promise<void>;
};

export type BroadcasterNeeds = {
  /** Where `/whip/{login}` is served. */
  origin: string;
  log(line: string): void;
};

const restartMsFirst = 500;
const restartMsMax = 10_000;
/** A process that lived this long is no longer counted as failing to start. */
const healthyMs = 30_000;
const stoppingMsMax = 4_000;
const program = fileURLToPath(new URL("./main.ts", import.meta.url));

function listeners<Arguments extends unknown[]>() {
  const all = new Set<(...given: Arguments) => void>();
  return {
    notify(...given: Arguments) {
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
    const force = setTimeout(() => child.kill("SIGKILL"), stoppingMsMax);
    child.once("exit", () => {
      clearTimeout(force);
      resolve();
    });
    child.send({ type: "quit" } satisfies Command, () => {});
  });
}

/** Starts the broadcaster's process and keeps it running: when it dies, it is restarted with all current broadcasts. */
export function startBroadcaster(needs: BroadcasterNeeds): Broadcaster {
  return new Supervised(needs);
}

class Supervised implements Broadcaster {
  readonly #needs: BroadcasterNeeds;
  readonly #keys = new Map<string, string>();
  readonly #live = listeners<[string]>();
  readonly #lost = listeners<[string, LostReason]>();
  readonly #watchEnded = listeners<[string]>();
  /** The models whose rooms are watched. */
  readonly #watched = new Set<string>();
  #isStopping = false;
  #failures = 0;
  #restart: NodeJS.Timeout | null = null;
  #child: ChildProcess;

  constructor(needs: BroadcasterNeeds) {
    this.#needs = needs;
    this.#child = this.#launch();
  }

  goLive(login: string, key: string): void {
    this.#keys.set(login, key);
    this.#send({ type: "start", login, key });
  }

  goDark(login: string): void {
    this.#keys.delete(login);
    this.#send({ type: "stop", login });
  }

  react(login: string, kind: "cheer" | "curtain" | "open", size: CheerSize = "small"): void {
    this.#send({ type: "react", login, reaction: kind === "cheer" ? { kind, size } : { kind } });
  }

  watch(login: string, target: PlaybackTarget): void {
    this.#watched.add(login);
    this.#send({ type: "watch", login, target });
  }

  unwatch(login: string): void {
    this.#watched.delete(login);
    this.#send({ type: "unwatch", login });
  }

  onWatchEnded(listener: (login: string) => void): () => void {
    return this.#watchEnded.add(listener);
  }

  onLive(listener: (login: string) => void): () => void {
    return this.#live.add(listener);
  }

  onLost(listener: (login: string, reason: LostReason) => void): () => void {
    return this.#lost.add(listener);
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    if (this.#restart) clearTimeout(this.#restart);
    await ended(this.#child);
  }

  #launch(): ChildProcess {
    const { origin, log } = this.#needs;
    const startedMs = performance.now();
    const child = fork(program, [origin], {
      execArgv: [],
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    child.on("message", (message) => this.#onReport(message as Report));
    child.on("error", (error) => log(`broadcaster: ${error.message}`));
    child.once("exit", () => this.#relaunchLater(startedMs));
    return child;
  }

  #relaunchLater(startedMs: number): void {
    if (this.#isStopping) return;
    for (const login of this.#watched) this.#endWatch(login);
    this.#failures = performance.now() - startedMs > healthyMs ? 0 : this.#failures + 1;
    this.#needs.log("broadcaster: its process ended, starting it again");
    const delayMs = Math.min(restartMsMax, restartMsFirst * 2 ** this.#failures);
    this.#restart = setTimeout(() => {
      this.#child = this.#launch();
      for (const [login, key] of this.#keys) this.#send({ type: "start", login, key });
    }, delayMs);
  }

  #send(command: Command): void {
    if (this.#child.connected) this.#child.send(command, () => {});
  }

  #endWatch(login: string): void {
    this.#watched.delete(login);
    this.#watchEnded.notify(login);
  }

  #onReport(report: Report): void {
    if (report.type === "log") this.#needs.log(report.line);
    else if (report.type === "watch-ended") this.#endWatch(report.login);
    else if (report.type === "live") this.#live.notify(report.login);
    else {
      this.#keys.delete(report.login);
      this.#lost.notify(report.login, report.reason);
    }
  }
}
