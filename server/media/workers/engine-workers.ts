import type { Socket } from "node:net";
import type {
  EngineReply,
  EngineSettings,
  FramesHello,
  FramesUpgrade,
  MediaLoss,
  RoomReport,
} from "#engine/ipc/protocol.ts";
import {
  type EngineCall,
  type EngineProcess,
  type ProcessOptions,
  startEngineProcess,
} from "../engine-process.ts";
import { AddedLoss } from "./added-loss.ts";
import { ReportRounds } from "./report-rounds.ts";
import { RoomPlaces } from "./room-places.ts";

type Settle = (reply: EngineReply | null) => void;

/** A request about a room or a session. */
export type RoomCall = Exclude<EngineCall, { op: "extend" }>;

/** What is lost with a worker: these rooms, or every room where no other is left. `silentMs`: how long it had not reported. */
export type Loss = { rooms: ReadonlySet<string>; silentMs: number } | "everything";

type WorkersOptions = Omit<
  ProcessOptions,
  "onReport" | "onDown" | "onRestarted" | "worker" | "portsInARow"
> & {
  /** How many processes; each has a port of its own, the first that of `settings` and the others those behind it. */
  workers: number;
  /** With how many of them it starts where others cannot. */
  workersAtLeast: number;
  /** Each second, of the rooms of all. */
  onReport: (rooms: RoomReport[]) => void;
  /** A worker is gone. The ends of its sessions have been reported as events. */
  onDown: (loss: Loss) => void;
  /** It is back. */
  onRestarted: () => void;
};

/** The engine's processes, which together are used like one. */
export type EngineWorkers = Pick<EngineProcess, "passOn" | "passFrames" | "extend" | "isReady" | "stop"> & {
  /**
   * As {@link EngineProcess.call}, of the worker that holds the room or the session; of any that answers where none does, which
   * says so.
   */
  call(request: RoomCall, settle: Settle): void;
  /** Of the worker that holds a room, or of the first; null while it is down. */
  processId(room?: string): number | null;
  /** The process ids of all, null of one that is down. */
  processIds(): readonly (number | null)[];
  /** What the viewers of all have lost since the engine began, by the last reports. */
  loss(): MediaLoss;
};

/** Starts the engine's processes and keeps each running; rejects as {@link startEngineProcess} does when one of them cannot start. */
export async function startEngineWorkers(options: WorkersOptions): Promise<EngineWorkers> {
  const workers = new Workers(options);
  await workers.start();
  return workers;
}

/** The one place that knows which worker holds a room. */
class Workers implements EngineWorkers {
  readonly #options: WorkersOptions;
  readonly #places = new RoomPlaces();
  readonly #rounds = new ReportRounds();
  readonly #loss = new AddedLoss();
  /** Rooms whose viewers get nothing, whether they exist or not: every worker knows of all, before a room comes to it. */
  readonly #held = new Set<string>();
  #workers: readonly EngineProcess[] = [];

