import type { ShowEnd } from "#contract/show-state.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { Logger } from "#server/kit/log.ts";
import type { Ownership } from "#server/kit/nodes/ownership.ts";
import type { RoomReport, ViewerFlow } from "#server/media/media.ts";
import type { Mode, OwnSideWatch, Role, RoomPauses } from "#server/rooms/rooms.ts";
import type { Meter } from "../rules/meter.ts";
import type { Kept, Lease, Progress } from "../store/participants-store.ts";
import type { Funds } from "./show-money.ts";

/** A participant of a show as the meter knows it. */
export type Metered = {
  id: number;
  sessionId: number;
  modelId: number;
  fanId: number;
  slug: string;
  mode: Mode;
  role: Role;
  meter: Meter;
};

/** An open participant as the database has it. */
type Open = Metered & Pick<Kept, "modelPaused"> & { startedAt: Date };

/** The meter's needs: the database, and the parts around it. */
export type MeterNeeds = {
  clock: Clock;
  /** CLOCK_MONOTONIC, which the media engine reports in. */
  monotonicMs(): number;
  log: Pick<Logger, "error">;
  /** Only the owner of the media meters. */
  owner: Pick<Ownership, "isMine">;
  ownSide: Pick<OwnSideWatch, "absentMs">;
  /** When models paused their rooms: what flows meanwhile does not count. */
  pauses: Omit<RoomPauses, "pausing" | "resumed">;
  reports: {
    rooms(): ReadonlyMap<string, RoomReport>;
    flows(room: string): Promise<ViewerFlow[]>;
    onReport(listener: () => void): () => void;
  };
  /** Keeps how far each has come; answers those that are still open and this process's. */
  keep(lease: Lease, progress: readonly Progress[]): Promise<ReadonlyMap<number, Kept>>;
  /** Charges what is due and sets more aside; null when the participant is not open any more. */
  slice(id: number, meter: Meter): Promise<Funds | null>;
  /** Takes over open participants whose lease has run out, this keeper's own too but for the `running` ones. */
  adopt(lease: Lease, running: readonly number[]): Promise<Open[]>;
  /** The participant's meter stands still, goes on, or has moved on. */
  moved(participant: Metered): void;
  /** The show is over. */
  over(participant: Metered, reason: ShowEnd): Promise<unknown>;
};

/** Meters the open participants of this process and ends them when they are over. */
export type ShowMeter = {
  /** The lease of a participant that is opened now: the keeper, and until when. */
  lease(): { keeper: string; lease_until: Date };
  /** Meters a participant that has just been opened, unless it was adopted meanwhile. */
  take(participant: Metered & Partial<Pick<Kept, "modelPaused">>): void;
  /** How a participant stands now, if this process keeps it. */
  meterOf(id: number): Meter | undefined;
  /**
   * The final state of an open participant, after {@link ShowMeter.catchUp}. A participant whom an earlier process
   * kept, or whom this one opened without having the commit's answer, and whom nobody has taken over yet, has gone on
   * with this process's media.
   */
  lastOf(participant: Open): Meter;
  /** Counts what has flowed in a room until now, before its show is settled. */
  catchUp(slug: string): Promise<void>;
  /** A participant is about to cost less, from now on; to be called before that is written down. */
  lowerRate(id: number, rate: number): void;
  /**
   * A participant is about to cost more than `before`, which what has flowed until now costs, no matter who is to count it. From
   * when on it costs more the meter reads from the database, when it keeps the participant next.
   */
  raisingRate(id: number, before: number): void;
  /** The participant has ended, or somebody else keeps it. */
  drop(id: number): void;
  /** Takes over what a process that is gone has left open, or this one without knowing. */
  adopt(): Promise<void>;
  /** Reads every meter once, as each report of the media engine does. */
  tick(): Promise<void>;
  /** Becomes a keeper of another name and adopts what is open: what an earlier one of this process kept, too. */
  takeOver(): Promise<void>;
  /** Counts and keeps what has flowed until now, before another process takes over. */
  keepAll(): Promise<void>;
  /** Drops every meter: another node owns the media, and goes on from what was kept last. */
  dropAll(): void;
  stop(): void;
};