  constructor(options: WorkersOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    const starts = Array.from({ length: this.#options.workers }, (_, worker) => this.#startOne(worker));
    const outcomes = await Promise.allSettled(starts);
    const started = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
    const failed = outcomes.findIndex(({ status }) => status === "rejected");
    const { workersAtLeast, log } = this.#options;
    // Their ports are in a row.
    this.#workers = failed < 0 ? started : failed < workersAtLeast ? [] : started.slice(0, failed);
    await Promise.all(started.slice(this.#workers.length).map((process) => process.stop()));
    const outcome = outcomes[failed];
    if (outcome?.status !== "rejected") return;
    if (this.#workers.length === 0) throw outcome.reason;
    log.warn({ err: outcome.reason, workers: this.#workers.length }, "fewer processes carry the media");
  }

  #startOne(worker: number): Promise<EngineProcess> {
    const { endsAt, log, workers, workersAtLeast, settings, onRestarted } = this.#options;
    return startEngineProcess({
      ...{ endsAt, log, portsInARow: workersAtLeast, ...(workers > 1 ? { worker } : {}) },
      settings: settingsOf(settings, worker),
      onReport: (rooms, loss) => {
        this.#loss.report(worker, loss);
        this.#places.reported(worker, new Set(rooms.map(({ room }) => room)));
        this.#report(this.#rounds.report(worker, rooms, performance.now()));
      },
      onEvent: (event) => {
        if (event.kind === "session-closed") this.#places.closed(event.sessionId);
        this.#options.onEvent(event);
      },
      onHello: (hello) =>
        this.#options.onHello?.({ ...hello, connection: connectionAt(worker, hello.connection) }),
      onDown: () => this.#lose(worker),
      onRestarted: () => {
        for (const room of this.#held)
          this.#workers[worker]?.call({ op: "hold", room, held: true }, () => {});
        onRestarted();
      },
    });
  }

  #report(rooms: RoomReport[] | null): void {
    if (rooms) this.#options.onReport(rooms);
  }

  #lose(worker: number): void {
    const nowMs = performance.now();
    const silentMs = this.#rounds.silentMs(worker, nowMs);
    const { rooms, sessions } = this.#places.lose(worker);
    this.#loss.lose(worker);
    for (const session of sessions) this.#options.onEvent({ kind: "session-closed", ...session });
    this.#options.onDown(this.isReady() ? { rooms, silentMs } : "everything");
    this.#report(this.#rounds.lose(worker, nowMs));
  }

  call(request: RoomCall, settle: Settle): void {
    switch (request.op) {
      case "publish":
        return this.#publish(request, settle);
      case "play": {
        const worker = this.#holderOf(request.room);
        return this.#to(worker, request, this.#opening(request.room, worker, settle));
      }
      case "watch": {
        const { worker, connection } = readConnection(request.watch.connection);
        const watch = { ...request.watch, connection };
        return this.#to(worker, { op: "watch", watch }, this.#opening(watch.room, worker, settle));
      }
      case "refuse": {
        const { worker, connection } = readConnection(request.connection);
        return this.#to(worker, { ...request, connection }, settle);
      }
      case "begin":
      case "prefer":
      case "end":
        return this.#to(this.#places.ofSession(request.sessionId) ?? this.#any(), request, settle);
      case "hold":
        return this.#hold(request, settle);
      default:
        return this.#to(this.#holderOf(request.room), request, settle);
    }
  }

  #holderOf(room: string): number {
    return this.#places.of(room) ?? this.#any();
  }

  /** One that answers at once, if there is one. */
  #any(): number {
    return this.#open()[0] ?? 0;
  }

  #to(worker: number, request: EngineCall, settle: Settle): void {
    const process = this.#workers[worker];
    if (process) process.call(request, settle);
    else settle(null);
  }

  #publish(request: RoomCall & { op: "publish" }, settle: Settle): void {
    const { room } = request;
    const worker = this.#places.publish(room, this.#open());
    if (worker === undefined) return settle(null);
    this.#to(worker, request, (reply) => {
      this.#places.published(room, worker);
      this.#opening(room, worker, settle)(reply);
    });
  }

  /** Those that may be given rooms: all that are up, but for one that hangs while others do not. */
  #open(): number[] {
    const ready = [...this.#workers.keys()].filter((worker) => this.#workers[worker]?.isReady());
    const nowMs = performance.now();
    const lively = ready.filter((worker) => !this.#rounds.isSilent(worker, nowMs));
    return lively.length > 0 ? lively : ready;
  }

  /** Here and not after an await: the session's end may be the very next message. */
  #opening(room: string, worker: number, settle: Settle): Settle {
    return (reply) => {
      if (reply?.ok && reply.sessionId !== undefined) this.#places.opened(reply.sessionId, { worker, room });
      settle(reply);
    };
  }

  /** Only the worker that holds the room is waited for: another one may hang. */
  #hold(request: RoomCall & { op: "hold" }, settle: Settle): void {
    if (request.held) this.#held.add(request.room);
    else this.#held.delete(request.room);
    const holder = this.#holderOf(request.room);
    for (const [worker, process] of this.#workers.entries())
      process.call(request, worker === holder ? settle : () => {});
  }

  /** It came to the port of the pages, which is the first worker's. */
  readonly passOn = (client: Socket, head: Buffer): void => {
    const [first] = this.#workers;
    if (first) first.passOn(client, head);
    else client.destroy();
  };

  /** To where the room is. One that is nowhere has no frames, which any of them can say. */
  readonly passFrames = (client: Socket, head: Buffer, upgrade: FramesUpgrade): void => {
    const holder = this.#places.of(upgrade.slug) ?? this.#holderOf(upgrade.slug.toLowerCase());
    const process = this.#workers[holder];
    if (process) process.passFrames(client, head, upgrade);
    else client.destroy();
  };

  readonly extend = (): void => {
    for (const process of this.#workers) process.extend();
  };

  isReady(): boolean {
    return this.#workers.some((process) => process.isReady());
  }

  processId(room?: string): number | null {
    const holder = room === undefined ? undefined : this.#places.of(room);
    return this.#workers[holder ?? 0]?.processId() ?? null;
  }

  processIds(): readonly (number | null)[] {
    return this.#workers.map((process) => (process.isReady() ? process.processId() : null));
  }

  loss(): MediaLoss {
    return this.#loss.total();
  }

  async stop(): Promise<void> {
    await Promise.all(this.#workers.map((process) => process.stop()));
  }
}

/** Connections that the application passes on come to the first one's port; the others' TCP ports are their own. */
function settingsOf(settings: EngineSettings, worker: number): EngineSettings {
  if (worker === 0) return settings;
  const udpPort = settings.udpPort && settings.udpPort + worker;
  return { ...settings, udpPort, ...(settings.tcp ? { tcp: "own" } : {}) };
}

/** The name of a connection that waits at a worker, whose own name for it is `connection`. */
const connectionAt = (worker: number, connection: FramesHello["connection"]) => `${worker}:${connection}`;

function readConnection(name: string): { worker: number; connection: string } {
  const colon = name.indexOf(":");
  return { worker: Number(name.slice(0, colon)), connection: name.slice(colon + 1) };
}
